// One question to the model, from the company's choice to the row that says what it cost. Every use goes through here.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { OUTCOMES } from '../../contract/prompts.ts'
import { type Db, systemOf as systemActor } from '../platform/db.ts'
import { type Model, ModelProblem, NO_USAGE, type Usage } from '../platform/model.ts'
import type { Platform } from '../platform/platform.ts'
import {
  cleaned,
  cleanedSoFar,
  completed,
  type Key,
  KINDS,
  type Output,
  rendered,
  schemaOf,
  systemOf,
} from './kinds.ts'
import { redactAll } from './redact.ts'

/** Why the model is not asked at all. */
export type Closed = 'NO_MODEL' | 'MODEL_OFF' | 'BUDGET_SPENT'
/** The model is not asked: none is there, the company wants none, or the budget is spent. */
export class NotAsked extends Error {
  override name = 'NotAsked'
  readonly code: Closed
  constructor(code: Closed) {
    super(code)
    this.code = code
  }
}

/** What is asked: `values` are what stands in the prompt, of the company whose words they are. */
export type Asking = {
  key: Key
  companyId: string
  /** `number` undefined: a text that was never saved. */
  text: { number: number | undefined; body: string }
  values: Record<string, string | null>
  purpose: 'use' | 'test' | 'replay'
  subject?: { type: string; id: string } | undefined
  askedBy: string | null
  signal?: AbortSignal | undefined
}
type Outcome = (typeof OUTCOMES)[number]
/** What came of it. `output` is cleaned; it is there when the outcome is `ok`. */
export type Answer = {
  callId: string
  outcome: Outcome
  output: Output | undefined
  problem: string | undefined
  usage: Usage
  ms: number
  costMicros: number | null
  sent: string
}

/** Whether the model may be asked about a company at all; in one answer for screens and for `ask`. */
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

/** What was spent today, in millionths of a dollar: by everybody and by one company. */
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

type Prepared = { id: string; model: Model; system: string; sent: string; began: number }

/** Checks the choice and the budget, and puts down what the question may cost at most. Throws NotAsked, TemplateProblem. */
async function prepare(platform: Platform, a: Asking, streamed: boolean): Promise<Prepared> {
  const { model, env } = platform
  if (!model) throw new NotAsked('NO_MODEL')
  const values = redactAll(completed(a.key, a.values))
  const sent = rendered(a.key, a.text.body, values)
  const system = systemOf(a.key, streamed)
  const id = uuid()
  // Three letters to a token is more than any language needs on average.
  const most = model.cost({ in: Math.ceil((system.length + sent.length) / 3), out: KINDS[a.key].maxTokens })
  const limits = env.model
  await platform.db.asActor(systemActor(a.companyId), async (db) => {
    const closed = await closedFor(platform, db, a.companyId)
    if (closed) throw new NotAsked(closed)
    if (most !== undefined && (limits?.dailyCents !== undefined || limits?.companyCents !== undefined)) {
      // One after the other: many that ask at once must not spend the same money.
      await sql`select pg_advisory_xact_lock(hashtext('model budget'))`.execute(db)
      const spent = await spentToday(db, a.companyId)
      const over = (cents: number | undefined, so: number) => cents !== undefined && so + most > cents * 10_000
      if (over(limits.dailyCents, spent.all) || over(limits.companyCents, spent.company))
        throw new NotAsked('BUDGET_SPENT')
    }
    await db
      .insertInto('model_calls')
      .values({
        company_id: a.companyId,
        id,
        key: a.key,
        number: a.text.number || null,
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
  return { id, model, system, sent, began: performance.now() }
}

/** Writes down how it ended. */
async function finish(
  platform: Platform,
  a: Asking,
  p: Prepared,
  ended: { outcome: Outcome; output?: Output | undefined; problem?: string | undefined; usage: Usage },
): Promise<Answer> {
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
    outcome: ended.outcome,
    output: ended.output,
    problem: ended.problem,
    usage: ended.usage,
    ms,
    costMicros,
    sent: p.sent,
  }
}
const EMPTY = 'Nothing usable was left of the answer.'
const lookedAt = (e: unknown): { outcome: Outcome; problem: string; usage: Usage } =>
  e instanceof ModelProblem
    ? { outcome: e.kind, problem: e.message, usage: e.usage }
    : { outcome: 'lost', problem: 'Something went wrong on our side.', usage: NO_USAGE }

/** Asks for a whole answer. What the model does wrong is an outcome, not an error; throws NotAsked and TemplateProblem. */
export async function ask(platform: Platform, a: Asking): Promise<Answer> {
  const p = await prepare(platform, a, false)
  const question = { system: p.system, prompt: p.sent, maxTokens: KINDS[a.key].maxTokens, signal: a.signal }
  try {
    const { value, usage } = await p.model.object(question, schemaOf(a.key))
    const output = cleaned(a.key, value)
    return await finish(
      platform,
      a,
      p,
      output ? { outcome: 'ok', output, usage } : { outcome: 'broken', problem: EMPTY, usage },
    )
  } catch (e) {
    if (!(e instanceof ModelProblem)) platform.log.error({ err: e }, 'asking the model')
    return finish(platform, a, p, lookedAt(e))
  }
}

/** At least so long between two pieces that are shown, in milliseconds. */
const PACE_MS = 80

/**
 * Asks for text and gives all of it so far, cleaned, again and again; returns what came of it. When the reader goes, the
 * model is stopped.
 */
export async function* askForText(platform: Platform, a: Asking): AsyncGenerator<string, Answer, void> {
  const p = await prepare(platform, a, true)
  const stop = new AbortController()
  const signal = a.signal ? AbortSignal.any([a.signal, stop.signal]) : stop.signal
  let all = ''
  let usage = NO_USAGE
  let ended: Parameters<typeof finish>[3] = { outcome: 'stopped', usage }
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
    if (!(e instanceof ModelProblem)) platform.log.error({ err: e }, 'asking the model')
  } finally {
    stop.abort()
    // What a model that was stopped has used, nobody says: what was sent and came is reckoned as above.
    if (ended.usage === NO_USAGE && ended.outcome !== 'busy' && ended.outcome !== 'unavailable')
      ended = {
        ...ended,
        usage: { in: Math.ceil((p.system.length + p.sent.length) / 4), out: Math.ceil(all.length / 4) },
      }
    answer = await finish(platform, a, p, ended)
  }
  return answer
}
