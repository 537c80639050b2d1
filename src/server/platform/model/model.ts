// The only file that uses the AI SDK. It sends a question and returns text or an object of a given schema. The model
// gets no tools, and its answers are only data for the caller.
import type { LanguageModel } from 'ai'
import type { z } from 'zod'
import type { Env, ModelSettings } from '../env.ts'
import type { Log } from '../observability/log.ts'

/** Time limits for the start and the end of an answer, in milliseconds. */
const FIRST_MS = 20_000
const TOTAL_MS = 60_000
/** Attempts after the first, for temporary errors, and the minimum delay before them in milliseconds. */
const RETRIES = 2
const WAIT_MS = 1_000
/** If the provider asks to wait longer than this (milliseconds), there is no further attempt. */
const WAIT_AT_MOST_MS = 8_000
/** Circuit breaker: after this many failures in a row, questions fail immediately during a pause. */
const FAILURES = 5
const PAUSE_MS = 30_000
/** Concurrent questions. Further ones fail as `busy`. */
const AT_ONCE = 8
/** Maximum bytes of an answer: far more than any question allows, even with the overhead of a stream. */
const ANSWER_MAX = 2_000_000

/**
 * `busy`: the provider's or our own rate limit was reached. `slow`: no answer in time. `unavailable`: the provider
 * cannot be reached or refuses our calls. `broken`: the answer is invalid or the question was refused. `cut`: the
 * answer ended in the middle. `stopped`: the caller canceled.
 */
export type ModelTrouble = 'busy' | 'slow' | 'unavailable' | 'broken' | 'cut' | 'stopped'
/** Tokens sent and received. */
export type Usage = { in: number; out: number }
export const NO_USAGE: Usage = { in: 0, out: 0 }

/** Thrown when there is no answer, with the reason and the tokens that were used anyway. */
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

/** A question. `system` is our own text; `prompt` can contain text of other people. */
export type Question = { system: string; prompt: string; maxTokens: number; signal?: AbortSignal | undefined }

type Options = { firstMs?: number; totalMs?: number; waitMs?: number; pauseMs?: number }

/**
 * Like `fetch`, but aborts an answer that is too long, before it fills the memory, and follows no redirect, which would
 * send the key and the question elsewhere.
 */
const bounded: typeof fetch = async (input, init) => {
  const r = await fetch(input, { ...init, redirect: 'error' })
  if (!r.body) return r
  let bytes = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, to) {
      bytes += chunk.byteLength
      if (bytes > ANSWER_MAX) to.error(new ModelProblem('broken', 'The response is too long.'))
      else to.enqueue(chunk)
    },
  })
  return new Response(r.body.pipeThrough(counted), { status: r.status, statusText: r.statusText, headers: r.headers })
}

/** Loads the SDK, with the first question instead of at startup because loading is slow. */
async function open(settings: ModelSettings): Promise<{ sdk: typeof import('ai'); at: LanguageModel }> {
  const sdk = await import('ai')
  ;(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false
  const { provider, name, apiKey, baseUrl } = settings
  const common = { fetch: bounded, ...(apiKey ? { apiKey } : {}), ...(baseUrl ? { baseURL: baseUrl } : {}) }
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      // Use the chat API: the provider stores calls of the responses API by default.
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

/** Creates the client of the configured model; undefined when none is set up. */
export function createModel({ model: settings }: Pick<Env, 'model'>, log: Log, options: Options = {}) {
  if (!settings) return undefined
  const { firstMs = FIRST_MS, totalMs = TOTAL_MS, waitMs = WAIT_MS, pauseMs = PAUSE_MS } = options
  let opened: ReturnType<typeof open> | undefined
  let running = 0
  let failures = 0
  let pausedUntil = 0

  /** Loads the SDK once. Throws ModelProblem if that fails; the next question tries again. */
  const load = (): ReturnType<typeof open> =>
    (opened ??= open(settings).catch((e: unknown) => {
      opened = undefined
      log.error({ err: e }, 'could not load the model client')
      throw new ModelProblem('unavailable', 'The model is not available.')
    }))

  function enter(): void {
    const now = Date.now()
    if (now < pausedUntil) throw new ModelProblem('unavailable', 'The model isn’t responding.')
    if (running >= AT_ONCE) throw new ModelProblem('busy', 'The model is busy.')
    // While one question tests whether the model is back, the others fail immediately.
    if (failures >= FAILURES) pausedUntil = now + pauseMs
    running++
  }
  function leave(problem?: ModelProblem): void {
    running--
    if (problem?.kind === 'stopped') return
    // The model works, although this answer is invalid. Bad prompts of one user must not cause a pause for everyone.
    if (!problem || problem.kind === 'broken' || problem.usage !== NO_USAGE) {
      failures = 0
      pausedUntil = 0
      return
    }
    if (++failures >= FAILURES) pausedUntil = Date.now() + pauseMs
    // Log nothing of the question or the answer.
    log.warn({ kind: problem.kind, why: problem.message }, 'the model did not respond')
  }

  /** Starts the time limits of one attempt, and records why it was aborted. */
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
          : why && new ModelProblem('slow', 'The model didn’t respond in time.'),
      done() {
        clearTimeout(first)
        clearTimeout(total)
        outer?.removeEventListener('abort', stop)
        // If the caller stopped reading the stream, abort the rest of it.
        inner.abort()
      },
    }
  }

  /** Waits and returns true if another attempt may help and there is time for it. */
  async function mayRetry(e: unknown, tries: number, until: number, signal: AbortSignal | undefined): Promise<boolean> {
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
      const at = await load().catch((e: ModelProblem) => {
        throw (problem = e)
      })
      for (let tries = 0; ; tries++) {
        const limit = limits(q.signal, until)
        // The answer arrives all at once, so there is no separate limit for its start.
        limit.began()
        try {
          return await one(at, limit.signal)
        } catch (e) {
          problem = limit.reason() ?? problemOf(e, q)
          if (problem.kind === 'stopped' || !(await mayRetry(problem, tries, until, q.signal)))
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
    /** Returns the cost in millionths of a dollar; undefined when no prices are set. */
    cost({ in: sent, out }: Usage): number | undefined {
      const { prices } = settings
      return prices && Math.ceil((sent * prices.in + out * prices.out) / 100)
    },
    /** Asks for an object of the given schema. Throws ModelProblem and nothing else. */
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
     * Yields the text of an answer in pieces as it arrives, and the usage at the end. There are no retries after the
     * first piece. Throws ModelProblem and nothing else.
     */
    async *stream(q: Question): AsyncGenerator<{ text: string } | { usage: Usage }, void, void> {
      enter()
      let problem: ModelProblem | undefined = new ModelProblem('stopped', 'Stopped.')
      const until = Date.now() + totalMs
      try {
        const { sdk, at } = await load().catch((e: ModelProblem) => {
          throw (problem = e)
        })
        for (let tries = 0; ; tries++) {
          const limit = limits(q.signal, until)
          let begun = false
          try {
            const r = sdk.streamText({
              model: at,
              ...spoken(q),
              ...usual,
              abortSignal: limit.signal,
              // Errors are also part of the stream and handled below.
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
              throw new ModelProblem('cut', 'The response was incomplete.', ended?.usage)
            problem = undefined
            yield { usage: ended.usage }
            return
          } catch (e) {
            const found = limit.reason() ?? problemOf(e, q)
            problem =
              begun && ['unavailable', 'broken'].includes(found.kind) ? new ModelProblem('cut', found.message) : found
            if (begun || problem.kind === 'stopped' || !(await mayRetry(problem, tries, until, q.signal))) throw problem
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
export type Model = NonNullable<ReturnType<typeof createModel>>

/** A temporary problem: another attempt may help. */
class Again extends ModelProblem {
  readonly afterMs: number | undefined
  constructor(kind: ModelTrouble, message: string, afterMs: number | undefined) {
    super(kind, message)
    this.afterMs = afterMs
  }
}

type Counted = { inputTokens?: number | undefined; outputTokens?: number | undefined }
/**
 * Returns the provider's token counts. Without them, estimates four characters per token, so that budgets still work.
 */
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
    if (statusCode === 429) return new Again('busy', 'The model’s rate limit was reached.', afterMs)
    if (statusCode === undefined) return new Again('unavailable', 'The model can’t be reached.', undefined)
    if (statusCode >= 500) return new Again('unavailable', `The model returned status ${statusCode}.`, afterMs)
    if (statusCode === 401 || statusCode === 403)
      return new ModelProblem('unavailable', 'The AI provider rejected AI_API_KEY. Check this setting.')
    if (statusCode < 400) return new ModelProblem('broken', 'The response can’t be read.')
    // The question itself is the reason: it is too long, or violates the provider's rules.
    if ([400, 413, 422].includes(statusCode))
      return new ModelProblem('broken', `The AI provider rejected this request (${statusCode}).`)
    return new ModelProblem(
      'unavailable',
      `The AI provider rejected the request (${statusCode}). Check AI_MODEL and AI_BASE_URL.`,
    )
  }
  // The answer does not match the schema. Do not put it into the message: it can contain text of other people.
  const { usage, text } = e as { usage?: Counted; text?: string }
  if (
    /^AI_(NoObjectGenerated|NoOutputGenerated|JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody)|^ZodError/.test(
      name,
    )
  )
    return new ModelProblem('broken', 'The response doesn’t have the requested format.', usageOf(usage, q, text ?? ''))
  return new Again('unavailable', 'The model can’t be reached.', undefined)
}
