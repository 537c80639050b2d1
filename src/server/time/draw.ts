// What booked time draws from the hours. Whoever changes entries calls this in the same transaction, after the change, with
// the company's hours held since before it (`holdHours`): two changes of one subject would wait for each other otherwise.

import { sql } from 'kysely'
import { termsFor, type WorkTerms } from '../agreements/index.ts'
import { charge, sharesOf } from '../hours/index.ts'
import type { By } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { chargedOf, columnOf, multiplierOf, roundingOf, type Subject, termsOn } from './terms.ts'

export type Field = '' | 'time.'

/** An entry that was just written draws what it says, in one step. */
export const drawNew = async (
  db: Db,
  by: By,
  terms: WorkTerms,
  entry: { companyId: string; id: string; charged: number | null },
  field: Field,
) =>
  entry.charged === null
    ? undefined
    : await charge(db, by, {
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

/** What all entries of a ticket or task that count for one agreement are to draw. */
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
 * Reckons entries of a ticket or task anew. `touched` were changed: they draw again, also where their minutes stay. Of the others
 * those are drawn again whose share of a ticket's rounding has changed. What gets less goes first, so that its minutes are
 * there for what gets more. `under` says for which terms the touched ones count: their own, or those of the ticket.
 */
export async function drawAgain(
  db: Db,
  by: By,
  on: { companyId: string } & Subject,
  touched: readonly string[],
  under: 'own' | 'ticket',
  field: Field = '',
): Promise<void> {
  const { companyId } = on
  const anew = new Set(touched)
  const known = new Map<string, WorkTerms>()
  /** An agreement that is over still holds for work of its days. */
  const termsOf = async (id: string | null, day: string): Promise<WorkTerms> => {
    const kept = known.get(`${id}`) ?? known.get(`${id} ${day}`)
    if (kept) return kept
    const terms = id === null ? await termsOn(db, companyId, on, day) : await termsFor(db, companyId, id, day)
    known.set(id !== null && terms.agreementId === id ? id : `${id} ${day}`, terms)
    return terms
  }
  const groups = new Map<string | null, { terms: WorkTerms; entries: Entry[] }>()
  for (const entry of await entriesOf(db, companyId, on)) {
    const isAnew = anew.has(entry.id)
    const id = under === 'ticket' && isAnew ? null : entry.agreement_id
    // Standard terms round each entry alone: what was not touched stays.
    if (id === null && !isAnew) continue
    const terms = await termsOf(id, entry.worked_on)
    if (!isAnew && terms.agreementId !== id) continue
    const group = groups.get(terms.agreementId) ?? { terms, entries: [] }
    group.entries.push(entry)
    groups.set(terms.agreementId, group)
  }
  const changes = [...groups.values()]
    .flatMap((g) => wantedOf(g.entries, g.terms))
    .filter((w) => anew.has(w.entry.id) || (w.terms.roundingPer === 'ticket' && w.charged !== w.entry.charged))
  const growth = (w: Wanted) => (w.charged ?? 0) - (w.entry.charged ?? 0)
  for (const { entry, charged, multiplier, terms: t } of changes.toSorted((a, b) => growth(a) - growth(b))) {
    if (multiplier !== entry.multiplier)
      await db
        .updateTable('time_entries')
        .set({ multiplier })
        .where('company_id', '=', companyId)
        .where('id', '=', entry.id)
        .execute()
    await charge(db, by, {
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
