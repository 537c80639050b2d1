// Failures of the language model: busy, slow, invalid answers, answers that are cut off.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startModel } from '../../../../test/harness/model.ts'
import { readEnv } from '../env.ts'
import { createLogger } from '../observability/log.ts'
import { createModel, type Model, ModelProblem } from './model.ts'

let ai: Awaited<ReturnType<typeof startModel>>
const Shape = z.object({ word: z.enum(['red', 'green']), count: z.int() })
const question = { system: 'Be short.', prompt: 'Which color?', maxTokens: 100 }

beforeAll(async () => {
  ai = await startModel()
})
beforeEach(() => ai.clear())
afterEach(() => vi.useRealTimers())
afterAll(() => ai.close())

/** Returns a model whose timeouts suit any machine. Tests of the timeouts set them. */
const made = (options: Parameters<typeof createModel>[2] = {}, more: Record<string, string> = {}): Model => {
  const env = readEnv('serve', {
    DATABASE_URL: 'postgres://a:b@localhost/c',
    PUBLIC_URL: 'http://localhost:3000',
    APP_SECRET: '6d5f0e9ab3c74182a9d0f4e1b27c8365',
    ALLOW_INSECURE_HTTP: 'yes',
    ...ai.settings,
    ...more,
  })
  return createModel(env, createLogger('silent'), {
    waitMs: 5,
    firstMs: 60_000,
    totalMs: 120_000,
    ...options,
  }) as Model
}
const problem = (p: Promise<unknown>) =>
  p.then(
    () => 'no problem',
    (e) => (e instanceof ModelProblem ? e.kind : e),
  )
async function read(m: Model, q = question as Parameters<Model['stream']>[0], onText = () => {}) {
  let text = ''
  let usage: { in: number; out: number } | undefined
  try {
    for await (const part of m.stream(q)) {
      if ('text' in part) {
        text += part.text
        onText()
      } else usage = part.usage
    }
    return { text, usage, kind: 'no problem' }
  } catch (e) {
    return { text, usage, kind: e instanceof ModelProblem ? e.kind : e }
  }
}

test('returns an object of the schema with its usage, for every provider, and never offers a tool', async () => {
  ai.mock.onMessage(/color/, { content: '{"word":"green","count":3}' })
  for (const [provider, base] of [
    ['openai-compatible', '/v1'],
    ['openai', '/v1'],
    ['anthropic', '/v1'],
  ] as const) {
    const m = made({}, { AI_PROVIDER: provider, AI_BASE_URL: `${ai.mock.url}${base}` })
    const { value, usage } = await m.object(question, Shape)
    expect(value, provider).toEqual({ word: 'green', count: 3 })
    expect(usage.in + usage.out).toBeGreaterThan(0)
    const stream = await read(m)
    expect([stream.kind, stream.text], provider).toEqual(['no problem', '{"word":"green","count":3}'])
  }
  const bodies = ai.mock.getRequests().map((r) => r.body as unknown as Record<string, unknown>)
  expect(bodies.length).toBe(6)
  for (const b of bodies) {
    const tools = (b.tools ?? []) as { function?: { name: string } }[]
    // Anthropic's models get the schema of the answer as a tool named “json”, which does nothing.
    expect(tools.map((t) => t.function?.name).filter((name) => name !== 'json')).toEqual([])
  }
})

test('costs what the settings say, rounded up to a millionth of a dollar', () => {
  expect(made().cost({ in: 1_000_000, out: 1_000_000 })).toBe(18_000_000)
  expect(made().cost({ in: 1, out: 0 })).toBe(3)
  expect(made({}, { AI_PRICE_IN_CENTS: '', AI_PRICE_OUT_CENTS: '' }).cost({ in: 1, out: 1 })).toBeUndefined()
})

test('retries after 429 and 500, and gives up if that continues', async () => {
  ai.mock.onMessage(/color/, { content: '{"word":"red","count":1}' })
  ai.mock.nextRequestError(429, { message: 'slow down' })
  ai.mock.nextRequestError(500, { message: 'oops' })
  // The mock's Retry-After is one second.
  expect((await made().object(question, Shape)).value.word).toBe('red')
  expect(ai.mock.getRequests().length).toBe(3)
  ai.clear()
  ai.mock.onMessage(/color/, { error: { message: 'slow down' }, status: 429, retryAfter: 0 })
  expect(await problem(made().object(question, Shape))).toBe('busy')
  expect((await read(made())).kind).toBe('busy')
  expect(ai.mock.getRequests().length).toBe(6)
})

test('does not retry what the provider rejects permanently', async () => {
  ai.mock.onMessage(/color/, { error: { message: 'no such key' }, status: 401 })
  expect(await problem(made().object(question, Shape))).toBe('unavailable')
  expect(ai.mock.getRequests().length).toBe(1)
})

test('a question that was rejected for its content does not pause other questions', async () => {
  const m = made()
  for (const status of [400, 413, 422]) {
    ai.clear()
    ai.mock.onMessage(/color/, { error: { message: 'not about this' }, status })
    for (let i = 0; i < 3; i++) expect(await problem(m.object(question, Shape)), `status ${status}`).toBe('broken')
    expect((await read(m)).kind).toBe('broken')
    expect(ai.mock.getRequests().length).toBe(4)
  }
  ai.clear()
  ai.mock.onMessage(/color/, { content: '{"word":"red","count":1}' })
  expect((await m.object(question, Shape)).value.word).toBe('red')
})

test('an answer in another format is invalid, and the message does not quote it', async () => {
  for (const content of ['{"word":"blue","count":1}', '{"word":"red","cou', 'Sure! The color is red.', '']) {
    ai.clear()
    ai.mock.onMessage(/color/, { content })
    const e = await made()
      .object(question, Shape)
      .catch((x) => x)
    expect((e as ModelProblem).kind, content).toBe('broken')
    if (content) expect((e as Error).message).not.toContain(content)
  }
})

test('an answer that calls a tool is invalid, because there are none', async () => {
  ai.mock.onMessage(/color/, { toolCalls: [{ name: 'send_email', arguments: '{"to":"a@evil.example"}' }] })
  expect(await problem(made().object(question, Shape))).toBe('broken')
  expect((await read(made())).text).toBe('')
})

test('a late first token is slow, and so is a late answer', async () => {
  ai.mock.onMessage(/color/, { content: '{"word":"red","count":1}' }, { chaos: { latencyMs: 600 } })
  expect((await read(made({ firstMs: 300 }))).kind).toBe('slow')
  expect(await problem(made({ totalMs: 200 }).object(question, Shape))).toBe('slow')
})

test('a stream that ends early is cut, and keeps what arrived', async () => {
  const content = 'one two three four five six seven eight nine ten '.repeat(4)
  ai.mock.onMessage(/color/, { content }, { latency: 10, chunkSize: 10, truncateAfterChunks: 5 })
  const cut = await read(made())
  expect(cut.kind).toBe('cut')
  expect(cut.text.length).toBeGreaterThan(0)
  expect(content.startsWith(cut.text)).toBe(true)
})

test('the caller can stop an answer, and keeps what arrived', async () => {
  const content = 'green '.repeat(200)
  ai.mock.onMessage(/color/, { content }, { latency: 20, chunkSize: 6 })
  const stop = new AbortController()
  const stopped = await read(made(), { ...question, signal: stop.signal }, () => stop.abort())
  expect(stopped.kind).toBe('stopped')
  // The stream stopped in the middle of the answer, not at its end.
  expect(stopped.text.length).toBeGreaterThan(0)
  expect(stopped.text.length).toBeLessThan(content.length)
})

test('pauses after five failures; then one request tries again', async () => {
  ai.mock.onMessage(/color/, { error: { message: 'no' }, status: 401 })
  vi.useFakeTimers({ toFake: ['Date'] })
  const m = made({ pauseMs: 60_000 })
  for (let i = 0; i < 7; i++) expect(await problem(m.object(question, Shape))).toBe('unavailable')
  expect(ai.mock.getRequests().length).toBe(5)
  ai.clear()
  ai.mock.onMessage(/color/, { content: '{"word":"red","count":1}' })
  vi.setSystemTime(Date.now() + 59_999)
  expect(await problem(m.object(question, Shape))).toBe('unavailable')
  vi.setSystemTime(Date.now() + 1)
  expect((await m.object(question, Shape)).value.word).toBe('red')
  expect((await m.object(question, Shape)).value.count).toBe(1)
})

test('without a provider there is no model; incomplete settings name what is missing', () => {
  const wrong = (more: Record<string, string>) => {
    try {
      made({}, more)
      return ''
    } catch (e) {
      return (e as Error).message
    }
  }
  expect(made({}, { AI_PROVIDER: '', AI_MODEL: '', AI_API_KEY: '' })).toBeUndefined()
  expect(wrong({ AI_MODEL: '' })).toBe('AI_PROVIDER also needs AI_MODEL')
  expect(wrong({ AI_PROVIDER: 'anthropic', AI_API_KEY: '' })).toBe('AI_PROVIDER also needs AI_API_KEY')
  expect(wrong({ AI_BASE_URL: '' })).toBe('AI_PROVIDER also needs AI_BASE_URL')
  expect(wrong({ AI_DAILY_BUDGET_CENTS: '5', AI_PRICE_IN_CENTS: '', AI_PRICE_OUT_CENTS: '' })).toBe(
    'AI_DAILY_BUDGET_CENTS also needs AI_PRICE_IN_CENTS',
  )
})
