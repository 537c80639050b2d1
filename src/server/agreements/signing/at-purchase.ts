// Agreements that come with the purchase of a monthly automation. They are signed with the order, begin when it is paid
// (by invoice: immediately), and end when the order is undone.

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { Terms } from '../../../contract/agreements/index.ts'
import { addDays } from '../../../contract/plain/days.ts'
import { CARD_MIN_CENTS } from '../../../contract/plain/rates.ts'
import { lastBilled } from '../../billing/index.ts'
import { getProviderToday } from '../../hours/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { By } from '../../platform/events/audit.ts'
import type { ActorContext } from '../../platform/http/api.ts'
import { centsIn, type Period, periodFrom } from '../months.ts'
import { agreementRows, type Row } from '../queries.ts'
import type { KeptTerms } from '../terms.ts'
import { commitmentOf } from '../text/commitment.ts'
import { periodText } from '../text/text.ts'
import { checksumText, recordAgreementAct, updateAgreementRow } from '../write.ts'
import { writeSignature } from './write-signature.ts'

/**
 * Returns what is due with an order placed today: the remainder of the month at its share of the price, and the day
 * from which months are billed automatically. A remainder below the card minimum is due together with the full month
 * after it (`wholeFrom`), whatever the payment method.
 */
export function calculateFirstPeriod(monthlyCents: number, today: string) {
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

/** Returns a text to sign at a purchase, with its checksum. */
export const textToSign = (body: string): { body: string; sha256: string } => ({ body, sha256: checksumText(body) })

type PurchaseTerms = {
  /** The product's name, which is also the agreement's. */
  name: string
  monthlyCents: number
  /** Notice period with which either side may end it, in days. */
  noticeDays: number
  /** Days until an invoice is due. */
  paymentDays: number
}
/** Returns the terms of a monthly automation: no fixed end, and the price covers our time. */
const termsAtPurchase = (o: PurchaseTerms): KeptTerms => ({
  ...Terms.parse({}),
  name: o.name,
  type: 'managed_automation',
  slaName: null,
  monthlyPriceCents: o.monthlyCents,
  coversTime: true,
  noticeDays: o.noticeDays,
  paymentDays: o.paymentDays,
})
/** Returns what signing at a purchase commits to. */
export const purchaseCommitment = (o: PurchaseTerms, today: string) => commitmentOf(termsAtPurchase(o), today)

type Bought = PurchaseTerms & {
  companyId: string
  productId: string
  body: string
  signature: { name: string; legalName: boolean; consent: string; sha256: string }
  /** Whether the agreement begins only when the order is paid. */
  awaitsPayment: boolean
}
/**
 * Creates the agreement of a monthly automation and signs it with the buyer's name, in the order's transaction. The
 * price covers our time. The caller bills the first part of a month; later months are billed like those of every
 * agreement. The caller has compared the checksum with the text. Returns the agreement's id and number, and the first
 * period with its description for the invoice.
 */
export async function agreeAtPurchase(
  db: Db,
  context: ActorContext,
  o: Bought,
): Promise<{ id: string; number: number; period: { from: string; to: string }; words: string }> {
  const { companyId, signature } = o
  const row = { company_id: companyId, id: uuid() }
  const revisionId = uuid()
  const keptTerms = termsAtPurchase(o)
  const today = await getProviderToday(db)
  const { rows: offered } = await sql<{ number: number }>`
    select offer_agreement(${companyId}::uuid, ${row.id}::uuid, ${revisionId}::uuid, ${o.productId}::uuid,
      ${JSON.stringify(keptTerms)}::jsonb, ${o.body}::text, ${o.awaitsPayment}::boolean) as number`.execute(db)
  const { number } = offered[0] as { number: number }
  const signatureId = await writeSignature(db, context, row, { revisionId, ...signature }, today, 'signature.name')
  const { period, nextOn, words } = calculateFirstPeriod(o.monthlyCents, today)
  await updateAgreementRow(db, row)
    .set({
      signed_at: sql<string>`now()`,
      next_period_on: nextOn,
      ...(o.awaitsPayment ? { status: 'signed' } : { status: 'active', activated_at: sql<string>`now()` }),
    })
    .execute()
  await recordAgreementAct(db, context, row, {
    kind: 'signed',
    after: { revision: 1, sha256: signature.sha256, name: signature.name, signatureId, productId: o.productId },
    // The notification about the purchase covers this, so there is no separate one.
    data: { revisionId, revision: 1, amendment: false, name: signature.name, purchase: true },
  })
  return { id: row.id, number: Number(number), period, words }
}

/** Locks and returns the agreement of an order; undefined when it does not exist. */
async function lockOrderAgreement(db: Db, companyId: string, id: string): Promise<Row | undefined> {
  const found = await db
    .selectFrom('agreements')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found && agreementRows(db).where('a.id', '=', id).executeTakeFirstOrThrow()
}

/**
 * Activates an agreement whose order was paid, even if it was canceled when the checkout was abandoned. Idempotent. The
 * hourly job bills months that began in the meantime.
 */
export async function activatePurchasedAgreement(db: Db, by: By, companyId: string, id: string): Promise<void> {
  const row = await lockOrderAgreement(db, companyId, id)
  if (!row?.awaits_payment) return
  const paid = await lastBilled(db, companyId, id)
  await updateAgreementRow(db, row)
    .set({
      status: 'active',
      awaits_payment: false,
      activated_at: sql<string>`now()`,
      cancelled_at: null,
      cancel_reason: null,
      // As set when it was signed: billing continues after the part that was paid.
      next_period_on: addDays((paid as NonNullable<typeof paid>).to, 1),
    })
    .execute()
  await recordAgreementAct(db, by, row, {
    kind: 'activated',
    before: { status: row.status },
    after: { status: 'active' },
    data: { purchase: true },
  })
}

/**
 * Ends an agreement whose order was abandoned, voided or refunded: one that never began is canceled, an active one ends
 * today. Does nothing when it is over already. If the order is paid after all, `activatePurchasedAgreement` activates
 * the agreement.
 */
export async function endPurchasedAgreement(
  db: Db,
  by: By,
  companyId: string,
  id: string,
  reason: string,
): Promise<void> {
  const row = await lockOrderAgreement(db, companyId, id)
  if (!row || row.cancelled_at || (row.status !== 'signed' && row.status !== 'active')) return
  const active = row.status === 'active'
  const today = await getProviderToday(db)
  await updateAgreementRow(db, row)
    .set({
      cancelled_at: sql<string>`now()`,
      cancel_reason: reason,
      ...(active
        ? { ends_on: sql<string>`greatest(starts_on, ${today}::date)`, renewal: 'none', renewal_months: null }
        : { status: 'canceled', next_period_on: null }),
    })
    .execute()
  await recordAgreementAct(db, by, row, {
    kind: 'cancelled',
    reason,
    before: { status: row.status, endsOn: row.ends_on },
    after: active ? { endsOn: today } : { status: 'canceled' },
    data: { lastDay: active ? today : null, ...(active ? {} : { purchase: true }) },
  })
}
