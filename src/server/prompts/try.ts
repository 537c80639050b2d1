// Tests a prompt before it is made live, with given values or with past input.

import { ORPCError } from '@orpc/server'
import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { TestRun } from '../../contract/prompts.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { TemplateProblem } from '../platform/model/liquid.ts'
import { type Answer, askModel, type ModelRequest, NotAsked } from './ask.ts'
import { refuseUnlessUsable } from './draft.ts'
import { promptByKey } from './get.ts'
import { formatModelAnswer, type Key, KINDS, type Output, type Values } from './kinds.ts'
import { liveText, versionOf } from './store.ts'

type Run = z.infer<typeof TestRun>
type Which = { body?: string | undefined; number?: number | undefined }

/**
 * Runs `work` and returns its result. Turns its errors into those of the contract: NotAsked into NO_MODEL, MODEL_OFF or
 * BUDGET_SPENT, and TemplateProblem into UNPROCESSABLE at `body`.
 */
export async function translateErrors<T>(work: () => Promise<T>): Promise<T> {
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
  output: a.output ? formatModelAnswer(a.output) : null,
  problem: a.problem ?? null,
  tokensIn: a.usage.in,
  tokensOut: a.usage.out,
  ms: a.ms,
  costMicros: a.costMicros,
  sent: a.sent,
})

async function textOf(db: Db, key: Key, { body, number }: Which): Promise<ModelRequest['text']> {
  if (body !== undefined) {
    refuseUnlessUsable(key, body)
    return { number: undefined, body }
  }
  const found = number === undefined ? undefined : await versionOf(db, key, number)
  if (!found) throw refuse('UNPROCESSABLE', { fields: { number: ['Choose a version, or send a text.'] } })
  return found
}

/** Returns the past input of a prompt and the company it is from. Throws NOT_FOUND when it was deleted. */
async function inputOf(
  db: Db,
  key: Key,
  id: string,
): Promise<{ companyId: string; values: Values; subject: ModelRequest['subject'] }> {
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

/** Throws UNPROCESSABLE for a variable that the prompt does not have, with the list of those it has. */
function checkValues(key: Key, values: Values): void {
  const names = Object.keys(KINDS[key].variables)
  const wrong = Object.keys(values).find((name) => !names.includes(name))
  if (wrong !== undefined)
    throw refuse('UNPROCESSABLE', {
      fields: { values: [`Unknown variable “${wrong}”. Use: ${names.join(', ')}.`] },
    })
}

/**
 * Makes one test request and returns its result, usage and cost. An error of the model is part of the result. Throws
 * NOT_FOUND when there is no such prompt or input, UNPROCESSABLE for a text or variable that cannot be used, and
 * NO_MODEL, MODEL_OFF or BUDGET_SPENT when no request is made.
 */
export const testPrompt = action(contract.prompts.test, async ({ platform, actor }, input) => {
  const key = promptByKey(input.key)
  if (input.values) checkValues(key, input.values)
  const { text, on } = await platform.db.asActor(actor, async (db) => ({
    text: await textOf(db, key, input),
    on: input.inputId
      ? await inputOf(db, key, input.inputId)
      : { companyId: actor.companyId, values: input.values ?? KINDS[key].sample, subject: undefined },
  }))
  const answer = await translateErrors(() =>
    askModel(platform, { key, ...on, text, purpose: 'test', askedBy: actor.userId }),
  )
  return presentRun(text.number, answer)
})

/**
 * Makes two requests with the same past input: with a text or version, and with the live one. Throws as `testPrompt`.
 */
export const replayPrompt = action(contract.prompts.replay, async ({ platform, actor }, input) => {
  const key = promptByKey(input.key)
  const { text, on } = await platform.db.asActor(actor, async (db) => ({
    text: await textOf(db, key, input),
    on: await inputOf(db, key, input.inputId),
  }))
  const live = await liveText(platform, actor.companyId, key)
  const once = (of: ModelRequest['text']) =>
    askModel(platform, { key, ...on, text: of, purpose: 'replay', askedBy: actor.userId })
  const [a, b] = await translateErrors(() => Promise.all([once(live), once(text)]))
  return { live: presentRun(live.number, a), other: presentRun(text.number, b) }
})

/**
 * Returns one page of the recent input of a prompt, newest first, from companies that allow the use of a model. Throws
 * NOT_FOUND when there is no such prompt.
 */
export const listInputs = action(contract.prompts.inputs, ({ platform, actor }, { key: name, limit, cursor }) => {
  const key = promptByKey(name)
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
        output: m.output ? formatModelAnswer(m.output as unknown as Output) : null,
      })),
      nextCursor: page.nextCursor,
    }
  })
})

const excerptOf = (values: Values): string => {
  const named = values['ticket.subject'] ?? values['product.name'] ?? values['report.period']
  return (named ?? Object.values(values).find(Boolean) ?? '').replace(/\s+/g, ' ').slice(0, 160)
}

/** Returns the output of an answer. Throws MODEL_FAILED with the reason when there is none. */
export function requireOutput(a: Answer): Output {
  if (a.output) return a.output
  throw new ORPCError('MODEL_FAILED', {
    status: 503,
    message: `${a.problem ?? 'The language model didn’t return a usable answer.'} Try again in a moment.`,
    data: { retryAfter: 5 },
  })
}
