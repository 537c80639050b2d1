import { v7 as uuid } from 'uuid'
import { type Charge, charge, type Grant, grantBlock } from '../../src/server/hours/index.ts'
import { systemOf } from '../../src/server/platform/db.ts'
import type { Owner } from './people.ts'

type Fields = Partial<Omit<Grant, 'companyId'>>

/** A block of hours, through the door: ten hours, usable, without end, unless told otherwise. `at` may lie in the past. */
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

/** What an entry draws, through the door: nothing more is allowed than there is, unless told otherwise. */
export const makeDraw = (
  db: Owner,
  entry: { companyId: string; id: string; minutes: number | null; userId?: string } & Partial<
    Pick<Charge, 'agreementId' | 'overage' | 'overagePercent' | 'at'>
  >,
): Promise<{ balance: number }> =>
  charge(
    db,
    {
      actor: entry.userId
        ? { ...systemOf(entry.companyId), userId: entry.userId, role: 'engineer' }
        : systemOf(entry.companyId),
    },
    { agreementId: null, overage: 'stop', ...entry, entryId: entry.id },
  )

/** A balance of so many minutes without any blocks: enough for whoever only asks what is left. */
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
