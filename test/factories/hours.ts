import { v7 as uuid } from 'uuid'
import { type Charge, chargeMinutes, type Grant, grantBlock } from '../../src/server/hours/index.ts'
import { systemOf } from '../../src/server/platform/database/db.ts'
import type { Owner } from './people.ts'

type Fields = Partial<Omit<Grant, 'companyId'>>

/** Creates a block through the hours module. Default: ten usable hours that do not expire. `at` can be in the past. */
export const makeHours = async (db: Owner, companyId: string, fields: Fields = {}): Promise<{ id: string }> => ({
  id: await grantBlock(
    db,
    { actor: systemOf(companyId) },
    {
      companyId,
      id: uuid(),
      source: 'purchase',
      name: 'Block of hours',
      minutes: 600,
      priceCents: 175_000,
      state: 'active',
      ...fields,
    },
  ),
})

/** Draws the minutes of an entry through the hours module and returns the balance. Default: no overage allowed. */
export const makeDraw = (
  db: Owner,
  entry: { companyId: string; id: string; minutes: number | null; userId?: string } & Partial<
    Pick<Charge, 'agreementId' | 'overage' | 'overagePercent' | 'at'>
  >,
): Promise<{ balance: number }> =>
  chargeMinutes(
    db,
    {
      actor: entry.userId
        ? { ...systemOf(entry.companyId), userId: entry.userId, role: 'engineer' }
        : systemOf(entry.companyId),
    },
    { agreementId: null, overage: 'stop', ...entry, entryId: entry.id },
  )

/** Creates a balance in minutes without any blocks, for tests that only read the balance. */
export const makeBalance = (
  db: Owner,
  companyId: string,
  balance: number,
  base = Math.max(0, balance),
): Promise<unknown> =>
  db
    .insertInto('hour_balances')
    .values({ company_id: companyId, balance, base, lowest: Math.min(0, balance), episode: 1 })
    .onConflict((c) => c.column('company_id').doUpdateSet({ balance, base, lowest: Math.min(0, balance) }))
    .execute()
