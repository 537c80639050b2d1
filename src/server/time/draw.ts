// Draws booked time from the hours. Code that changes entries calls this in the same transaction, after the change, and
// locks the company's hours before it (`lockHours`). Otherwise two changes of one ticket or task would wait for each
// other. A new entry is written before the hours are locked.

import { sql } from 'kysely'
import { termsFor, type WorkTerms } from '../agreements/index.ts'
import { chargeMinutes, sharesOf } from '../hours/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { By } from '../platform/events/audit.ts'
import { chargedOf, columnOf, multiplierOf, roundingOf, type Subject, termsOn } from './terms.ts'

export type Field = '' | 'time.'

/**
 * Draws the minutes of an entry that was just written, in one step. Returns what `chargeMinutes` returns; undefined for
 * an entry that is not charged.
 */
export const drawForEntry = async (
  db: Db,
  by: By,
  terms: WorkTerms,
  entry: { companyId: string; id: string; charged: number | null },
  field: Field,
) =>
  entry.charged === null
    ? undefined
    : await chargeMinutes(db, by, {
        companyId: entry.companyId,
        entryId: entry.id,
        minutes: entry.charged,
        agreementId: terms.agreementId,
        overage: terms.overage,
        overagePercent: terms.overagePercent,
        field,
      })

type Entry = {
  id: string
  agreement_id: string | null
  minutes: number
  billable: boolean
  work_type: string
  worked_on: string
  multiplier: number
  charged: number | null
}
type Wanted = { entry: Entry; charged: number | null; multiplier: number; terms: WorkTerms }

const is = (on: Subject) => {
  const [column, id] = columnOf(on)
  return [column, '=', id] as const
}
const entriesOf = (db: Db, companyId: string, on: Subject): Promise<Entry[]> =>
  db
    .selectFrom('time_entries')
    .select(['id', 'agreement_id', 'minutes', 'billable', 'work_type', 'multiplier', 'charged'])
    .select(sql<string>`worked_on::text`.as('worked_on'))
    .where('company_id', '=', companyId)
    .where(...is(on))
    .where('removed', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Returns what the entries of a ticket or task that count toward one agreement should draw. */
function wantedOf(entries: Entry[], terms: WorkTerms): Wanted[] {
  const each = entries.map((entry) => ({
    entry,
    charged: chargedOf(terms, entry),
    multiplier: entry.billable ? multiplierOf(terms, entry.work_type) : 100,
    terms,
  }))
  if (terms.roundingPer === 'entry') return each
  const drawing = each.filter((w) => w.charged !== null)
  const shares = sharesOf(
    drawing.map(({ entry, multiplier }) => ({ minutes: entry.minutes, multiplier })),
    roundingOf(terms),
  )
  for (const [i, w] of drawing.entries()) w.charged = shares[i] as number
  return each
}

/**
 * Recalculates what entries of a ticket or task draw. Those in `touched` were changed and draw again, even when their
 * minutes stay the same. Of the others, those draw again whose share of a ticket's rounding has changed. Reductions
 * come first, so that their minutes are available for increases. `under` says which terms apply to the touched entries:
 * their own, or those of the ticket.
 */
export async function redrawEntry(
  db: Db,
  by: By,
  on: { companyId: string } & Subject,
  touched: readonly string[],
  under: 'own' | 'ticket',
  field: Field = '',
): Promise<void> {
  const { companyId } = on
  const redrawn = new Set(touched)
  const known = new Map<string, WorkTerms>()
  /** An agreement that has ended still applies to work on its days. */
  const termsOf = async (id: string | null, day: string): Promise<WorkTerms> => {
    const cached = known.get(`${id}`) ?? known.get(`${id} ${day}`)
    if (cached) return cached
    const terms = id === null ? await termsOn(db, companyId, on, day) : await termsFor(db, companyId, id, day)
    known.set(id !== null && terms.agreementId === id ? id : `${id} ${day}`, terms)
    return terms
  }
  const groups = new Map<string | null, { terms: WorkTerms; entries: Entry[] }>()
  for (const entry of await entriesOf(db, companyId, on)) {
    const isRedrawn = redrawn.has(entry.id)
    const id = under === 'ticket' && isRedrawn ? null : entry.agreement_id
    // Standard terms round each entry separately, so the others stay as they are.
    if (id === null && !isRedrawn) continue
    const terms = await termsOf(id, entry.worked_on)
    if (!isRedrawn && terms.agreementId !== id) continue
    const group = groups.get(terms.agreementId) ?? { terms, entries: [] }
    group.entries.push(entry)
    groups.set(terms.agreementId, group)
  }
  const changes = [...groups.values()]
    .flatMap((g) => wantedOf(g.entries, g.terms))
    .filter((w) => redrawn.has(w.entry.id) || (w.terms.roundingPer === 'ticket' && w.charged !== w.entry.charged))
  const growth = (w: Wanted) => (w.charged ?? 0) - (w.entry.charged ?? 0)
  for (const { entry, charged, multiplier, terms: t } of changes.toSorted((a, b) => growth(a) - growth(b))) {
    if (multiplier !== entry.multiplier)
      await db
        .updateTable('time_entries')
        .set({ multiplier })
        .where('company_id', '=', companyId)
        .where('id', '=', entry.id)
        .execute()
    await chargeMinutes(db, by, {
      companyId,
      entryId: entry.id,
      minutes: charged,
      agreementId: t.agreementId,
      overage: t.overage,
      overagePercent: t.overagePercent,
      field,
    })
  }
}
