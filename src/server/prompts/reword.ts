// Doors for rooms that have facts and want them said well. What they have themselves is said when a model gives nothing.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { brand } from '../../../brand.config.ts'
import { type Db, systemOf } from '../platform/db.ts'
import { TemplateProblem } from '../platform/liquid.ts'
import type { Platform } from '../platform/platform.ts'
import { ask, NotAsked } from './ask.ts'
import type { Key, Values } from './kinds.ts'
import { liveText } from './store.ts'

/**
 * What came of asking. `worded`: text, and the suggestion that is counted by it. `nothing`: an answer that cannot be used;
 * asking again about the same facts is a waste. `later`: not asked, or not answered; `all`: nobody is at the moment.
 */
export type Worded =
  | { came: 'worded'; text: string; suggestionId: string; number: number | null }
  | { came: 'nothing'; number: number | null }
  | { came: 'later'; all: boolean }

async function said(
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
    const answer = await ask(platform, {
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

/** Why a company may want an automation, in one line that has no number and no address that its reasons do not have. */
export const reword = (
  platform: Platform,
  about: { companyId: string; product: { id: string; name: string; summary: string }; reasons: readonly string[] },
): Promise<Worded> =>
  said(platform, { companyId: about.companyId, type: 'product', id: about.product.id }, 'automation.recommendation', {
    'product.name': about.product.name,
    'product.summary': about.product.summary,
    reasons: about.reasons.join('\n'),
  })

/** The version of the prompt that recommendations are worded with; null: the text that the product comes with. */
export const rewordedBy = async (platform: Platform, companyId: string): Promise<number | null> =>
  (await liveText(platform, companyId, 'automation.recommendation')).number || null

/** The opening paragraph of a report, of its figures alone. */
export const sumUpReport = (
  platform: Platform,
  about: { companyId: string; period: string; figures: string[]; events: string[] },
): Promise<Worded> =>
  said(platform, { companyId: about.companyId, type: 'company', id: about.companyId }, 'report.summary', {
    'report.period': about.period,
    'report.figures': about.figures.join('\n'),
    'report.events': about.events.join('\n') || null,
  })

/** Counts what people made of words, told by what they did; once. `by`: whose doing it was, if it was one person's. */
export async function countWords(db: Db, { companyId, suggestionId, state, by }: Counted): Promise<void> {
  await db
    .updateTable('suggestions')
    .set({ state, decided_by: by ?? null, decided_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', suggestionId)
    .where('state', '=', 'open')
    .execute()
}
type Counted = { companyId: string; suggestionId: string; state: 'accepted' | 'rejected'; by?: string | null }
