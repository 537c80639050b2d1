import { sql } from 'kysely'
import { systemOf } from '../../platform/database/db.ts'
import type { ScheduleDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { nextCharge } from '../policy.ts'
import { type Charged, chargeInvoice } from './charge-invoice.ts'

/** Minutes until the next attempt when the charge could not be made. It does not count as an attempt. */
const SOON_MINUTES = 30

/**
 * Charges one due invoice to the company's stored card and schedules the next attempt. The attempt is saved before the
 * card is charged, so that after a crash the card is not charged twice but tried again later. Returns null when another
 * process has locked the invoice or it is not due.
 */
export async function chargeOne(
  platform: Platform,
  { companyId, invoiceId }: { companyId: string; invoiceId: string },
  now = new Date(),
): Promise<Charged | null> {
  const { db } = platform
  const actor = systemOf(companyId)
  const taken = await db.asActor(actor, async (tx) => {
    const row = await tx
      .selectFrom('invoices')
      .select('charge_attempts')
      .where('company_id', '=', companyId)
      .where('id', '=', invoiceId)
      .where('status', '=', 'open')
      .where('next_charge_at', '<=', now.toISOString())
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return null
    const attempt = row.charge_attempts + 1
    await tx
      .updateTable('invoices')
      .set({ charge_attempts: attempt, next_charge_at: nextCharge(attempt, now)?.toISOString() ?? null })
      .where('company_id', '=', companyId)
      .where('id', '=', invoiceId)
      .execute()
    return attempt
  })
  if (taken === null) return null
  const outcome = await chargeInvoice(platform, { companyId, invoiceId })
  if (outcome === 'unavailable' || outcome === 'no_card' || outcome === 'not_due')
    await db.askAs(actor, (tx) =>
      tx
        .updateTable('invoices')
        .set({
          charge_attempts: taken - 1,
          next_charge_at:
            outcome === 'unavailable' ? new Date(now.getTime() + SOON_MINUTES * 60_000).toISOString() : null,
        })
        .where('company_id', '=', companyId)
        .where('id', '=', invoiceId)
        .where('charge_attempts', '=', taken)
        .execute(),
    )
  return outcome
}

/** Charges up to 200 due invoices. Returns how many were tried. */
export async function chargeDue(platform: Platform, now = new Date()): Promise<number> {
  // Use the owner connection, because this covers all companies and no user is signed in.
  const due = await platform.db.system
    .selectFrom('invoices')
    .select(['company_id', 'id'])
    .where('status', '=', sql.lit('open'))
    .where('next_charge_at', '<=', now.toISOString())
    .orderBy('next_charge_at')
    .limit(200)
    .execute()
  let tried = 0
  for (const { company_id: companyId, id } of due) {
    try {
      if ((await chargeOne(platform, { companyId, invoiceId: id }, now)) !== null) tried++
    } catch (e) {
      platform.log.error({ err: e, invoiceId: id }, 'an automatic charge failed')
    }
  }
  return tried
}

/** Charges invoices that were just issued, and retries failed charges. Runs every five minutes. */
export const chargeCards: ScheduleDefinition<Platform> = {
  name: 'billing.charge',
  cron: '*/5 * * * *',
  handler: async (platform) => {
    await chargeDue(platform)
  },
}
