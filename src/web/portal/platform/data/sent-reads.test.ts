import { afterEach, expect, test, vi } from 'vitest'
import type { Sent } from '../../../start.ts'
import { createSentAnswers } from './sent-reads.ts'

afterEach(() => void vi.useRealTimers())

const counts = { path: 'tickets/counts', input: {} }
const list = { path: 'tickets/list', input: { limit: 50 } }
const role = { path: 'account/role' }
const lines = (...all: object[]) =>
  new Response(all.map((line) => `${JSON.stringify(line)}\n`).join(''), {
    headers: { 'content-type': 'application/x-ndjson' },
  })
const arrived = (response: Response) => Promise.resolve({ response, at: Date.now() })
const sent = (answer: Sent['requests'][number]['answer']): Sent => ({
  token: 'mine',
  at: Date.now(),
  requests: [
    { reads: [role], answer: arrived(Response.json({ json: { role: 'owner' } })) },
    { reads: [counts, list], answer },
  ],
})

test('each answer is used once, and only by the session that sent the read', async () => {
  const answers = createSentAnswers(
    sent(
      arrived(lines({ n: 1, status: 200, body: { json: { items: [] } } }, { n: 0, status: 200, body: { json: 7 } })),
    ),
  )
  expect(answers.take(counts, 'another')).toBeUndefined()
  expect(answers.take({ ...list, input: { limit: 20 } }, 'mine')).toBeUndefined()
  expect(await answers.take(role, 'mine')).toEqual({ status: 200, body: { json: { role: 'owner' } } })
  expect(await answers.take(list, 'mine')).toEqual({ status: 200, body: { json: { items: [] } } })
  expect(await answers.take(counts, 'mine')).toEqual({ status: 200, body: { json: 7 } })
  expect(answers.take(counts, 'mine')).toBeUndefined()
})

test('a refusal is an answer; an ended session and a read without an answer mean that it is sent again', async () => {
  const forbidden = { error: { code: 'FORBIDDEN' } }
  const refused = createSentAnswers(
    sent(
      arrived(
        lines({ n: 0, status: 403, body: forbidden }, { n: 1, status: 400, body: { error: { code: 'CALL_ALONE' } } }),
      ),
    ),
  )
  expect(await refused.take(counts, 'mine')).toEqual({ status: 403, body: forbidden })
  expect(await refused.take(list, 'mine')).toBeUndefined()

  const broken = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"n":0,"status":200,"body":{"json":7}}\n{"n":1,'))
      controller.error(new Error('The connection broke.'))
    },
  })
  for (const answer of [
    Promise.resolve(undefined),
    arrived(Response.json({ error: {} }, { status: 401 })),
    arrived(lines({ n: 1, status: 503, body: { error: { code: 'UNAVAILABLE' } } })),
    // The request was refused, not the read.
    arrived(Response.json({ error: { code: 'PAYLOAD_TOO_LARGE' } }, { status: 413 })),
    // An answer of something between the browser and the server.
    arrived(new Response('<html>', { headers: { 'content-type': 'text/html' } })),
    arrived(new Response(broken, { headers: { 'content-type': 'application/x-ndjson' } })),
  ])
    expect(await createSentAnswers(sent(answer)).take(list, 'mine')).toBeUndefined()
})

test('answers that are old, or that the first screen did not ask for, are dropped', () => {
  vi.useFakeTimers()
  const answers = createSentAnswers(sent(Promise.resolve(undefined)))
  expect(answers.take(counts, 'mine')).toBeDefined()
  // The device slept while the code was loading.
  vi.setSystemTime(Date.now() + 60_000)
  expect(answers.take(list, 'mine')).toBeUndefined()

  const young = createSentAnswers(sent(Promise.resolve(undefined)))
  young.drop()
  expect(young.take(role, 'mine')).toBeUndefined()
  expect(createSentAnswers(undefined).take(role, 'mine')).toBeUndefined()
})
