// A prompt is tried before it is used: on values, or on what it was really used on.
import { ORPCError } from '@orpc/server'
import type { z } from 'zod'
import type { PastInput, TestRun } from '../../contract/prompts.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import type { Db } from '../platform/db.ts'
import { TemplateProblem } from '../platform/liquid.ts'
import { type Answer, type Asking, ask, NotAsked } from './ask.ts'
import { refuseUnlessUsable } from './draft.ts'
import { keyed } from './get.ts'
import { type Key, KINDS, type Output, shown, type Values } from './kinds.ts'
import { liveText, versionOf } from './store.ts'

type Run = z.infer<typeof TestRun>
type Which = { body?: string | undefined; number?: number | undefined }

/** NO_MODEL, MODEL_OFF and BUDGET_SPENT in the words of the contract; UNPROCESSABLE beside the text. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (e) {
    if (e instanceof NotAsked) throw refuse(e.code)
    if (e instanceof TemplateProblem) throw refuse('UNPROCESSABLE', { fields: { body: [e.message] } })
    throw e
  }
}

const presentRun = (number: number | undefined, a: Answer): Run => ({
  number: number ?? null,
  outcome: a.outcome,
  output: a.output ? shown(a.output) : null,
  problem: a.problem ?? null,
  tokensIn: a.usage.in,
  tokensOut: a.usage.out,
  ms: a.ms,
  costMicros: a.costMicros,
  sent: a.sent,
})

async function textOf(db: Db, key: Key, { body, number }: Which): Promise<Asking['text']> {
  if (body !== undefined) {
    refuseUnlessUsable(key, body)
    return { number: undefined, body }
  }
  const found = number === undefined ? undefined : await versionOf(db, key, number)
  if (!found) throw refuse('UNPROCESSABLE', { fields: { number: ['Choose a version, or send a text.'] } })
  return found
}

/** What a prompt was used on, of the company whose words it holds. NOT_FOUND when it is gone. */
async function inputOf(
  db: Db,
  key: Key,
  id: string,
): Promise<{ companyId: string; values: Values; subject: Asking['subject'] }> {
  const row = await db
    .selectFrom('model_calls')
    .select(['company_id', 'input', 'subject_type', 'subject_id'])
    .where('id', '=', id)
    .where('key', '=', key)
    .where('purpose', '=', 'use')
    .where('input', 'is not', null)
    .executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return {
    companyId: row.company_id,
    values: row.input as Values,
    subject: row.subject_type && row.subject_id ? { type: row.subject_type, id: row.subject_id } : undefined,
  }
}

/** Names that the prompt does not have are refused with the list of those that it has. */
function checkValues(key: Key, values: Values): void {
  const names = Object.keys(KINDS[key].variables)
  const wrong = Object.keys(values).find((name) => !names.includes(name))
  if (wrong !== undefined)
    throw refuse('UNPROCESSABLE', {
      fields: { values: [`There is no variable “${wrong}”. There are: ${names.join(', ')}.`] },
    })
}

/** Asks once and says what it gave, took and cost. What went wrong with the model is part of the answer. */
export async function test(
  { platform, actor }: Actored,
  input: Which & { key: string; inputId?: string | undefined; values?: Values | undefined },
): Promise<Run> {
  const key = keyed(input.key)
  if (input.values) checkValues(key, input.values)
  const { text, on } = await platform.db.asActor(actor, async (db) => ({
    text: await textOf(db, key, input),
    on: input.inputId
      ? await inputOf(db, key, input.inputId)
      : { companyId: actor.companyId, values: input.values ?? KINDS[key].sample, subject: undefined },
  }))
  const answer = await refusing(() => ask(platform, { key, ...on, text, purpose: 'test', askedBy: actor.userId }))
  return presentRun(text.number, answer)
}

/** Asks twice about the same past input: with a text or version, and with the one that is live. */
export async function replay(
  { platform, actor }: Actored,
  input: Which & { key: string; inputId: string },
): Promise<{ live: Run; other: Run }> {
  const key = keyed(input.key)
  const { text, on } = await platform.db.asActor(actor, async (db) => ({
    text: await textOf(db, key, input),
    on: await inputOf(db, key, input.inputId),
  }))
  const live = await liveText(platform, actor.companyId, key)
  const once = (of: Asking['text']) => ask(platform, { key, ...on, text: of, purpose: 'replay', askedBy: actor.userId })
  const [a, b] = await refusing(() => Promise.all([once(live), once(text)]))
  return { live: presentRun(live.number, a), other: presentRun(text.number, b) }
}

/** What a prompt was used on lately, of companies that let it be seen; newest first. */
export function inputs(
  { platform, actor }: Actored,
  { key: name, limit, cursor }: { key: string; limit: number; cursor?: string | undefined },
): Promise<{ items: z.infer<typeof PastInput>[]; nextCursor: string | null }> {
  const key = keyed(name)
  const after = decodeCursor(cursor, 'inputs', 'instant')
  return platform.db.askAs(actor, async (db) => {
    let query = db
      .selectFrom('model_calls as m')
      .innerJoin('companies as c', 'c.id', 'm.company_id')
      .select(['m.id', 'm.created_at', 'm.company_id', 'c.name', 'm.input', 'm.number', 'm.output'])
      .where('m.key', '=', key)
      .where('m.purpose', '=', 'use')
      .where('m.input', 'is not', null)
      .where('c.model_allowed', '=', true)
      .orderBy('m.created_at', 'desc')
      .orderBy('m.id', 'desc')
      .limit(limit + 1)
    if (after) query = query.where((e) => e(e.refTuple('m.created_at', 'm.id'), '<', e.tuple(after.value, after.id)))
    const rows = await query.execute()
    const page = pageOf(rows, limit, (last) => ({ order: 'inputs', value: last.created_at, id: last.id }))
    return {
      items: page.rows.map((m) => ({
        id: m.id,
        at: m.created_at,
        company: { id: m.company_id, name: m.name },
        excerpt: excerptOf(m.input as Values),
        number: m.number ?? 0,
        output: m.output ? shown(m.output as unknown as Output) : null,
      })),
      nextCursor: page.nextCursor,
    }
  })
}
const excerptOf = (values: Values): string => {
  const named = values['ticket.subject'] ?? values['product.name'] ?? values['report.period']
  return (named ?? Object.values(values).find(Boolean) ?? '').replace(/\s+/g, ' ').slice(0, 160)
}

/** MODEL_FAILED, with why, for those who wait for an answer and get none. */
export function needed(a: Answer): Output {
  if (a.output) return a.output
  throw new ORPCError('MODEL_FAILED', {
    status: 503,
    message: `${a.problem ?? 'The language model gave no usable answer.'} Try again in a moment.`,
    data: { retryAfter: 5 },
  })
}
