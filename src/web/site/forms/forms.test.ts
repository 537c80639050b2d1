import { ORPCError } from '@orpc/client'
import { createRouterClient, implement } from '@orpc/server'
import { type ActionFunctionArgs, RouterContextProvider } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { type Caller, caller } from '../../context.ts'
import { action as contact } from '../company/contact-page.tsx'
import { action as voice } from '../company/voice-ai-agent-page.tsx'
import { getFormToken, type Refused } from './form.tsx'
import { action as notify } from './notify-action.tsx'
import { parseRefusal, type Refusal } from './refusal.ts'

type Action = (args: ActionFunctionArgs) => Promise<unknown>
type Answer = { data: Refused; init: { status: number; headers?: Record<string, string> } }

/**
 * Posts a form to an action. `leads` are the inputs that passed the real contract. `receive` mocks the server
 * and may throw.
 */
async function post(action: Action, fields: Record<string, string>, receive: (lead: object) => void = () => {}) {
  const sent: object[] = []
  const context = new RouterContextProvider()
  const leads = {
    addLead: implement(contract.leads.addLead).handler(({ input }) => {
      receive(input)
      sent.push(input)
      return { received: true as const }
    }),
  }
  context.set(caller, createRouterClient({ leads }, { context: {} }) as unknown as Caller)
  const request = new Request('http://x.example/', { method: 'POST', body: new URLSearchParams(fields) })
  const answer = await action({ request, context, params: {} } as unknown as ActionFunctionArgs)
  return { answer, leads: sent }
}

const good = {
  contact: {
    name: 'Pat',
    email: 'pat@client.example',
    message: 'One\r\nTwo\0',
    about: '/msp-vcto',
    consent: 'yes',
    token: 't',
    website: '',
  },
  voice: {
    name: 'Pat',
    company: 'Client',
    phone: '555',
    email: 'pat@client.example',
    callVolume: '100-500',
    consent: 'yes',
    token: 't',
    website: '',
  },
  notice: { page: '/vendors-vcto', email: 'pat@client.example', consent: 'yes', website: '' },
}

describe('a valid form', () => {
  it.each([
    [
      'contact',
      contact,
      good.contact,
      '/contact?sent=1',
      { kind: 'contact', page: '/contact', about: '/msp-vcto', message: 'One\nTwo' },
    ],
    [
      'voice',
      voice,
      good.voice,
      '/voice-ai-agent/thank-you',
      { kind: 'voice', page: '/voice-ai-agent', callVolume: '100-500' },
    ],
    ['notice', notify, good.notice, '/notify?page=%2Fvendors-vcto', { kind: 'notice', page: '/vendors-vcto' }],
  ] as const)('%s: becomes a lead and leads on', async (_, action, fields, to, lead) => {
    const { answer, leads } = await post(action, fields)
    expect((answer as Response).status).toBe(303)
    expect((answer as Response).headers.get('location')).toBe(to)
    expect(leads).toMatchObject([lead])
  })
})

describe('an invalid form', () => {
  it.each([
    ['contact', contact, ['name', 'email', 'message', 'consent']],
    ['voice', voice, ['name', 'company', 'phone', 'email', 'callVolume', 'consent']],
    ['notice', notify, ['page', 'email', 'consent']],
  ] as const)('%s: comes back with a reason for every field', async (_, action, fields) => {
    const { answer, leads } = await post(action, {})
    const { data, init } = answer as Answer
    expect(init.status).toBe(400)
    expect(Object.keys(data.refusal.fields).toSorted()).toEqual([...fields].toSorted())
    expect(leads).toEqual([])
  })
  it('keeps the typed values', async () => {
    const { answer } = await post(contact, { ...good.contact, email: 'nope' })
    expect((answer as Answer).data.typed).toMatchObject({ name: 'Pat', email: 'nope', about: '/msp-vcto' })
    expect((answer as Answer).data.refusal.fields).toEqual({ email: ['Invalid email address'] })
  })
  it('passes on errors with the time to wait', async () => {
    const { answer } = await post(contact, good.contact, () => {
      throw new ORPCError('TOO_MANY_REQUESTS', {
        message: 'Too many requests. Try again later.',
        data: { retryAfter: 60 },
      })
    })
    expect((answer as Answer).init).toEqual({ status: 429, headers: { 'retry-after': '60' } })
    expect((answer as Answer).data.refusal.message).toBe('Too many requests. Try again later.')
  })
  it('keeps the text after a server error and logs it', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { answer } = await post(contact, good.contact, () => {
      throw new Error('the database is away')
    })
    expect((answer as Answer).init.status).toBe(500)
    expect((answer as Answer).data.typed.message).toBe('One\nTwo')
    expect((answer as Answer).data.refusal.message).not.toContain('database')
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })
})

it('rethrows other errors', () => {
  const fault = new Error('x')
  expect(() => parseRefusal(fault)).toThrow(fault)
  expect(() => parseRefusal(new ORPCError('INTERNAL_SERVER_ERROR'))).toThrow()
})

it('keeps the first token unless it is too old', () => {
  const refused = (code: string) => ({ typed: { token: 'first' }, refusal: { code } as Refusal })
  expect(getFormToken('fresh')).toBe('fresh')
  expect(getFormToken('fresh', refused('BAD_REQUEST'))).toBe('first')
  expect(getFormToken('fresh', refused('FORM_TOO_OLD'))).toBe('fresh')
})
