// Has the model word the facts of other modules, which use their own sentences when it returns nothing.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { brand } from '../../../brand.config.ts'
import { type Db, systemOf } from '../platform/database/db.ts'
import { TemplateProblem } from '../platform/model/liquid.ts'
import type { Platform } from '../platform/platform.ts'
import { askModel, NotAsked } from './ask.ts'
import type { Key, Values } from './kinds.ts'
import { liveText } from './store.ts'

/**
 * The result of a request. `worded` has the text, and the suggestion by which its use is counted. `nothing` is an
 * answer that cannot be used, so the same facts need not be sent again. `later` means no request or no answer; `all` is
 * true when no model is set up or it did not respond, so that requests for other companies would fail too.
 */
export type Worded =
  | { came: 'worded'; text: string; suggestionId: string; number: number | null }
  | { came: 'nothing'; number: number | null }
  | { came: 'later'; all: boolean }

async function askForWording(
  platform: Platform,
  { companyId, ...subject }: { companyId: string; type: string; id: string },
  key: Key,
  values: Values,
): Promise<Worded> {
  if (!platform.model) return { came: 'later', all: true }
  const actor = systemOf(companyId)
  try {
    const company = await platform.db.askAs(actor, (db) =>
      db.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirst(),
    )
    if (!company) return { came: 'later', all: false }
    const answer = await askModel(platform, {
      key,
      companyId,
      text: await liveText(platform, companyId, key),
      values: { ...values, 'provider.name': brand.shortName, 'company.name': company.name },
      purpose: 'use',
      subject,
      askedBy: null,
    })
    const { output, outcome, callId } = answer
    const number = answer.number || null
    if (!output || !('text' in output))
      return outcome === 'broken' ? { came: 'nothing', number } : { came: 'later', all: true }
    const suggestionId = uuid()
    await platform.db.askAs(actor, (db) =>
      db
        .insertInto('suggestions')
        .values({
          company_id: companyId,
          id: suggestionId,
          key,
          number,
          call_id: callId,
          subject_type: subject.type,
          subject_id: subject.id,
          output: JSON.stringify(output),
        })
        .execute(),
    )
    return { came: 'worded', text: output.text, suggestionId, number }
  } catch (e) {
    if (e instanceof NotAsked) return { came: 'later', all: e.code === 'NO_MODEL' }
    if (e instanceof TemplateProblem) return { came: 'later', all: false }
    throw e
  }
}

/**
 * Returns a sentence on why a company may want an automation, on one line, without links and without numbers that
 * neither the reasons nor the product have.
 */
export const rewordReason = (
  platform: Platform,
  about: { companyId: string; product: { id: string; name: string; summary: string }; reasons: readonly string[] },
): Promise<Worded> =>
  askForWording(
    platform,
    { companyId: about.companyId, type: 'product', id: about.product.id },
    'automation.recommendation',
    {
      'product.name': about.product.name,
      'product.summary': about.product.summary,
      reasons: about.reasons.join('\n'),
    },
  )

/** Returns the version of the prompt that words recommendations. Null for the built-in text. */
export const rewordedBy = async (platform: Platform, companyId: string): Promise<number | null> =>
  (await liveText(platform, companyId, 'automation.recommendation')).number || null

/** Returns the opening paragraph of a report, written from its figures alone. */
export const sumUpReport = (
  platform: Platform,
  about: { companyId: string; period: string; figures: string[]; events: string[] },
): Promise<Worded> =>
  askForWording(platform, { companyId: about.companyId, type: 'company', id: about.companyId }, 'report.summary', {
    'report.period': about.period,
    'report.figures': about.figures.join('\n'),
    'report.events': about.events.join('\n') || null,
  })

/**
 * Records whether a suggested text was accepted or rejected; the first call counts. `by` is the person who did it, if
 * any.
 */
export async function recordTextDecision(db: Db, { companyId, suggestionId, state, by }: Counted): Promise<void> {
  await db
    .updateTable('suggestions')
    .set({ state, decided_by: by ?? null, decided_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', suggestionId)
    .where('state', '=', 'open')
    .execute()
}
type Counted = { companyId: string; suggestionId: string; state: 'accepted' | 'rejected'; by?: string | null }
