// One request to the model: checks that it is allowed, makes it, and records its cost. All requests go through this
// file.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { OUTCOMES } from '../../contract/prompts.ts'
import { type Db, systemOf as systemActor } from '../platform/database/db.ts'
import { TemplateProblem } from '../platform/model/liquid.ts'
import { type Model, ModelProblem, NO_USAGE, type Usage } from '../platform/model/model.ts'
import type { Platform } from '../platform/platform.ts'
import { BUILT_IN } from './built-in.ts'
import {
  buildSystemPrompt,
  cleanByKind,
  cleanedSoFar,
  completeVariables,
  type Key,
  KINDS,
  type Output,
  renderPrompt,
  schemaOf,
  type Values,
  whyUnusable,
} from './kinds.ts'
import { redactAll } from './redact.ts'

/** Why no request is made. */
export type Closed = 'NO_MODEL' | 'MODEL_OFF' | 'BUDGET_SPENT'
/** Thrown when no request is made: no model is configured, the company does not allow it, or the budget is spent. */
export class NotAsked extends Error {
  override name = 'NotAsked'
  readonly code: Closed
  constructor(code: Closed) {
    super(code)
    this.code = code
  }
}

/** A request: `values` are the variables of the prompt, and `companyId` is the company they come from. */
export type ModelRequest = {
  key: Key
  companyId: string
  /** `number` is undefined for a text that was never saved. */
  text: { number: number | undefined; body: string }
  values: Record<string, string | null>
  purpose: 'use' | 'test' | 'replay'
  subject?: { type: string; id: string } | undefined
  askedBy: string | null
  signal?: AbortSignal | undefined
}
type Outcome = (typeof OUTCOMES)[number]
type Ended = { outcome: Outcome; output?: Output | undefined; problem?: string | undefined; usage: Usage }
/** The result of a request. `output` is cleaned and is set when the outcome is `ok`. */
export type Answer = {
  callId: string
  /** The version that was used. Undefined for a text that was never saved. */
  number: number | undefined
  outcome: Outcome
  output: Output | undefined
  problem: string | undefined
  usage: Usage
  ms: number
  costMicros: number | null
  sent: string
}

/** Returns why the model may not be used for a company, or undefined when it may. Does not check the budget. */
export async function closedFor(
  platform: Platform,
  db: Db,
  companyId: string,
): Promise<Exclude<Closed, 'BUDGET_SPENT'> | undefined> {
  if (!platform.model) return 'NO_MODEL'
  const company = await db
    .selectFrom('companies')
    .select('model_allowed')
    .where('id', '=', companyId)
    .executeTakeFirst()
  return company?.model_allowed ? undefined : 'MODEL_OFF'
}

const today = sql<string>`date_trunc('day', now() at time zone 'utc') at time zone 'utc'`

/** Returns what was spent today (UTC) in millionths of a dollar: by all companies and by one. */
export async function spentToday(db: Db, companyId: string): Promise<{ all: number; company: number }> {
  const row = await db
    .selectFrom('model_calls')
    .select([
      sql<number>`coalesce(sum(cost_micros), 0)::bigint`.as('all'),
      sql<number>`coalesce(sum(cost_micros) filter (where company_id = ${companyId}), 0)::bigint`.as('company'),
    ])
    .where('created_at', '>=', today)
    .executeTakeFirstOrThrow()
  return { all: Number(row.all), company: Number(row.company) }
}

/**
 * A request that is ready to be sent. `id` is that of its row in `model_calls`, `number` the version of the prompt, and
 * `began` the start time in milliseconds of `performance.now()`.
 */
type Prepared = {
  id: string
  model: Model
  number: number | undefined
  values: Values
  system: string
  sent: string
  began: number
}

/**
 * Renders the prompt with values. Uses the built-in text (version 0) when the live prompt cannot be rendered with these
 * values, because it was checked only with sample values. Throws TemplateProblem for other texts.
 */
function written({ log }: Platform, { key, text, purpose }: ModelRequest, values: Values) {
  try {
    return { number: text.number, sent: renderPrompt(key, text.body, values) }
  } catch (e) {
    if (!(e instanceof TemplateProblem) || purpose !== 'use' || !text.number) throw e
    log.error({ key, number: text.number, problem: e.message }, 'the live prompt cannot be rendered with these values')
    return { number: 0, sent: renderPrompt(key, BUILT_IN[key], values) }
  }
}

/**
 * An upper bound of the tokens of a text in any language, including Chinese and emoji, plus the schema of the answer.
 */
const tokensAtMost = (text: string): number => Math.ceil(Buffer.byteLength(text) / 2) + 500

/** Maximum characters per token. An answer with more means that the model ignores the limit, so it is stopped. */
const TOKEN_LETTERS = 16

/**
 * Returns the usage to record. The provider reports none for a request that was stopped or failed, so it is estimated
 * from what was sent and `written`.
 */
const estimateMissingUsage = (p: Prepared, ended: Ended, written: number): Ended =>
  ended.usage === NO_USAGE && ended.outcome !== 'busy' && ended.outcome !== 'unavailable'
    ? { ...ended, usage: { in: Math.ceil((p.system.length + p.sent.length) / 4), out: written } }
    : ended

/**
 * Checks the company's choice and the budget, and records the highest possible cost. Throws NotAsked, TemplateProblem.
 */
async function prepare(platform: Platform, a: ModelRequest, streamed: boolean): Promise<Prepared> {
  const { model, env } = platform
  if (!model) throw new NotAsked('NO_MODEL')
  const values = redactAll(completeVariables(a.key, a.values))
  const { number, sent } = written(platform, a, values)
  const system = buildSystemPrompt(a.key, streamed)
  const id = uuid()
  const most = model.cost({ in: tokensAtMost(system + sent), out: KINDS[a.key].maxTokens })
  const limits = env.model
  await platform.db.asActor(systemActor(a.companyId), async (db) => {
    const closed = await closedFor(platform, db, a.companyId)
    if (closed) throw new NotAsked(closed)
    if (most !== undefined && (limits?.dailyCents !== undefined || limits?.companyCents !== undefined)) {
      // Only one request at a time checks and reserves the budget, so that two do not spend the same part of it.
      await sql`select pg_advisory_xact_lock(hashtext('model budget'))`.execute(db)
      const spent = await spentToday(db, a.companyId)
      const part = a.purpose === 'use' ? 1 - (KINDS[a.key].leaves ?? 0) : 1
      const over = (cents: number | undefined, so: number) => cents !== undefined && so + most > cents * 10_000 * part
      if (over(limits.dailyCents, spent.all) || over(limits.companyCents, spent.company))
        throw new NotAsked('BUDGET_SPENT')
    }
    await db
      .insertInto('model_calls')
      .values({
        company_id: a.companyId,
        id,
        key: a.key,
        number: number || null,
        purpose: a.purpose,
        subject_type: a.subject?.type ?? null,
        subject_id: a.subject?.id ?? null,
        model: `${model.provider} ${model.name}`.slice(0, 200),
        cost_micros: most ?? null,
        input: JSON.stringify(values),
        asked_by: a.askedBy,
      })
      .execute()
  })
  return { id, model, number, values, system, sent, began: performance.now() }
}

/** Records the outcome of a request. */
async function finish(platform: Platform, a: ModelRequest, p: Prepared, ended: Ended): Promise<Answer> {
  const ms = Math.round(performance.now() - p.began)
  const costMicros = p.model.cost(ended.usage) ?? null
  await platform.db.askAs(systemActor(a.companyId), (db) =>
    db
      .updateTable('model_calls')
      .set({
        outcome: ended.outcome,
        error: ended.problem?.slice(0, 500) ?? null,
        tokens_in: ended.usage.in,
        tokens_out: ended.usage.out,
        ms,
        cost_micros: costMicros,
        output: ended.output ? JSON.stringify(ended.output) : null,
      })
      .where('company_id', '=', a.companyId)
      .where('id', '=', p.id)
      .execute(),
  )
  return {
    callId: p.id,
    number: p.number,
    outcome: ended.outcome,
    output: ended.output,
    problem: ended.problem,
    usage: ended.usage,
    ms,
    costMicros,
    sent: p.sent,
  }
}
const EMPTY = 'The answer contained no usable text.'
const lookedAt = (e: unknown): Ended =>
  e instanceof ModelProblem
    ? { outcome: e.kind, problem: e.message, usage: e.usage }
    : { outcome: 'lost', problem: 'An error occurred on our side.', usage: NO_USAGE }

/**
 * Requests a complete answer. An error of the model is an outcome, not an exception. Throws NotAsked and
 * TemplateProblem.
 */
export async function askModel(platform: Platform, a: ModelRequest): Promise<Answer> {
  const p = await prepare(platform, a, false)
  const question = { system: p.system, prompt: p.sent, maxTokens: KINDS[a.key].maxTokens, signal: a.signal }
  try {
    const { value, usage } = await p.model.object(question, schemaOf(a.key))
    const output = cleanByKind(a.key, value)
    const problem = output ? whyUnusable(a.key, output, p.values) : EMPTY
    return await finish(
      platform,
      a,
      p,
      problem ? { outcome: 'broken', problem, usage } : { outcome: 'ok', output, usage },
    )
  } catch (e) {
    if (!(e instanceof ModelProblem)) platform.log.error({ err: e }, 'could not ask the model')
    // Assume the maximum, because the model may have used all tokens that it was allowed.
    return finish(platform, a, p, estimateMissingUsage(p, lookedAt(e), question.maxTokens))
  }
}

/** Minimum time between two updates of a stream, in milliseconds. */
const PACE_MS = 80

/**
 * Requests text as a stream. Yields the full text so far, cleaned, each time it grows, and returns the result. Stops
 * the model when the reader disconnects. Throws NotAsked and TemplateProblem.
 */
export async function* askForText(platform: Platform, a: ModelRequest): AsyncGenerator<string, Answer, void> {
  const p = await prepare(platform, a, true)
  const stop = new AbortController()
  const signal = a.signal ? AbortSignal.any([a.signal, stop.signal]) : stop.signal
  let all = ''
  let usage = NO_USAGE
  let ended: Ended = { outcome: 'stopped', usage }
  let answer: Answer
  try {
    let shown = ''
    let at = 0
    for await (const part of p.model.stream({
      system: p.system,
      prompt: p.sent,
      maxTokens: KINDS[a.key].maxTokens,
      signal,
    })) {
      if ('usage' in part) {
        usage = part.usage
        continue
      }
      all += part.text
      if (all.length > KINDS[a.key].maxTokens * TOKEN_LETTERS) break
      if (performance.now() - at < PACE_MS) continue
      at = performance.now()
      const text = cleanedSoFar(a.key, all, false)
      if (text === shown) continue
      shown = text
      yield text
    }
    const text = cleanedSoFar(a.key, all, true)
    ended = text ? { outcome: 'ok', output: { text }, usage } : { outcome: 'broken', problem: EMPTY, usage }
  } catch (e) {
    ended = lookedAt(e)
    if (!(e instanceof ModelProblem)) platform.log.error({ err: e }, 'could not ask the model')
  } finally {
    stop.abort()
    answer = await finish(platform, a, p, estimateMissingUsage(p, ended, Math.ceil(all.length / 4)))
  }
  return answer
}
