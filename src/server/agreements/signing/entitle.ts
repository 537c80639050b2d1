// What a signed agreement causes: hours, invoices and months. The caller has locked the agreement's row, so that each
// happens once.
import { sql } from 'kysely'
import { formatMonth } from '../../../contract/plain/dates.ts'
import { addDays } from '../../../contract/plain/days.ts'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { billPeriod, type NewLine, placeOrder } from '../../billing/index.ts'
import { grantBlock } from '../../hours/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { By } from '../../platform/events/audit.ts'
import { centsIn, duePeriods, minutesIn, type Period } from '../months.ts'
import { agreementRef } from '../present.ts'
import { agreementRows, type Row } from '../queries.ts'
import { isMonthly } from '../terms.ts'
import { periodText } from '../text/text.ts'
import { recordAgreementAct, updateAgreementRow } from '../write.ts'

/** Issues an invoice for what was signed, due within the agreement's payment days. */
const invoice = (db: Db, by: By, a: Row, line: Omit<NewLine, 'quantity' | 'agreementId'>) =>
  placeOrder(db, by, {
    companyId: a.company_id,
    source: 'agreement',
    method: 'invoice',
    agreementId: a.id,
    lines: [{ ...line, quantity: 1, agreementId: a.id }],
    paymentDays: a.payment_days,
    issue: true,
  })

/** Invoices the total price as one line. */
const price = (db: Db, by: By, a: Row) =>
  invoice(db, by, a, {
    kind: 'agreement',
    description: `${agreementRef(a.number)} ${a.name}`,
    unitCents: a.price_cents as number,
  })

/**
 * Bills a fixed price that is due on completion, in the caller's transaction: once every project of the agreement is
 * done or canceled, and at least one is done. Locks the agreement, so that of several projects that end at the same
 * time the last one bills, and none bills again. Returns the invoice's number; null when there is nothing to bill now.
 */
export async function billCompletion(
  db: Db,
  by: By,
  of: { companyId: string; agreementId: string },
): Promise<string | null> {
  await db
    .selectFrom('agreements')
    .select('id')
    .where('company_id', '=', of.companyId)
    .where('id', '=', of.agreementId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const a = await agreementRows(db)
    .where('a.company_id', '=', of.companyId)
    .where('a.id', '=', of.agreementId)
    .executeTakeFirst()
  if (a?.billing_point !== 'completion' || a.completion_billed_at !== null) return null
  // Canceled agreements are settled manually. One that expired during the work is still billed.
  if (!['signed', 'active', 'expired'].includes(a.status) || a.price_cents === null) return null
  const projects = await db
    .selectFrom('shared_projects')
    .select('status')
    .where('company_id', '=', of.companyId)
    .where('agreement_id', '=', of.agreementId)
    .execute()
  const over = projects.every((p) => p.status === 'done' || p.status === 'canceled')
  if (!over || !projects.some((p) => p.status === 'done')) return null
  await updateAgreementRow(db, a).set({ completion_billed_at: sql<string>`now()` }).execute()
  const { number, invoiceId } = await price(db, by, a)
  await recordAgreementAct(db, by, a, {
    kind: 'completion_billed',
    after: { invoice: number, invoiceId, cents: a.price_cents },
  })
  return number
}

/**
 * Grants and bills what follows from the first signature: a pending block of hours, the total price, or the months that
 * have begun. A month of an agreement that begins later is handled on its first day.
 */
export async function grantEntitlements(db: Db, by: By, a: Row, today: string): Promise<void> {
  if (isMonthly(a.type)) {
    const first = a.starts_on as string
    await updateAgreementRow(db, a).set({ next_period_on: first }).execute()
    await billMonths(db, by, { ...a, next_period_on: first }, today)
    return
  }
  const title = `${agreementRef(a.number)} ${a.name}`
  if (a.type === 'block_hours') {
    const blockId = await grantBlock(db, by, {
      companyId: a.company_id,
      source: 'agreement',
      agreementId: a.id,
      name: title,
      minutes: a.minutes as number,
      priceCents: a.price_cents as number,
      ...(a.valid_months === null ? {} : { validMonths: a.valid_months }),
      startsOn: a.starts_on as string,
      state: 'pending',
    })
    await invoice(db, by, a, {
      kind: 'hours',
      description: `${title}: ${formatMinutes(a.minutes as number)}`,
      unitCents: a.price_cents as number,
      blockId,
    })
  } else if (a.billing_point === 'signature') await price(db, by, a)
}

/**
 * Grants and bills every month of an active agreement that has begun and was not billed. A partial first or last month
 * counts by the day. Returns how many months there were.
 */
export async function billMonths(db: Db, by: By, a: Row, today: string): Promise<number> {
  if (!a.next_period_on) return 0
  const due = a.status === 'active' ? duePeriods(a.next_period_on, a.ends_on, today) : []
  for (const period of due) await month(db, by, a, period)
  const last = due.at(-1)
  if (last)
    await updateAgreementRow(db, a)
      .set({ next_period_on: addDays(last.to, 1) })
      .execute()
  return due.length
}

async function month(db: Db, by: By, a: Row, period: Period): Promise<void> {
  const name = `${agreementRef(a.number)} ${a.name}, ${formatMonth(period.from)}`
  const cents = centsIn(a.monthly_price_cents as number, period)
  const minutes = a.type === 'retainer' ? minutesIn(a.monthly_minutes as number, period) : 0
  const blockId =
    minutes > 0
      ? await grantBlock(db, by, {
          companyId: a.company_id,
          source: 'retainer',
          agreementId: a.id,
          name,
          minutes,
          priceCents: cents,
          startsOn: period.from,
          expiresOn: period.to,
          periodFrom: period.from,
          state: 'active',
        })
      : undefined
  // Charged to the stored card if an owner allowed that, otherwise by invoice.
  const placed = await billPeriod(db, by, {
    companyId: a.company_id,
    agreementId: a.id,
    description: `${agreementRef(a.number)} ${a.name}, ${periodText(period)}`,
    unitCents: cents,
    periodFrom: period.from,
    periodTo: period.to,
    paymentDays: a.payment_days,
    blockId,
  })
  await recordAgreementAct(db, by, a, {
    kind: 'month',
    after: { ...period, minutes, cents, invoice: placed?.number ?? null },
    data: { periodFrom: period.from },
  })
}
