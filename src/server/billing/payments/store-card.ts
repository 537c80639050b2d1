import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { CardPage } from '../../../contract/billing/index.ts'
import { contract } from '../../../contract/index.ts'
import { systemOf } from '../../platform/database/db.ts'
import { createOnce } from '../../platform/database/once.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { paymentProblem } from '../../platform/payments/payment-problem.ts'
import { isUnanswered } from '../stripe/follow-checkout.ts'
import { ensureCustomer } from '../stripe/stripe-customer.ts'
import { ASK_AGAIN_MINUTES, CONSENT, cardsOf, PAGE_MINUTES, refuseCall } from './cards.ts'
import { cardPageColumns, expireCardPage, followCardPage } from './follow-card-page.ts'

type Page = z.infer<typeof CardPage>

/**
 * Opens the page at Stripe on which a card is entered, or returns the one that is open. The card becomes the company's
 * once it was entered there. Throws CARD_UNAVAILABLE, PAYMENT_REFUSED; PAYMENT_UNAVAILABLE when Stripe does not answer.
 */
export const storeCard = action(contract.billing.storeCard, async (context, input) => {
  const { platform, actor, address, requestId } = context
  const payments = cardsOf(platform)
  const { companyId } = actor
  const system = systemOf(companyId)
  const { id } = await createOnce(context, input, async () => ({ id: uuid() }))
  const row = await platform.db.asActor(system, async (db) => {
    await db.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute()
    const open = await db
      .selectFrom('card_pages')
      .select(cardPageColumns)
      .where('company_id', '=', companyId)
      .where((e) => e.or([e('status', '=', 'open'), e('id', '=', id)]))
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
    const minutes = open ? (Date.now() - Date.parse(open.created_at)) / 60_000 : 0
    // Reuse the open page, unless it is too old or has another person's consent or another consent text.
    if (
      open &&
      ((open.status !== 'open' && open.stripe_session !== null) ||
        (open.status === 'open' &&
          minutes < ASK_AGAIN_MINUTES &&
          open.started_by === actor.userId &&
          open.consent === CONSENT))
    )
      return open
    await db
      .updateTable('card_pages')
      .set({ status: 'expired' })
      .where('company_id', '=', companyId)
      .where('status', '=', 'open')
      .execute()
    const made = await db
      .insertInto('card_pages')
      .values({ company_id: companyId, id: open ? uuid() : id, consent: CONSENT, started_by: actor.userId })
      .returning(cardPageColumns)
      .executeTakeFirstOrThrow()
    await recordAudit(
      db,
      { actor, address, requestId },
      {
        companyId,
        action: 'card.agree',
        subjectType: 'company',
        subjectId: companyId,
        after: { consent: CONSENT, cardPageId: made.id },
      },
    )
    return made
  })
  if (row.url || row.status !== 'open') return present(row)
  const back = `${platform.env.publicUrl}/settings/billing?card=${row.id}`
  const page = await ensureCustomer(platform, companyId)
    .then((customerId) =>
      payments.openCardPage({
        id: row.id,
        customerId,
        metadata: { companyId, cardPageId: row.id },
        successUrl: back,
        cancelUrl: back,
        expiresAt: new Date(Date.parse(row.created_at) + PAGE_MINUTES * 60_000),
      }),
    )
    .catch(async (e) => {
      // Give it up, so that the next attempt uses a new idempotency key: Stripe repeats a failure under the same key.
      if (paymentProblem(e)?.kind === 'unknown')
        await platform.db.asActor(system, (db) => expireCardPage(db, companyId, row.id))
      return refuseCall(e)
    })
  await platform.db.asActor(system, (db) =>
    db
      .updateTable('card_pages')
      .set({ stripe_session: page.id, url: page.url, updated_at: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', row.id)
      .execute(),
  )
  return present({ ...row, url: page.url })
})

const present = (row: { id: string; status: string; url: string | null }, answered = true): Page => ({
  id: row.id,
  state:
    row.status === 'complete'
      ? 'stored'
      : row.status === 'expired'
        ? 'canceled'
        : answered && row.url
          ? 'open'
          : 'unknown',
  url: row.status === 'open' && answered ? row.url : null,
})

/** Returns the state of a card page; asks Stripe while it is open here. Throws NOT_FOUND. */
export const getCardPage = action(contract.billing.cardPage, async ({ platform, actor }, { id }) => {
  const read = () =>
    platform.db.askAs(actor, (db) =>
      db.selectFrom('card_pages').select(cardPageColumns).where('id', '=', id).executeTakeFirst(),
    )
  const row = await read()
  if (!row) throw refuse('NOT_FOUND')
  if (row.status !== 'open' || !platform.payments) return present(row)
  let answered = true
  await followCardPage(platform, row).catch((e) => {
    answered = !isUnanswered(e)
  })
  return present((await read()) ?? row, answered)
})
