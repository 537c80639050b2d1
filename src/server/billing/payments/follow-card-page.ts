// Follows pages at Stripe on which a card is stored for later.
import { sql } from 'kysely'
import { type Db, systemOf } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { cardsOf } from './cards.ts'
import { scheduleSaveCard } from './keep-card.ts'

export const cardPageColumns = [
  'company_id',
  'id',
  'stripe_session',
  'url',
  'consent',
  'status',
  'started_by',
  'created_at',
] as const
export type CardPageRow = {
  company_id: string
  id: string
  stripe_session: string | null
  url: string | null
  consent: string
  status: string
  started_by: string
  created_at: string
}

/**
 * Completes a card page, so that its card becomes the company's. Returns false when the page was completed before, or
 * belongs to another session.
 */
export async function completeCardPage(
  platform: Platform,
  db: Db,
  companyId: string,
  page: { id: string; session: string },
  methodId: string,
): Promise<boolean> {
  const row = await db
    .updateTable('card_pages')
    .set({ status: 'complete', stripe_session: page.session, updated_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', page.id)
    .where('status', '<>', 'complete')
    .where((e) => e.or([e('stripe_session', 'is', null), e('stripe_session', '=', page.session)]))
    .returning(['consent', 'started_by', 'created_at'])
    .executeTakeFirst()
  if (!row) return false
  await scheduleSaveCard(platform, db, {
    companyId,
    methodId,
    by: row.started_by,
    at: row.created_at,
    consent: row.consent,
  })
  return true
}

/** Expires an abandoned card page. Returns false when it was no longer open. */
export async function expireCardPage(db: Db, companyId: string, id: string): Promise<boolean> {
  const [done] = await db
    .updateTable('card_pages')
    .set({ status: 'expired', updated_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute()
  return done !== undefined && done.numUpdatedRows > 0n
}

/** Asks Stripe about an open card page and applies the result. Throws PaymentProblem. */
export async function followCardPage(platform: Platform, row: CardPageRow): Promise<void> {
  if (row.status !== 'open' || !row.stripe_session) return
  const payments = cardsOf(platform)
  const page = await payments.payPage(row.stripe_session)
  const system = systemOf(row.company_id)
  if (page?.status === 'expired') await platform.db.asActor(system, (db) => expireCardPage(db, row.company_id, row.id))
  if (page?.status !== 'complete' || !page.setupId) return
  const card = await payments.cardOfSetup(page.setupId)
  if (card)
    await platform.db.asActor(system, (db) =>
      completeCardPage(platform, db, row.company_id, { id: row.id, session: page.id }, card.id),
    )
}
