import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { CardPage } from '../../contract/billing.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { systemOf } from '../platform/db.ts'
import { createOnce } from '../platform/once.ts'
import { paymentProblem } from '../platform/payments.ts'
import { ASK_AGAIN_MINUTES, CONSENT, cardsOf, PAGE_MINUTES, refuseCall } from './cards.ts'
import { cardPageColumns, expireCardPage, followCardPage } from './follow-card-page.ts'
import { unanswered } from './follow-checkout.ts'
import { ensureCustomer } from './stripe-customer.ts'

type Page = z.infer<typeof CardPage>

/**
 * Opens the page at Stripe on which a card is typed; the same one while it is open. The card becomes the company's once
 * somebody has typed it there. CARD_UNAVAILABLE; PAYMENT_UNAVAILABLE when Stripe does not answer.
 */
export async function storeCard(context: Actored, input: { agreed: true }): Promise<Page> {
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
    // One that has ended by now, or is somebody else's word, makes room.
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
    await record(
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
      // Given up, so that the next try is a call of its own: Stripe repeats a failure under its key.
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
}

const present = (row: { id: string; status: string; url: string | null }, asked = true): Page => ({
  id: row.id,
  state:
    row.status === 'complete'
      ? 'stored'
      : row.status === 'expired'
        ? 'cancelled'
        : asked && row.url
          ? 'open'
          : 'unknown',
  url: row.status === 'open' && asked ? row.url : null,
})

/** What became of storing a card; asks Stripe while it is open here. NOT_FOUND. */
export async function getCardPage({ platform, actor }: Actored, { id }: { id: string }): Promise<Page> {
  const read = () =>
    platform.db.askAs(actor, (db) =>
      db.selectFrom('card_pages').select(cardPageColumns).where('id', '=', id).executeTakeFirst(),
    )
  const row = await read()
  if (!row) throw refuse('NOT_FOUND')
  if (row.status !== 'open' || !platform.payments) return present(row)
  let asked = true
  await followCardPage(platform, row).catch((e) => {
    asked = !unanswered(e)
  })
  return present((await read()) ?? row, asked)
}
