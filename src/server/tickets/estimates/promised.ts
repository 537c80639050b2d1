// Hours reserved by approved estimates. Other estimates cannot be approved on the same hours.

import { sql } from 'kysely'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import type { Reserved } from '../../../contract/tickets/index.ts'
import { termsFor, type WorkTerms } from '../../agreements/index.ts'
import { availableOf, balanceOf, companyOfHours, lockHours } from '../../hours/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import type { Locked } from '../queries.ts'

const MOST_ROWS = 100
type Row = z.infer<typeof Reserved>

/**
 * Returns the company's open tickets that reserve hours, most reserved first, with the approved and the used minutes of
 * each.
 */
async function promises(db: Db, companyId: string): Promise<Row[]> {
  const { rows } = await sql<{
    id: string
    number: number
    subject: string
    status: string
    approved: number
    used: number
  }>`select * from hours_held(${companyId}::uuid) h order by h.approved - h.used desc, h.id`.execute(db)
  return rows.map(({ approved, used, status, ...ticket }) => ({
    ticket: { ...ticket, status: status as Row['ticket']['status'] },
    approved,
    used,
    reserved: approved - used,
  }))
}

const sum = (rows: readonly Row[]) => rows.reduce((total, row) => total + row.reserved, 0)
/** Returns how many minutes below zero the terms let a balance go. */
const allowanceOf = (terms: WorkTerms, base: number) =>
  terms.overage === 'percent' ? Math.floor((base * (terms.overagePercent ?? 0)) / 100) : 0

/**
 * Checks that an estimate of so many minutes can be approved on a locked ticket. Throws HOURS_SHORT when the balance,
 * less what is already reserved, is too low and the ticket's agreement neither covers the work nor bills overage. Locks
 * the balance until the transaction ends, so that two approvals never reserve the same hours.
 */
export async function reserveMinutes(db: Db, ticket: Locked, minutes: number): Promise<void> {
  const { company_id: companyId, agreement_id } = ticket
  const terms = await termsFor(db, companyId, agreement_id)
  if (terms.coversTime || terms.overage === 'bill') return
  const { balance, base } = await lockHours(db, companyId)
  const available = availableOf(balance, sum(await promises(db, companyId)))
  const missing = minutes - available - allowanceOf(terms, base)
  if (missing > 0) throw refuse('HOURS_SHORT', { needed: minutes, available, missing })
}

const named = (db: Db, companyId: string, id: string | null) =>
  id === null
    ? undefined
    : db
        .selectFrom('shared_agreements')
        .select(['id', 'number', 'name'])
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .executeTakeFirst()

/** Returns the hours that are left for a ticket. Throws NOT_FOUND when it does not exist. */
export const ticketHours = action(contract.tickets.hours, ({ platform, actor }, { id }) =>
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
      available: availableOf(balance, reserved),
      overage: terms.overage,
      covered: terms.coversTime,
      agreement: (await named(db, companyId, terms.agreementId)) ?? null,
    }
  }),
)

/** Returns the tickets for which a company's hours are reserved. Staff name the company; partners get their own. */
export const listReserved = action(contract.tickets.reserved, ({ platform, actor }, { company }) =>
  platform.db.asActor(actor, async (db) => {
    const rows = await promises(db, companyOfHours(actor, company))
    return { reserved: sum(rows), items: rows.slice(0, MOST_ROWS) }
  }),
)
