import { sql } from 'kysely'
import { record } from '../platform/audit.ts'
import { type Handle, systemOf } from '../platform/db.ts'
import type { JobDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { publish } from '../platform/publish.ts'
import { CONSENT } from './cards.ts'

/** A card that was typed at Stripe, and who agreed when that it may be charged. */
export type KeepCard = { companyId: string; methodId: string; by: string; at: string; consent?: string }
const KEEP_CARD = 'billing.keep-card'

/** Has a card become the one that is charged, when and only when the caller's transaction commits. */
export const keepCardLater = ({ jobs }: Platform, db: Handle, card: KeepCard): Promise<void> =>
  jobs.send(db, KEEP_CARD, card)

/** Whether an owner removed the card after this one was agreed to: then it is not kept, and Stripe forgets it too. */
const overruled = ({ card_removed_at: removed }: { card_removed_at: string | null }, at: string) =>
  removed !== null && Date.parse(removed) >= Date.parse(at)

/** Makes a card the company's, here and at Stripe. Throws PaymentProblem. */
export async function keepCard(
  platform: Platform,
  { companyId, methodId, by, at, consent = CONSENT }: KeepCard,
): Promise<void> {
  const { payments, db } = platform
  if (!payments) return
  const system = systemOf(companyId)
  const card = await payments.card(methodId)
  const row = await db.askAs(system, (tx) =>
    tx
      .selectFrom('stripe_customers')
      .select(['stripe_id', 'consent_at', 'card_removed_at'])
      .where('company_id', '=', companyId)
      .executeTakeFirst(),
  )
  // Gone again, or somebody else's: nothing to keep.
  if (!card || !row || card.customerId !== row.stripe_id) return
  // A younger word counts more: jobs may come late.
  if (row.consent_at && Date.parse(row.consent_at) > Date.parse(at)) return
  if (overruled(row, at)) return forgetCardLater(platform, db.system, { companyId, methodId })
  await payments.setDefaultCard(row.stripe_id, methodId)
  await db.asActor(system, async (tx) => {
    const before = await tx
      .selectFrom('stripe_customers')
      .select(['payment_method', 'card_last4', 'consent_at', 'card_removed_at'])
      .where('company_id', '=', companyId)
      .forUpdate()
      .executeTakeFirst()
    if (!before || (before.consent_at && Date.parse(before.consent_at) >= Date.parse(at))) return
    // Removed while Stripe was asked.
    if (overruled(before, at)) return forgetCardLater(platform, tx, { companyId, methodId })
    await tx
      .updateTable('stripe_customers')
      .set({
        payment_method: card.id,
        card_brand: card.brand,
        card_last4: card.last4,
        card_exp_month: card.expMonth,
        card_exp_year: card.expYear,
        consent,
        consent_by: by,
        consent_at: at,
        synced_at: sql<string>`now()`,
        updated_at: sql<string>`now()`,
      })
      .where('company_id', '=', companyId)
      .execute()
    await record(
      tx,
      { actor: { kind: 'staff', companyId, userId: by, role: 'owner' } },
      {
        companyId,
        action: 'card.store',
        subjectType: 'company',
        subjectId: companyId,
        ...(before.card_last4 ? { before: { last4: before.card_last4 } } : {}),
        after: { brand: card.brand, last4: card.last4, consent, agreedAt: at },
      },
    )
    await publish(tx, system, { companyId, topic: 'billing', kind: 'card', subjectId: companyId })
  })
}

/** Does it as soon as Stripe answers. */
export const keepCards: JobDefinition<Platform, KeepCard> = { name: KEEP_CARD, retries: 14, handler: keepCard }

/** A card that is not to be charged any more; Stripe forgets it as soon as it answers. */
export type ForgetCard = { companyId: string; methodId: string }
const FORGET_CARD = 'billing.forget-card'
/** Has Stripe forget a card; put in with what makes it so, in its transaction. */
export const forgetCardLater = ({ jobs }: Platform, db: Handle, card: ForgetCard): Promise<void> =>
  jobs.send(db, FORGET_CARD, card)
export const forgetCards: JobDefinition<Platform, ForgetCard> = {
  name: FORGET_CARD,
  retries: 14,
  handler: async ({ payments }, { methodId }) => payments?.forgetCard(methodId),
}
