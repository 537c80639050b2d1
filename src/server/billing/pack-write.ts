// The steps that the verbs of packs share.
import type { z } from 'zod'
import type { Pack } from '../../contract/billing.ts'
import { refuse } from '../platform/api.ts'
import type { Actor, Db } from '../platform/db.ts'
import { isAdmin } from './policy.ts'

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

/** A pack for one reader. */
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

/** Packs in the order in which they are offered. Partners see those that are sold, by the fence too. */
export const packs = (db: Db) =>
  db.selectFrom('hour_packs').select(columns).orderBy('position').orderBy('minutes').orderBy('id')

/** A pack as the actor sees it. NOT_FOUND without it. */
export async function readPack(db: Db, actor: Actor, id: string) {
  const row = await packs(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return presentPack(row, actor)
}

/** Takes a pack for a change. NOT_FOUND; CONFLICT with the pack as it is now when `version` is another. */
export async function takePack(db: Db, actor: Actor, id: string, version: number) {
  const row = await db.selectFrom('hour_packs').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  if (row.version !== version) throw refuse('CONFLICT', { current: presentPack(row, actor) })
  return row
}

/** A pack that is sold now, kept from changing until the transaction ends. PACK_GONE. */
export async function soldPack(db: Db, id: string) {
  const row = await packs(db).where('id', '=', id).where('archived_at', 'is', null).executeTakeFirst()
  if (!row) throw refuse('PACK_GONE', { fields: { packId: ['This pack is not sold any more. Choose another.'] } })
  return row
}

/** Runs a write; a name that is sold already is the field's fault. */
export async function namedPack<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (e) {
    const { code, constraint } = e as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'hour_packs_by_name')
      throw refuse('NAME_TAKEN', { fields: { name: ['A pack with this name is sold already.'] } })
    throw e
  }
}
