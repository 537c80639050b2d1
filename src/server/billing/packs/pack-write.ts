// Steps that the actions on packs share.
import type { z } from 'zod'
import type { Pack } from '../../../contract/billing/index.ts'
import type { Actor, Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/http/api.ts'
import { isAdmin } from '../policy.ts'

const columns = [
  'company_id',
  'id',
  'name',
  'minutes',
  'price_cents',
  'valid_months',
  'position',
  'archived_at',
  'version',
] as const
type PackRow = {
  id: string
  name: string
  minutes: number
  price_cents: number
  valid_months: number
  position: number
  archived_at: string | null
  version: number
}

/** Returns a pack for one reader. */
export const presentPack = (r: PackRow, reader: Actor): z.infer<typeof Pack> => ({
  id: r.id,
  name: r.name,
  minutes: r.minutes,
  priceCents: r.price_cents,
  currency: 'usd',
  validMonths: r.valid_months,
  position: r.position,
  archivedAt: r.archived_at,
  version: r.version,
  can: { edit: isAdmin(reader) },
})

/**
 * Returns a query of packs in the order in which they are offered. Row-level security hides archived packs from
 * partners.
 */
export const packRows = (db: Db) =>
  db.selectFrom('hour_packs').select(columns).orderBy('position').orderBy('minutes').orderBy('id')

/** Returns a pack as the actor sees it. Throws NOT_FOUND when the actor cannot see it. */
export async function readPack(db: Db, actor: Actor, id: string) {
  const row = await packRows(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return presentPack(row, actor)
}

/**
 * Locks a pack for a change and returns it. Throws NOT_FOUND, and CONFLICT with the current pack when `version` is not
 * the current one.
 */
export async function lockPack(db: Db, actor: Actor, id: string, version: number) {
  const row = await db.selectFrom('hour_packs').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  if (row.version !== version) throw refuse('CONFLICT', { current: presentPack(row, actor) })
  return row
}

/** Returns a pack that is sold now; does not lock it. Throws PACK_GONE. */
export async function soldPack(db: Db, id: string) {
  const row = await packRows(db).where('id', '=', id).where('archived_at', 'is', null).executeTakeFirst()
  if (!row) throw refuse('PACK_GONE', { fields: { packId: ['This pack is no longer sold. Choose another one.'] } })
  return row
}

/** Runs a write and returns its result. Throws NAME_TAKEN at `name` when a pack with this name is sold already. */
export async function namedPack<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (e) {
    const { code, constraint } = e as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'hour_packs_by_name')
      throw refuse('NAME_TAKEN', { fields: { name: ['A pack for sale already has this name. Choose another.'] } })
    throw e
  }
}
