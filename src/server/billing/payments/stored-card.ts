import type { Db } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/platform.ts'

/**
 * Returns whether the company has a stored card that an owner allowed us to charge, and cards can be charged at all.
 */
export async function canCharge({ payments }: Pick<Platform, 'payments'>, db: Db, companyId: string): Promise<boolean> {
  return payments !== undefined && (await hasCard(db, companyId))
}

/** Returns whether the company has a stored card that an owner allowed us to charge. */
export async function hasCard(db: Db, companyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('stripe_customers')
    .select('company_id')
    .where('company_id', '=', companyId)
    .where('card_last4', 'is not', null)
    .where('consent_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}
