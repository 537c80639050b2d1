import { expect, test } from 'vitest'
import type { Sent } from '../../../start.ts'
import { createSentAnswers } from './sent-reads.ts'

const counts = { path: 'tickets/counts', input: {} }
const list = { path: 'tickets/list', input: { limit: 50 } }
const role = { path: 'account/role' }
const lines = (...all: object[]) =>
  new Response(all.map((line) => `${JSON.stringify(line)}\n`).join(''), {
    headers: { 'content-type': 'application/x-ndjson' },
  })
const sent = (answer: Promise<Response | undefined>): Sent => ({
  token: 'mine',
  requests: [
    { reads: [role], answer: Promise.resolve(Response.json({ json: { role: 'owner' } })) },
    { reads: [counts, list], answer },
  ],
})

test('each answer is used once, and only by the session that sent the read', async () => {
  const answers = createSentAnswers(
    sent(
      Promise.resolve(
        lines({ n: 1, status: 200, body: { json: { items: [] } } }, { n: 0, status: 200, body: { json: 7 } }),
      ),
    ),
  )
  expect(answers.take(counts, 'another')).toBeUndefined()
  expect(answers.take({ ...list, input: { limit: 20 } }, 'mine')).toBeUndefined()
  expect(await answers.take(role, 'mine')).toEqual({ json: { role: 'owner' } })
  expect(await answers.take(list, 'mine')).toEqual({ json: { items: [] } })
  expect(await answers.take(counts, 'mine')).toEqual({ json: 7 })
  expect(answers.take(counts, 'mine')).toBeUndefined()
})

test('a read that failed, or whose answer never came, has to be sent again', async () => {
  const refused = createSentAnswers(
    sent(Promise.resolve(lines({ n: 0, status: 403, body: { error: { code: 'FORBIDDEN' } } }))),
  )
  expect(await Promise.all([refused.take(counts, 'mine'), refused.take(list, 'mine')])).toEqual([undefined, undefined])

  const broken = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"n":0,"status":200,"body":{"json":7}}\n{"n":1,'))
      controller.error(new Error('The connection broke.'))
    },
  })
  for (const answer of [
    Promise.resolve(undefined),
    Promise.resolve(Response.json({ error: {} }, { status: 401 })),
    // An answer of something between the browser and the server.
    Promise.resolve(new Response('<html>', { headers: { 'content-type': 'text/html' } })),
    Promise.resolve(new Response(broken, { headers: { 'content-type': 'application/x-ndjson' } })),
  ])
    expect(await createSentAnswers(sent(answer)).take(list, 'mine')).toBeUndefined()
})

test('answers that nobody asked for are dropped', () => {
  const answers = createSentAnswers(sent(Promise.resolve(undefined)))
  answers.drop()
  expect(answers.take(role, 'mine')).toBeUndefined()
  expect(createSentAnswers(undefined).take(role, 'mine')).toBeUndefined()
})
