import { expect, test } from 'vitest'
import { listChanged, mergeEdits } from './edit-merge.ts'

const base = {
  name: 'Pat',
  email: 'p@x.example',
  title: '',
  client: { id: '1', name: 'A' } as { id: string; name: string } | null,
}

test('ignores surrounding white space and equal objects', () => {
  expect(listChanged(base, { ...base, name: ' Pat ', client: { id: '1', name: 'A renamed' } })).toEqual({})
  expect(listChanged(base, { ...base, client: null })).toEqual({ client: null })
})
test('takes their value where the reader changed nothing, and reports conflicts where both did', () => {
  const mine = { ...base, name: 'Patricia', title: 'CEO' }
  const theirs = { ...base, name: 'Patrick', email: 'new@x.example', title: 'CEO', client: null }
  expect(mergeEdits(base, mine, theirs)).toEqual({
    take: { email: 'new@x.example', client: null },
    ask: { name: 'Patrick' },
  })
})
