// Addresses whose mail bounced. The view `held_addresses` decides which of them get no mail.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Db, type Handle, systemOf } from '../../platform/database/db.ts'
import { publishMailState } from './publish-mail-state.ts'

/** Resumes mail to an address in all companies. Used when mail from the address arrives, which proves that it works. */
export const forgetBounces = (system: Handle, address: string): Promise<void> =>
  system.transaction().execute(async (tx) => {
    const freed = await tx.deleteFrom('mail_bounces').where('email', '=', address).returning('company_id').execute()
    for (const { company_id } of freed)
      await publishMailState(tx as Db, systemOf(company_id), company_id, [address], 'mails-resumed')
  })

/** A mail that bounced permanently, and why. */
type Bounce = { address: string; status: string; detail: string }

/** Records permanent bounces. Returns whether one of the addresses was not held back before. */
export async function keepBounces(db: Db, companyId: string, bounces: Bounce[]): Promise<boolean> {
  const addresses = bounces.map(({ address }) => address)
  // Delete bounces that have expired, so that a new one counts as the first.
  await db
    .deleteFrom('mail_bounces')
    .where('company_id', '=', companyId)
    .where('email', 'in', addresses)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('held_addresses as h')
            .select('h.email')
            .whereRef('h.company_id', '=', 'mail_bounces.company_id')
            .whereRef('h.email', '=', 'mail_bounces.email'),
        ),
      ),
    )
    .execute()
  let isFirst = false
  for (const { address, status, detail } of bounces) {
    const row = await db
      .insertInto('mail_bounces')
      .values({ company_id: companyId, id: uuid(), email: address, status, detail })
      .onConflict((c) =>
        c.columns(['company_id', 'email']).doUpdateSet((e) => ({
          count: sql<number>`mail_bounces.count + 1`,
          status: e.ref('excluded.status'),
          detail: e.ref('excluded.detail'),
          last_at: sql<string>`now()`,
        })),
      )
      .returning('count')
      .executeTakeFirstOrThrow()
    isFirst ||= row.count === 1
  }
  await publishMailState(db, systemOf(companyId), companyId, addresses, 'mails-held')
  return isFirst
}
