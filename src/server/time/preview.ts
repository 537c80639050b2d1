import { sql } from 'kysely'
import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { TimePreview, WorkType } from '../../contract/time.ts'
import type { WorkTerms } from '../agreements/index.ts'
import { balanceOf, sharesOf } from '../hours/index.ts'
import type { Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { chargedOf, columnOf, isRepair, multiplierOf, roundingOf, type Subject, termsOn } from './terms.ts'

type Asked = { minutes: number; workType: z.infer<typeof WorkType>; entryId?: string | undefined }
type Place = { company_id: string; on: Subject; repair: boolean }
type Entry = { id: string; minutes: number; multiplier: number; charged: number | null }

/**
 * Returns what charged time on a ticket would draw under the current terms: the same calculation as a booking, without
 * any changes. Others may draw in the meantime, so the booking itself decides. Throws NOT_FOUND when there is no such
 * ticket.
 */
export const previewTime = action(contract.time.preview, ({ platform, actor }, { ticketId, ...asked }) =>
  platform.db.asActor(actor, async (db) => {
    const ticket = await db
      .selectFrom('shared_tickets')
      // Time on a merged ticket is booked on the one that it was merged into.
      .select(['company_id', sql<string>`coalesce(merged_into, id)`.as('id')])
      .select(isRepair(sql`coalesce(shared_tickets.merged_into, shared_tickets.id)`).as('repair'))
      .where('id', '=', ticketId)
      .executeTakeFirst()
    if (!ticket) throw refuse('NOT_FOUND')
    return calculatePreview(
      db,
      { company_id: ticket.company_id, on: { ticketId: ticket.id }, repair: ticket.repair },
      asked,
    )
  }),
)

/** Same as `previewTime`, for a task of a project. Throws NOT_FOUND when there is no such task. */
export const previewOnTask = action(contract.time.previewOnTask, ({ platform, actor }, { taskId, ...asked }) =>
  platform.db.asActor(actor, async (db) => {
    const task = await db
      .selectFrom('shared_project_tasks')
      .select('company_id')
      .where('id', '=', taskId)
      .executeTakeFirst()
    if (!task) throw refuse('NOT_FOUND')
    return calculatePreview(db, { company_id: task.company_id, on: { taskId }, repair: false }, asked)
  }),
)

async function calculatePreview(
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
        .selectFrom('shared_agreements')
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

/**
 * Returns the entries of the ticket or task that matter: all that draw when it is rounded as a whole, else only the
 * entry that would change.
 */
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
  // The entry keeps its place among the others, and a new one comes last. It draws the amount by which the total grows.
  const place = others.findIndex((e) => e.id === entryId)
  const entries = place < 0 ? [...others, entry] : others.with(place, { ...others[place], ...entry } as Entry)
  const shares = sharesOf(entries, roundingOf(terms))
  const total = shares.reduce((a, b) => a + b, 0)
  const now = others.reduce((sum, e) => sum + (e.charged ?? 0), 0)
  return { charged: shares[place < 0 ? shares.length - 1 : place] ?? 0, draws: total - now }
}

/** Returns the balance after the draw, the overage and the missing minutes, under the overage policy. */
function reach(terms: WorkTerms, balance: number, base: number, draws: number) {
  const left = Math.max(0, balance)
  const beyond = Math.max(0, draws - left)
  if (beyond === 0) return { after: balance - draws, overage: 0, missing: 0 }
  if (terms.overage === 'bill') return { after: balance - (draws - beyond), overage: beyond, missing: 0 }
  if (terms.overage === 'stop') return { after: balance - draws, overage: 0, missing: beyond }
  const lowest = -Math.floor((base * (terms.overagePercent ?? 0)) / 100)
  return { after: balance - draws, overage: 0, missing: Math.max(0, lowest - (balance - draws)) }
}
