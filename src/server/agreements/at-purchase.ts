// Agreements that come with the purchase of a monthly automation: signed with the order, begun when it is paid for (by
// invoice: at once), over when the order is undone.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { Terms } from '../../contract/agreements.ts'
import { CARD_MIN_CENTS } from '../../contract/rates.ts'
import { lastBilled } from '../billing/index.ts'
import type { Actored } from '../platform/api.ts'
import type { By } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { addDays, centsIn, type Period, periodFrom } from './months.ts'
import { providerDay, type Row, rows } from './queries.ts'
import type { KeptTerms } from './terms.ts'
import { periodText } from './text.ts'
import { changeRow, checksum, keep } from './write.ts'
import { writeSignature } from './write-signature.ts'

/**
 * What is due with an order of today: the rest of the month, at its share of the price, and the day from which months are
 * billed by themselves. A rest that is less than a card can be charged is due together with the whole month after it
 * (`wholeFrom`), however it is paid.
 */
export function firstPart(monthlyCents: number, today: string) {
  const rest = periodFrom(today, null) as Period
  const cents = centsIn(monthlyCents, rest)
  const next = addDays(rest.to, 1)
  if (cents >= CARD_MIN_CENTS)
    return { period: { ...rest, wholeFrom: null }, cents, nextOn: next, words: periodText(rest) }
  const whole = periodFrom(next, null) as Period
  return {
    period: { ...rest, to: whole.to, wholeFrom: next },
    cents: cents + monthlyCents,
    nextOn: addDays(whole.to, 1),
    words: `${periodText(rest)} and ${periodText(whole)}`,
  }
}

/** A text that is signed at a purchase, with the checksum that stands for it. */
export const textToSign = (body: string): { body: string; sha256: string } => ({ body, sha256: checksum(body) })

type Bought = {
  companyId: string
  productId: string
  /** The product's name; the agreement has it too. */
  name: string
  monthlyCents: number
  /** Either side may end it with so many days' notice. */
  noticeDays: number
  /** Days until an invoice is due. */
  paymentDays: number
  body: string
  signature: { name: string; consent: string; sha256: string }
  /** Nothing begins before the order is paid. */
  awaitsPayment: boolean
}
/**
 * Writes the agreement of a monthly automation and signs it with the buyer's name, in the transaction of the order. It covers
 * our time. Its first part of a month is for the caller to bill; the months after are billed as every agreement's. The caller
 * has compared the checksum with the text.
 */
export async function agreeAtPurchase(
  db: Db,
  context: Actored,
  o: Bought,
): Promise<{ id: string; number: number; period: { from: string; to: string }; words: string }> {
  const { companyId, name, signature } = o
  const row = { company_id: companyId, id: uuid() }
  const revisionId = uuid()
  const kept: KeptTerms = {
    ...Terms.parse({}),
    name,
    type: 'managed_automation',
    slaName: null,
    monthlyPriceCents: o.monthlyCents,
    coversTime: true,
    noticeDays: o.noticeDays,
    paymentDays: o.paymentDays,
  }
  const today = await providerDay(db)
  const { rows: offered } = await sql<{ number: number }>`
    select offer_agreement(${companyId}::uuid, ${row.id}::uuid, ${revisionId}::uuid, ${o.productId}::uuid,
      ${JSON.stringify(kept)}::jsonb, ${o.body}::text, ${o.awaitsPayment}::boolean) as number`.execute(db)
  const { number } = offered[0] as { number: number }
  const signatureId = await writeSignature(db, context, row, { revisionId, ...signature }, today)
  const { period, nextOn, words } = firstPart(o.monthlyCents, today)
  await changeRow(db, row)
    .set({
      signed_at: sql<string>`now()`,
      next_period_on: nextOn,
      ...(o.awaitsPayment ? { status: 'signed' } : { status: 'active', activated_at: sql<string>`now()` }),
    })
    .execute()
  await keep(db, context, row, {
    kind: 'signed',
    after: { revision: 1, sha256: signature.sha256, name: signature.name, signatureId, productId: o.productId },
    // Whoever is told of the purchase is told of this by it.
    data: { revisionId, revision: 1, amendment: false, name: signature.name, purchase: true },
  })
  return { id: row.id, number: Number(number), period, words }
}

/** The agreement of an order, held; undefined without it. */
async function held(db: Db, companyId: string, id: string): Promise<Row | undefined> {
  const found = await db
    .selectFrom('agreements')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found && rows(db).where('a.id', '=', id).executeTakeFirstOrThrow()
}

/**
 * The order of an agreement is paid: it begins, also when the page had been left and it was cancelled with it. Again is no
 * harm. Months that began meanwhile are billed by the hourly look.
 */
export async function beginPaid(db: Db, by: By, companyId: string, id: string): Promise<void> {
  const row = await held(db, companyId, id)
  if (!row?.awaits_payment) return
  const paid = await lastBilled(db, companyId, id)
  await changeRow(db, row)
    .set({
      status: 'active',
      awaits_payment: false,
      activated_at: sql<string>`now()`,
      cancelled_at: null,
      cancel_reason: null,
      // What it was when it was signed: the first part is what was paid.
      next_period_on: addDays((paid as NonNullable<typeof paid>).to, 1),
    })
    .execute()
  await keep(db, by, row, {
    kind: 'activated',
    before: { status: row.status },
    after: { status: 'active' },
    data: { purchase: true },
  })
}

/**
 * The order of an agreement was left, voided or given back: what never began is cancelled, what runs ends today. Nothing for
 * what is over already. What was not paid can still be paid after all, and begins then.
 */
export async function endUndone(db: Db, by: By, companyId: string, id: string, reason: string): Promise<void> {
  const row = await held(db, companyId, id)
  if (!row || row.cancelled_at || (row.status !== 'signed' && row.status !== 'active')) return
  const active = row.status === 'active'
  const today = await providerDay(db)
  await changeRow(db, row)
    .set({
      cancelled_at: sql<string>`now()`,
      cancel_reason: reason,
      ...(active
        ? { ends_on: sql<string>`greatest(starts_on, ${today}::date)`, renewal: 'none', renewal_months: null }
        : { status: 'cancelled', next_period_on: null }),
    })
    .execute()
  await keep(db, by, row, {
    kind: 'cancelled',
    reason,
    before: { status: row.status, endsOn: row.ends_on },
    after: active ? { endsOn: today } : { status: 'cancelled' },
    data: { lastDay: active ? today : null, ...(active ? {} : { purchase: true }) },
  })
}
