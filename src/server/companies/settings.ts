import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'

/** Saves the company's own hourly rate in cents, or null for the default. Raises the version of the company. */
export async function setLoadedRate(db: Db, companyId: string, cents: number | null): Promise<void> {
  await db
    .updateTable('companies')
    .set({ loaded_rate_cents: cents, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('id', '=', companyId)
    .execute()
}

/** Saves whether texts of the company may be sent to the language model. */
export async function setModelAllowed(db: Db, companyId: string, allowed: boolean): Promise<void> {
  await db.updateTable('companies').set({ model_allowed: allowed }).where('id', '=', companyId).execute()
}
