// What approved estimates promise: hours of the company that other estimates cannot be approved on.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Reserved, TicketHours } from '../../contract/tickets.ts'
import { termsFor, type WorkTerms } from '../agreements/index.ts'
import { balanceOf, holdHours, whose } from '../hours/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import { chargedSince } from '../time/index.ts'
import type { Locked } from './queries.ts'

const MOST_ROWS = 100
type Row = z.infer<typeof Reserved>

/**
 * Per open ticket of a company: what was approved in all, and what is left of it. Begins with the open tickets, which are
 * few: what was approved on others promises nothing any more. Work that a price covers needs no hours.
 */
async function promises(db: Db, companyId: string): Promise<Row[]> {
  const { rows } = await sql<{
    id: string
    number: number
    subject: string
    status: string
    approved: number
    used: number
  }>`
    select * from (
      select t.id, t.number, t.subject, t.status, s.approved, ${chargedSince('t.id', sql`s.since`)} as used
      from tickets t
      cross join lateral (select sum(e.minutes)::int as approved, min(e.decided_at) as since from estimates e
        where e.company_id = t.company_id and e.ticket_id = t.id and e.status = 'approved') s
      where t.company_id = ${companyId} and t.status not in ('resolved', 'closed') and t.merged_into is null and s.approved is not null
        and not exists (select from agreements a where a.company_id = t.company_id and a.id = t.agreement_id and a.covers_time and a.status = 'active')
    ) p where p.approved > p.used order by p.approved - p.used desc, p.id`.execute(db)
  return rows.map(({ approved, used, status, ...ticket }) => ({
    ticket: { ...ticket, status: status as 'new' },
    approved,
    used,
    reserved: approved - used,
  }))
}

const sum = (rows: readonly Row[]) => rows.reduce((total, row) => total + row.reserved, 0)
/** How far below zero the terms let a balance go. */
const allowanceOf = (terms: WorkTerms, base: number) =>
  terms.overage === 'percent' ? Math.floor((base * (terms.overagePercent ?? 0)) / 100) : 0

/**
 * Lets an estimate of so many minutes be approved on a locked ticket: HOURS_SHORT where the balance, less what is promised
 * already, does not reach and the ticket's agreement neither covers the work nor bills what goes beyond. Holds the balance
 * until the transaction ends, so that two approvals never promise the same hours.
 */
export async function promise(db: Db, ticket: Locked, minutes: number): Promise<void> {
  const { company_id: companyId, agreement_id } = ticket
  const terms = await termsFor(db, companyId, agreement_id)
  if (terms.coversTime || terms.overage === 'bill') return
  const { balance, base } = await holdHours(db, companyId)
  const available = balance + allowanceOf(terms, base) - sum(await promises(db, companyId))
  if (minutes > available) throw refuse('HOURS_SHORT', { needed: minutes, available, missing: minutes - available })
}

const named = (db: Db, companyId: string, id: string | null) =>
  id === null
    ? undefined
    : db
        .selectFrom('agreements')
        .select(['id', 'number', 'name'])
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .executeTakeFirst()

/** The hours that are left for a ticket. NOT_FOUND without it. */
export const ticketHours = (
  { platform, actor }: Actored,
  { id }: { id: string },
): Promise<z.infer<typeof TicketHours>> =>
  platform.db.asActor(actor, async (db) => {
    const ticket = await db
      .selectFrom('tickets')
      .select(['company_id', 'agreement_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!ticket) throw refuse('NOT_FOUND')
    const { company_id: companyId, agreement_id } = ticket
    const terms = await termsFor(db, companyId, agreement_id)
    const { balance, base } = await balanceOf(db, companyId)
    const reserved = sum(await promises(db, companyId))
    const allowance = allowanceOf(terms, base)
    return {
      balance,
      reserved,
      allowance,
      available: balance + allowance - reserved,
      overage: terms.overage,
      covered: terms.coversTime,
      agreement: (await named(db, companyId, terms.agreementId)) ?? null,
    }
  })

/** The tickets of a company on which hours are reserved. Staff name it; partners have their own and see no other. */
export const reserved = (
  { platform, actor }: Actored,
  { company }: { company?: string | undefined },
): Promise<{ reserved: number; items: Row[] }> =>
  platform.db.asActor(actor, async (db) => {
    const rows = await promises(db, whose(actor, company))
    return { reserved: sum(rows), items: rows.slice(0, MOST_ROWS) }
  })
