import { sql } from 'kysely'
import { type Handle, systemOf } from '../../platform/database/db.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { CONSENT } from './cards.ts'

/** A card that was entered at Stripe, with who consented to charges and when. */
export type KeepCard = { companyId: string; methodId: string; by: string; at: string; consent?: string }
const KEEP_CARD = 'billing.keep-card'

/** Queues saving a card as the one that is charged, in the caller's transaction. */
export const scheduleSaveCard = ({ jobs }: Platform, db: Handle, card: KeepCard): Promise<void> =>
  jobs.send(db, KEEP_CARD, card)

/**
 * Returns whether an owner removed the stored card after consenting to this one. Then it is not saved, and is deleted
 * at Stripe too.
 */
const overruled = ({ card_removed_at: removed }: { card_removed_at: string | null }, at: string) =>
  removed !== null && Date.parse(removed) >= Date.parse(at)

/** Saves a card as the company's, here and at Stripe. Throws PaymentProblem. */
export async function saveCard(
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
  // The card was deleted, or belongs to another customer: there is nothing to save.
  if (!card || !row || card.customerId !== row.stripe_id) return
  // A newer consent wins, because jobs may run late.
  if (row.consent_at && Date.parse(row.consent_at) > Date.parse(at)) return
  if (overruled(row, at)) return scheduleForgetCard(platform, db.system, { companyId, methodId })
  await payments.setDefaultCard(row.stripe_id, methodId)
  await db.asActor(system, async (tx) => {
    const before = await tx
      .selectFrom('stripe_customers')
      .select(['payment_method', 'card_last4', 'consent_at', 'card_removed_at'])
      .where('company_id', '=', companyId)
      .forUpdate()
      .executeTakeFirst()
    if (!before || (before.consent_at && Date.parse(before.consent_at) >= Date.parse(at))) return
    // An owner removed the stored card while we called Stripe, so this one must not be saved either.
    if (overruled(before, at)) return scheduleForgetCard(platform, tx, { companyId, methodId })
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
    await recordAudit(
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

/** Saves a card, with retries until Stripe answers. */
export const saveCards: JobDefinition<Platform, KeepCard> = { name: KEEP_CARD, retries: 14, handler: saveCard }

/** A card to delete at Stripe, because it must not be charged anymore. */
export type ForgetCard = { companyId: string; methodId: string }
const FORGET_CARD = 'billing.forget-card'
/** Queues deleting a card at Stripe, in the caller's transaction. */
export const scheduleForgetCard = ({ jobs }: Platform, db: Handle, card: ForgetCard): Promise<void> =>
  jobs.send(db, FORGET_CARD, card)
/** Deletes a card at Stripe, with retries until Stripe answers. */
export const forgetCards: JobDefinition<Platform, ForgetCard> = {
  name: FORGET_CARD,
  retries: 14,
  handler: async ({ payments }, { methodId }) => payments?.forgetCard(methodId),
}
