import { sql } from 'kysely'
import type { z } from 'zod'
import type { TimePreview, WorkType } from '../../contract/time.ts'
import type { WorkTerms } from '../agreements/index.ts'
import { balanceOf, sharesOf } from '../hours/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import { chargedOf, columnOf, isRepair, multiplierOf, roundingOf, type Subject, termsOn } from './terms.ts'

type Asked = { minutes: number; workType: z.infer<typeof WorkType>; entryId?: string | undefined }
type Place = { company_id: string; on: Subject; repair: boolean }
type Entry = { id: string; minutes: number; multiplier: number; charged: number | null }

/**
 * What charged time on a ticket would draw by the terms of now: the same reckoning as a booking, without any of it. Others
 * may draw meanwhile; the booking itself decides. NOT_FOUND without the ticket.
 */
export const preview = (
  { platform, actor }: Actored,
  { ticketId, ...asked }: Asked & { ticketId: string },
): Promise<z.infer<typeof TimePreview>> =>
  platform.db.asActor(actor, async (db) => {
    const ticket = await db
      .selectFrom('tickets')
      // What was merged is booked where it went.
      .select(['company_id', sql<string>`coalesce(merged_into, id)`.as('id')])
      .select(isRepair(sql`coalesce(tickets.merged_into, tickets.id)`).as('repair'))
      .where('id', '=', ticketId)
      .executeTakeFirst()
    if (!ticket) throw refuse('NOT_FOUND')
    return reckon(db, { company_id: ticket.company_id, on: { ticketId: ticket.id }, repair: ticket.repair }, asked)
  })

/** The same for time on a task of a project. NOT_FOUND without the task. */
export const previewOnTask = (
  { platform, actor }: Actored,
  { taskId, ...asked }: Asked & { taskId: string },
): Promise<z.infer<typeof TimePreview>> =>
  platform.db.asActor(actor, async (db) => {
    const task = await db.selectFrom('project_tasks').select('company_id').where('id', '=', taskId).executeTakeFirst()
    if (!task) throw refuse('NOT_FOUND')
    return reckon(db, { company_id: task.company_id, on: { taskId }, repair: false }, asked)
  })

async function reckon(
  db: Db,
  place: Place,
  { minutes, workType, entryId }: Asked,
): Promise<z.infer<typeof TimePreview>> {
  const agreed = await termsOn(db, place.company_id, place.on)
  const terms = place.repair ? { ...agreed, coversTime: true } : agreed
  const { balance, base } = await balanceOf(db, place.company_id)
  const multiplier = multiplierOf(terms, workType)
  const others = await sameSubject(db, place, terms, entryId)
  const before = others.find((e) => e.id === entryId)?.charged ?? 0
  const { charged, draws } = drawnBy(terms, { minutes, workType, multiplier }, others, entryId, before)
  const named = terms.agreementId
    ? await db
        .selectFrom('agreements')
        .select(['id', 'number', 'name'])
        .where('company_id', '=', place.company_id)
        .where('id', '=', terms.agreementId)
        .executeTakeFirst()
    : undefined
  const { repair } = place
  return {
    repair,
    charged,
    multiplier,
    draws,
    balance,
    ...reach(terms, balance, base, draws),
    agreement: named ?? null,
  }
}

/** What of the ticket or task matters: where it is rounded as a whole all that draws, else only the entry that would change. */
const sameSubject = (db: Db, place: Place, terms: WorkTerms, entryId: string | undefined): Promise<Entry[]> => {
  if (terms.roundingPer === 'entry' && !entryId) return Promise.resolve([])
  const [column, id] = columnOf(place.on)
  let all = db
    .selectFrom('time_entries')
    .select(['id', 'minutes', 'multiplier', 'charged'])
    .where('company_id', '=', place.company_id)
    .where(column, '=', id)
    .where('removed', '=', false)
    .orderBy('created_at')
    .orderBy('id')
  if (terms.roundingPer === 'entry') all = all.where('id', '=', entryId ?? '')
  else
    all = all.where((e) =>
      e.or([
        e.and([e('charged', 'is not', null), e('agreement_id', 'is not distinct from', terms.agreementId)]),
        ...(entryId ? [e('id', '=', entryId)] : []),
      ]),
    )
  return all.execute()
}

function drawnBy(
  terms: WorkTerms,
  entry: { minutes: number; workType: string; multiplier: number },
  others: Entry[],
  entryId: string | undefined,
  before: number,
): { charged: number | null; draws: number } {
  const alone = chargedOf(terms, { minutes: entry.minutes, work_type: entry.workType, billable: true })
  if (alone === null) return { charged: null, draws: -before }
  if (terms.roundingPer === 'entry') return { charged: alone, draws: alone - before }
  // It stands in its place among the others, a new one at the end; what it draws is what all of them draw more.
  const place = others.findIndex((e) => e.id === entryId)
  const anew = place < 0 ? [...others, entry] : others.with(place, { ...others[place], ...entry } as Entry)
  const shares = sharesOf(anew, roundingOf(terms))
  const total = shares.reduce((a, b) => a + b, 0)
  const now = others.reduce((sum, e) => sum + (e.charged ?? 0), 0)
  return { charged: shares[place < 0 ? shares.length - 1 : place] ?? 0, draws: total - now }
}

/** How far the hours reach for it, by the policy for what goes beyond. */
function reach(terms: WorkTerms, balance: number, base: number, draws: number) {
  const left = Math.max(0, balance)
  const beyond = Math.max(0, draws - left)
  if (beyond === 0) return { after: balance - draws, overage: 0, missing: 0 }
  if (terms.overage === 'bill') return { after: balance - (draws - beyond), overage: beyond, missing: 0 }
  if (terms.overage === 'stop') return { after: balance - draws, overage: 0, missing: beyond }
  const lowest = -Math.floor((base * (terms.overagePercent ?? 0)) / 100)
  return { after: balance - draws, overage: 0, missing: Math.max(0, lowest - (balance - draws)) }
}
