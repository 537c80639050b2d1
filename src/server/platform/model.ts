// The only place that knows the AI SDK: a question goes out, text or an object of a given shape comes back. It is given
// no tool, and what it answers is data for whoever asked.
import type { LanguageModel } from 'ai'
import type { z } from 'zod'
import type { Env, ModelSettings } from './env.ts'
import type { Log } from './log.ts'

/** Milliseconds until the first word, and until the last. */
const FIRST_MS = 20_000
const TOTAL_MS = 60_000
/** Attempts after the first, for what may go better a moment later; and how long each waits at least. */
const RETRIES = 2
const WAIT_MS = 1_000
/** A provider that asks to wait longer than this is not waited for. */
const WAIT_AT_MOST_MS = 8_000
/** Failures in a row after which nothing is asked for a while. */
const FAILURES = 5
const PAUSE_MS = 30_000
/** Questions at once; the others are told to come again. */
const AT_ONCE = 8
/** Bytes of an answer: far beyond what any question is allowed, also in the small pieces of a stream. */
const ANSWER_MAX = 2_000_000

/**
 * `busy`: it asks for fewer questions, or we do. `slow`: no answer in time. `unavailable`: it cannot be reached, or refuses
 * us. `broken`: it answered something else than was asked for. `cut`: the answer ended in the middle. `stopped`: by whoever
 * asked.
 */
export type ModelTrouble = 'busy' | 'slow' | 'unavailable' | 'broken' | 'cut' | 'stopped'
/** Tokens that were sent and answered. */
export type Usage = { in: number; out: number }
export const NO_USAGE: Usage = { in: 0, out: 0 }

/** Why there is no answer, and what was used up all the same. */
export class ModelProblem extends Error {
  override name = 'ModelProblem'
  readonly kind: ModelTrouble
  readonly usage: Usage
  constructor(kind: ModelTrouble, message: string, usage: Usage = NO_USAGE) {
    super(message)
    this.kind = kind
    this.usage = usage
  }
}

/** A question. `system` is ours; `prompt` may hold what others wrote. */
export type Question = { system: string; prompt: string; maxTokens: number; signal?: AbortSignal | undefined }

type Options = { firstMs?: number; totalMs?: number; waitMs?: number; pauseMs?: number }

/** Fetches, and gives up an answer without end before it fills the memory. */
const bounded: typeof fetch = async (input, init) => {
  const r = await fetch(input, init)
  if (!r.body) return r
  let bytes = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, to) {
      bytes += chunk.byteLength
      if (bytes > ANSWER_MAX) to.error(new ModelProblem('broken', 'The answer is too long.'))
      else to.enqueue(chunk)
    },
  })
  return new Response(r.body.pipeThrough(counted), { status: r.status, statusText: r.statusText, headers: r.headers })
}

/** The SDK takes its time to load: with the first question, not with the start. */
async function open(settings: ModelSettings): Promise<{ sdk: typeof import('ai'); at: LanguageModel }> {
  const sdk = await import('ai')
  ;(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false
  const { provider, name, apiKey, baseUrl } = settings
  const common = { fetch: bounded, ...(apiKey ? { apiKey } : {}), ...(baseUrl ? { baseURL: baseUrl } : {}) }
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      // Chat, not responses: those are stored at the provider unless told otherwise.
      return { sdk, at: createOpenAI(common).chat(name) }
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return { sdk, at: createAnthropic(common)(name) }
    }
    default: {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const made = createOpenAICompatible({
        name: 'compatible',
        ...common,
        baseURL: baseUrl as string,
        includeUsage: true,
        supportsStructuredOutputs: true,
      })
      return { sdk, at: made(name) }
    }
  }
}

/** Opens the model of the settings; undefined when none is set up. */
export function model({ model: settings }: Pick<Env, 'model'>, log: Log, options: Options = {}) {
  if (!settings) return undefined
  const { firstMs = FIRST_MS, totalMs = TOTAL_MS, waitMs = WAIT_MS, pauseMs = PAUSE_MS } = options
  let opened: ReturnType<typeof open> | undefined
  let running = 0
  let failures = 0
  let pausedUntil = 0

  function enter(): void {
    const now = Date.now()
    if (now < pausedUntil) throw new ModelProblem('unavailable', 'The model has not answered lately.')
    if (running >= AT_ONCE) throw new ModelProblem('busy', 'Too many questions wait for the model.')
    // While one question tries whether it is back, the others do not wait for it.
    if (failures >= FAILURES) pausedUntil = now + pauseMs
    running++
  }
  function leave(problem?: ModelProblem): void {
    running--
    if (problem?.kind === 'stopped') return
    // It answers, though not as one would wish: nobody can talk it into a pause for everybody else.
    if (!problem || problem.kind === 'broken' || problem.usage !== NO_USAGE) {
      failures = 0
      pausedUntil = 0
      return
    }
    if (++failures >= FAILURES) pausedUntil = Date.now() + pauseMs
    // Nothing of what was asked or answered.
    log.warn({ kind: problem.kind, why: problem.message }, 'the model did not answer')
  }

  /** Time limits around one attempt, and what ended it. */
  function limits(outer: AbortSignal | undefined, until: number) {
    const inner = new AbortController()
    let why: 'slow' | undefined
    const end = () => {
      why = 'slow'
      inner.abort()
    }
    const first = setTimeout(end, Math.min(firstMs, until - Date.now()))
    const total = setTimeout(end, until - Date.now())
    const stop = () => inner.abort()
    outer?.addEventListener('abort', stop, { once: true })
    if (outer?.aborted) inner.abort()
    return {
      signal: inner.signal,
      began: () => clearTimeout(first),
      reason: (): ModelProblem | undefined =>
        outer?.aborted
          ? new ModelProblem('stopped', 'Stopped.')
          : why && new ModelProblem('slow', 'The model did not answer in time.'),
      done() {
        clearTimeout(first)
        clearTimeout(total)
        outer?.removeEventListener('abort', stop)
        // Whoever stopped listening to a stream does not want the rest of it.
        inner.abort()
      },
    }
  }

  /** Again after a while, when that may help and there is time for it. */
  async function again(e: unknown, tries: number, until: number, signal: AbortSignal | undefined): Promise<boolean> {
    const wait = e instanceof Again ? Math.max(e.afterMs ?? 0, waitMs * 2 ** tries) : undefined
    if (wait === undefined || tries >= RETRIES || wait > WAIT_AT_MOST_MS || Date.now() + wait > until) return false
    await new Promise<void>((ok) => {
      const timer = setTimeout(ok, wait)
      signal?.addEventListener(
        'abort',
        () => {
          clearTimeout(timer)
          ok()
        },
        { once: true },
      )
    })
    return !signal?.aborted
  }

  async function ask<T>(
    q: Question,
    one: (at: Awaited<ReturnType<typeof open>>, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    enter()
    let problem: ModelProblem | undefined
    const until = Date.now() + totalMs
    try {
      const at = await (opened ??= open(settings as ModelSettings))
      for (let tries = 0; ; tries++) {
        const limit = limits(q.signal, until)
        // A whole answer has no first word to wait for.
        limit.began()
        try {
          return await one(at, limit.signal)
        } catch (e) {
          problem = limit.reason() ?? problemOf(e, q)
          if (problem.kind === 'stopped' || !(await again(problem, tries, until, q.signal)))
            throw q.signal?.aborted ? (problem = new ModelProblem('stopped', 'Stopped.')) : problem
          problem = undefined
        } finally {
          limit.done()
        }
      }
    } finally {
      leave(problem)
    }
  }

  const usual = { maxRetries: 0 } as const
  const spoken = (q: Question) => ({ instructions: q.system, prompt: q.prompt, maxOutputTokens: q.maxTokens })

  return {
    provider: settings.provider,
    name: settings.name,
    /** Millionths of a dollar; undefined when nobody said what the model costs. */
    cost({ in: sent, out }: Usage): number | undefined {
      const { prices } = settings
      return prices && Math.ceil((sent * prices.in + out * prices.out) / 100)
    },
    /** An object of the given shape. Throws ModelProblem and nothing else. */
    object<T>(q: Question, schema: z.ZodType<T>): Promise<{ value: T; usage: Usage }> {
      return ask(q, async ({ sdk, at }, abortSignal) => {
        const r = await sdk.generateText({
          model: at,
          ...spoken(q),
          ...usual,
          abortSignal,
          output: sdk.Output.object({ schema }),
        })
        return { value: schema.parse(r.output), usage: usageOf(r.usage, q, r.text) }
      })
    },
    /**
     * Text as it comes, in pieces; the last thing it gives is what was used. Nothing is tried again once a piece was given.
     * Throws ModelProblem and nothing else.
     */
    async *stream(q: Question): AsyncGenerator<{ text: string } | { usage: Usage }, void, void> {
      enter()
      let problem: ModelProblem | undefined = new ModelProblem('stopped', 'Stopped.')
      const until = Date.now() + totalMs
      try {
        const { sdk, at } = await (opened ??= open(settings as ModelSettings))
        for (let tries = 0; ; tries++) {
          const limit = limits(q.signal, until)
          let begun = false
          try {
            const r = sdk.streamText({
              model: at,
              ...spoken(q),
              ...usual,
              abortSignal: limit.signal,
              // They come as a part of the stream, too.
              onError: () => {},
            })
            let ended: { usage: Usage; reason: string } | undefined
            let all = ''
            for await (const part of r.fullStream) {
              if (part.type === 'text-delta' && part.text) {
                limit.began()
                begun = true
                all += part.text
                yield { text: part.text }
              } else if (part.type === 'error') throw part.error
              else if (part.type === 'abort') throw new ModelProblem('stopped', 'Stopped.')
              else if (part.type === 'finish')
                ended = { usage: usageOf(part.totalUsage, q, all), reason: part.finishReason }
            }
            if (limit.signal.aborted) throw limit.reason() ?? new ModelProblem('stopped', 'Stopped.')
            if (!ended || !['stop', 'length'].includes(ended.reason))
              throw new ModelProblem('cut', 'The answer ended in the middle.', ended?.usage)
            problem = undefined
            yield { usage: ended.usage }
            return
          } catch (e) {
            const found = limit.reason() ?? problemOf(e, q)
            problem =
              begun && ['unavailable', 'broken'].includes(found.kind) ? new ModelProblem('cut', found.message) : found
            if (begun || problem.kind === 'stopped' || !(await again(problem, tries, until, q.signal))) throw problem
            problem = new ModelProblem('stopped', 'Stopped.')
          } finally {
            limit.done()
          }
        }
      } finally {
        leave(problem)
      }
    },
  }
}
export type Model = NonNullable<ReturnType<typeof model>>

/** A problem that may be over a moment later. */
class Again extends ModelProblem {
  readonly afterMs: number | undefined
  constructor(kind: ModelTrouble, message: string, afterMs: number | undefined) {
    super(kind, message)
    this.afterMs = afterMs
  }
}

type Counted = { inputTokens?: number | undefined; outputTokens?: number | undefined }
/** What the provider counted. One that does not count is reckoned with four letters to a token: budgets must hold there too. */
const usageOf = (u: Counted | undefined, sent: Question, answered: string): Usage => ({
  in: u?.inputTokens || Math.ceil((sent.system.length + sent.prompt.length) / 4),
  out: u?.outputTokens || Math.ceil(answered.length / 4),
})

type CallError = { statusCode?: number; isRetryable?: boolean; responseHeaders?: Record<string, string> }

function problemOf(e: unknown, q: Question): ModelProblem {
  if (e instanceof ModelProblem) return e
  if (e instanceof Error && e.cause instanceof ModelProblem) return e.cause
  const name = e instanceof Error ? e.name : ''
  if (name === 'AI_APICallError') {
    const { statusCode, responseHeaders } = e as CallError
    const after = Number(responseHeaders?.['retry-after'])
    const afterMs = Number.isFinite(after) ? after * 1000 : undefined
    if (statusCode === 429) return new Again('busy', 'The model asks for fewer questions.', afterMs)
    if (statusCode === undefined) return new Again('unavailable', 'The model cannot be reached.', undefined)
    if (statusCode >= 500) return new Again('unavailable', `The model answered ${statusCode}.`, afterMs)
    if (statusCode === 401 || statusCode === 403)
      return new ModelProblem('unavailable', 'The provider does not accept AI_API_KEY.')
    if (statusCode < 400) return new ModelProblem('broken', 'The answer cannot be read.')
    // Too long, or words that it lets nobody ask about: it is this question.
    if ([400, 413, 422].includes(statusCode))
      return new ModelProblem('broken', `The provider refused this question (${statusCode}).`)
    return new ModelProblem('unavailable', `The provider refused the question (${statusCode}).`)
  }
  // What was answered is not what was asked for. What it said stays out of the message: it may hold what others wrote.
  const { usage, text } = e as { usage?: Counted; text?: string }
  if (
    /^AI_(NoObjectGenerated|NoOutputGenerated|JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody)|^ZodError/.test(
      name,
    )
  )
    return new ModelProblem(
      'broken',
      'The answer is not in the shape that was asked for.',
      usageOf(usage, q, text ?? ''),
    )
  return new Again('unavailable', 'The model cannot be reached.', undefined)
}
