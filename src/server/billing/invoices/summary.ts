import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { TODAY } from '../expressions.ts'
import { methodsOf } from '../payments/methods.ts'
import { isOwner } from '../policy.ts'
import { presentInvoiceRow } from '../present.ts'
import { invoiceRows } from '../queries.ts'

/**
 * Returns what a company owes and when: an owner's own company, or the one that an administrator names. Throws
 * NOT_FOUND.
 */
export const getBillingSummary = action(contract.billing.summary, ({ platform, actor }, { companyId }) => {
  const of = isOwner(actor) ? actor.companyId : (companyId ?? actor.companyId)
  return platform.db.asActor(actor, async (db) => {
    const company = await db.selectFrom('companies').select(['id', 'name']).where('id', '=', of).executeTakeFirst()
    if (!company) throw refuse('NOT_FOUND')
    const owed = sql`greatest(0, total_cents - (paid_cents - refunded_cents))`
    const late = sql`due_on < ${TODAY}`
    const sums = await db
      .selectFrom('invoices')
      .select([
        sql<number>`coalesce(sum(${owed}), 0)::int8`.as('due'),
        sql<number>`count(*)::int`.as('open'),
        sql<number>`coalesce(sum(${owed}) filter (where ${late}), 0)::int8`.as('overdue'),
        sql<number>`(count(*) filter (where ${late}))::int`.as('late'),
      ])
      .where('company_id', '=', of)
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow()
    const next = await invoiceRows(db)
      .where('i.company_id', '=', of)
      .where('i.status', '=', 'open')
      .orderBy('i.due_on')
      .orderBy('i.id')
      .limit(1)
      .executeTakeFirst()
    const charge = await db
      .selectFrom('invoices')
      .select(['id', 'number', 'next_charge_at'])
      .select(sql<number>`${owed}::int`.as('amount'))
      .where('company_id', '=', of)
      .where('status', '=', 'open')
      .where('next_charge_at', 'is not', null)
      .orderBy('next_charge_at')
      .limit(1)
      .executeTakeFirst()
    const pending = await db
      .selectFrom('shared_hour_blocks')
      .select(sql<number>`coalesce(sum(granted), 0)::int`.as('minutes'))
      .where('company_id', '=', of)
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow()
    const paid = await db
      .selectFrom('payments')
      .select(sql<number>`coalesce(sum(amount_cents - refunded_cents), 0)::int8`.as('cents'))
      .where('company_id', '=', of)
      .where('status', '=', 'succeeded')
      .where(sql<boolean>`hours_day(paid_at) >= date_trunc('year', ${TODAY})::date`)
      .executeTakeFirstOrThrow()
    return {
      company,
      currency: 'usd' as const,
      dueCents: sums.due,
      openInvoices: sums.open,
      overdueCents: sums.overdue,
      overdueInvoices: sums.late,
      nextDue: next ? presentInvoiceRow(next) : null,
      nextCharge: charge
        ? {
            at: charge.next_charge_at as string,
            amountCents: charge.amount,
            invoiceId: charge.id,
            number: charge.number as string,
          }
        : null,
      pendingMinutes: pending.minutes,
      paidThisYearCents: paid.cents,
      methods: methodsOf(platform),
    }
  })
})
