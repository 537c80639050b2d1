import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { type ApiKey, type CreateApiKey, MAX_KEYS } from '../../contract/companies.ts'
import { requireFresh } from '../account/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import type { Db } from '../platform/db.ts'
import { createOnce } from '../platform/once.ts'
import { publish } from '../platform/publish.ts'
import { seal, unseal } from '../platform/seal.ts'
import { presentKey } from './present.ts'

type Key = z.infer<typeof ApiKey>
type Page = { items: Key[]; nextCursor: string | null }

/** How every key begins: scanners of source code look for such marks. */
const MARK = 'mwk_'
const PREFIX_LENGTH = 12
/** What is sealed when an answer with a key is kept for a repeated call. */
const PURPOSE = 'api key in an answer'

const keyRows = (db: Db) =>
  db
    .selectFrom('api_keys as k')
    .select([
      'k.company_id',
      'k.id',
      'k.name',
      'k.prefix',
      'k.scopes',
      'k.created_by',
      'k.created_at',
      'k.expires_at',
      'k.last_used_at',
      'k.revoked_at',
    ])
    .select((e) =>
      e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'k.created_by').as('creator'),
    )

async function page(db: Db, companyId: string, limit: number, cursor: string | undefined): Promise<Page> {
  const after = decodeCursor(cursor, 'keys', 'instant')
  // An id is made of its moment: it is the order.
  let query = keyRows(db)
    .where('k.company_id', '=', companyId)
    .orderBy('k.id', 'desc')
    .limit(limit + 1)
  if (after) query = query.where('k.id', '<', after.id)
  const found = await query.execute()
  const page = pageOf(found, limit, (last) => ({ order: 'keys', value: last.created_at, id: last.id }))
  const now = new Date()
  return {
    items: page.rows.map((row) => presentKey(row, now)),
    nextCursor: page.nextCursor,
  }
}

/** The keys of the own company. */
export const keys = ({ platform, actor }: Actored, { limit, cursor }: { limit: number; cursor?: string }) =>
  platform.db.askAs(actor, (db) => page(db, actor.companyId, limit, cursor))

/** The keys of any company, for administrators. NOT_FOUND for a company that is not there. */
export const keysOf = (
  { platform, actor }: Actored,
  { id, limit, cursor }: { id: string; limit: number; cursor?: string },
): Promise<Page> =>
  platform.db.asActor(actor, async (db) => {
    if (!(await db.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()))
      throw refuse('NOT_FOUND')
    return page(db, id, limit, cursor)
  })

/** What a made key is beside its secret. */
type Made = (db: Db, key: Key) => Promise<void>

/**
 * Makes a key for a company; who may is the caller's to say. Only its hash is kept: the answer is the one place where it
 * can be read. `also` runs in the same transaction. TOO_MANY_KEYS beyond the limit, CONFIRM_IDENTITY when the person has
 * not proved lately who they are.
 */
export async function makeKeyFor(
  context: Actored,
  companyId: string,
  input: z.infer<typeof CreateApiKey>,
  also?: Made,
): Promise<Key & { key: string }> {
  const { platform, actor } = context
  await requireFresh(context)
  const { sealed, ...made } = await createOnce(context, { companyId, ...input }, async (db) => {
    // Two at once must not both see room for one more.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`keys ${companyId}`}, 0))`.execute(db)
    const { live } = await db
      .selectFrom('api_keys')
      .select((e) => e.fn.countAll<number>().as('live'))
      .where('company_id', '=', companyId)
      .where('revoked_at', 'is', null)
      .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', sql<string>`now()`)]))
      .executeTakeFirstOrThrow()
    if (live >= MAX_KEYS) throw refuse('TOO_MANY_KEYS')
    const key = MARK + randomBytes(32).toString('base64url')
    const id = uuid()
    const days = input.expiresInDays
    await db
      .insertInto('api_keys')
      .values({
        company_id: companyId,
        id,
        name: input.name,
        prefix: key.slice(0, PREFIX_LENGTH),
        hash: createHash('sha256').update(key).digest('hex'),
        scopes: input.scopes,
        created_by: actor.userId,
        expires_at: days ? sql<string>`now() + make_interval(days => ${days}::int)` : null,
      })
      .execute()
    await record(db, context, {
      companyId,
      action: 'api_key.create',
      subjectType: 'api_key',
      subjectId: id,
      after: { name: input.name, scopes: input.scopes, expires_in_days: days },
    })
    await publish(db, actor, { companyId, topic: 'company', kind: 'key', subjectId: companyId })
    const shown = presentKey(await keyRows(db).where('k.id', '=', id).executeTakeFirstOrThrow(), new Date())
    await also?.(db, shown)
    // A repeated call gets this answer again; until that is forgotten it must not lie open.
    return { ...shown, sealed: await seal(platform.env.appSecret, PURPOSE, key) }
  })
  const key = await unseal(platform.env.appSecret, PURPOSE, sealed)
  if (!key) throw new Error('An answer with a key was sealed with another APP_SECRET.')
  return { ...made, key }
}

/** An owner makes a key for the own company. TOO_MANY_KEYS, CONFIRM_IDENTITY. */
export const createKey = (context: Actored, input: z.infer<typeof CreateApiKey>) =>
  makeKeyFor(context, context.actor.companyId, input)

/** Revokes a key; the next call with it is refused. One that was revoked before stays as it is. */
export function revokeKey(context: Actored, { id }: { id: string }): Promise<Key> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const known = await keyRows(db).where('k.id', '=', id).executeTakeFirst()
    if (!known) throw refuse('NOT_FOUND')
    await requireFresh(context)
    const revoked = await db
      .updateTable('api_keys')
      .set({ revoked_at: sql<string>`now()` })
      .where('company_id', '=', known.company_id)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (revoked) {
      await record(db, context, {
        companyId: known.company_id,
        action: 'api_key.revoke',
        subjectType: 'api_key',
        subjectId: id,
        before: { name: known.name },
      })
      await publish(db, actor, {
        companyId: known.company_id,
        topic: 'company',
        kind: 'key',
        subjectId: known.company_id,
      })
    }
    return presentKey(await keyRows(db).where('k.id', '=', id).executeTakeFirstOrThrow(), new Date())
  })
}
