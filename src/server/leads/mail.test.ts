import { expect, test } from 'vitest'
import { type FormLead, leadToTeam } from './mail.ts'

test('the email about a lead shows the call volume as the form does', () => {
  const lead = { id: 'x', kind: 'voice', email: 'ann@client.example', call_volume: '100-500' } as FormLead
  expect(leadToTeam(lead, 'https://portal.example').blocks[0]).toEqual({
    facts: [
      ['Email', 'ann@client.example'],
      ['Calls per month', '100 to 500'],
    ],
  })
})
