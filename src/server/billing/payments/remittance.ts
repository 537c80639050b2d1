// The provider's bank details, to which partners pay transfers. Administrators set them. Each invoice keeps them as
// they were on its issue date.

import { sql } from 'kysely'
import type { z } from 'zod'
import type { Remittance, RemittanceSettings } from '../../../contract/billing/index.ts'
import { contract } from '../../../contract/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import type { ScheduleDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { reportDiscrepancy } from './payment-discrepancy.ts'

type Details = z.infer<typeof Remittance>
const KIND = 'remittance_missing'

/** Saves the payment settings where the database decides whether invoices can be issued. */
export async function savePaymentSettings({ db, env }: Pick<Platform, 'db' | 'env'>): Promise<void> {
  const setup = {
    required: env.mode === 'serve',
    bank_transfer: env.bankTransfer ?? null,
  }
  await db.system
    .insertInto('stripe.setup')
    .values(setup)
    .onConflict((c) => c.column('only_row').doUpdateSet(setup))
    .execute()
}

/**
 * Throws NO_REMITTANCE when an invoice could not be paid by transfer, because no bank details are set. Never in the
 * demo.
 */
export async function requireWayToPay(db: Db): Promise<void> {
  const { rows } = await sql<{ ok: boolean }>`select invoices_can_be_paid() as ok`.execute(db)
  if (!rows[0]?.ok) throw refuse('NO_REMITTANCE')
}

/**
 * Returns the bank details that an invoice keeps; null when there are none. Invoices that were issued before details
 * were stored use the setting BANK_TRANSFER.
 */
export function remittanceOf(
  { bankTransfer }: Pick<Platform['env'], 'bankTransfer'>,
  issuedBy: unknown,
): Details | null {
  const kept = issuedBy as { remittance?: Details | null } | null
  if (kept && 'remittance' in kept) return kept.remittance ?? null
  return bankTransfer ? { note: bankTransfer } : null
}

const row = (db: Db, companyId: string) =>
  db
    .selectFrom('remittance_details as r')
    .select(['r.account_name', 'r.bank_name', 'r.routing_number', 'r.account_number', 'r.swift', 'r.address', 'r.note'])
    .select(['r.version', 'r.updated_at', 'r.updated_by'])
    .select((e) => e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'r.updated_by').as('by'))
    .where('r.company_id', '=', companyId)

const present = (
  r: Awaited<ReturnType<ReturnType<typeof row>['executeTakeFirst']>>,
  bankTransfer: string | undefined,
): z.infer<typeof RemittanceSettings> => ({
  details: r
    ? {
        accountName: r.account_name,
        bankName: r.bank_name,
        routingNumber: r.routing_number,
        accountNumber: r.account_number,
        swift: r.swift,
        address: r.address,
        note: r.note,
      }
    : null,
  initialNote: bankTransfer ?? null,
  version: r?.version ?? 0,
  updatedAt: r?.updated_at ?? null,
  updatedBy: r?.updated_by && r.by ? { id: r.updated_by, name: r.by } : null,
})

/** Returns the bank details as they are printed on the next invoice. */
export const getRemittance = action(contract.billing.remittance, ({ platform, actor }) =>
  platform.db.askAs(actor, async (db) =>
    present(await row(db, actor.companyId).executeTakeFirst(), platform.env.bankTransfer),
  ),
)

/**
 * Sets the bank details for future invoices. Issued invoices keep theirs. Throws CONFLICT, with the current details,
 * when `version` is not the current one (0: never set).
 */
export const setRemittance = action(contract.billing.setRemittance, (context, { version, ...details }) => {
  const { platform, actor } = context
  const { companyId } = actor
  return platform.db.asActor(actor, async (db) => {
    // Locked, so that when two people save the first details, the second one gets CONFLICT.
    await db.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().executeTakeFirstOrThrow()
    const read = async () => present(await row(db, companyId).executeTakeFirst(), platform.env.bankTransfer)
    const before = await read()
    if (version !== before.version) throw refuse('CONFLICT', { current: before })
    const columns = {
      account_name: details.accountName,
      bank_name: details.bankName,
      routing_number: details.routingNumber,
      account_number: details.accountNumber,
      swift: details.swift,
      address: details.address,
      note: details.note,
      updated_by: actor.userId,
    }
    await db
      .insertInto('remittance_details')
      .values({ company_id: companyId, ...columns })
      .onConflict((c) =>
        c.column('company_id').doUpdateSet({ ...columns, version: version + 1, updated_at: sql<string>`now()` }),
      )
      .execute()
    await recordAudit(db, context, {
      companyId,
      action: 'remittance.edit',
      subjectType: 'company',
      subjectId: companyId,
      ...(before.details ? { before: before.details } : {}),
      after: details,
    })
    return read()
  })
})

/** Notifies administrators when invoices cannot be issued, and closes the discrepancy once they can. */
export async function checkRemittance({ db }: Pick<Platform, 'db'>): Promise<void> {
  await db.system.transaction().execute(async (tx) => {
    const provider = await tx
      .selectFrom('companies')
      .select('id')
      .where('is_internal', '=', true)
      .orderBy('created_at')
      .orderBy('id')
      .executeTakeFirst()
    if (!provider) return
    const { rows } = await sql<{ ok: boolean }>`select invoices_can_be_paid() as ok`.execute(tx)
    if (!rows[0]?.ok)
      await reportDiscrepancy(tx, {
        companyId: provider.id,
        kind: KIND,
        subjectId: provider.id,
        title: 'Invoices can’t be issued: remittance details are missing',
        found: {
          todo: 'Enter your bank details under Settings → Remittance. Everything due is then invoiced within an hour.',
        },
      })
    else
      await tx
        .updateTable('findings')
        .set({ resolved_at: sql<string>`now()`, resolution: 'Invoices can be issued again.' })
        .where('kind', '=', KIND)
        .where('resolved_at', 'is', null)
        .execute()
  })
}

/** Checks whether invoices can be issued. Runs every ten minutes. */
export const watchRemittance: ScheduleDefinition<Platform> = {
  name: 'billing.remittance',
  cron: '*/10 * * * *',
  handler: checkRemittance,
}
