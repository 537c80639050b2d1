import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { type ApiKey, type CreateApiKey, MAX_KEYS } from '../../contract/companies/index.ts'
import { contract } from '../../contract/index.ts'
import { lockFresh, requireFresh } from '../account/index.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Db } from '../platform/database/db.ts'
import { createOnce } from '../platform/database/once.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'
import { sealText, unsealText } from '../platform/sign-in/seal.ts'
import { presentKey } from './present.ts'

type Key = z.infer<typeof ApiKey>
type Page = { items: Key[]; nextCursor: string | null }

/** The prefix of every key, by which secret scanners can recognize it in source code. */
const MARK = 'mwk_'
const PREFIX_LENGTH = 12
/** The purpose under which a key is encrypted in a response that is stored for a repeated request. */
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

/** Returns the active keys of a company that a user created, oldest first, at most 50. */
export const listKeysMadeBy = (db: Db, companyId: string, userId: string) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'name', 'prefix'])
    .where('company_id', '=', companyId)
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', sql<string>`now()`)]))
    .orderBy('created_at')
    .limit(50)
    .execute()

async function page(db: Db, companyId: string, limit: number, cursor: string | undefined): Promise<Page> {
  const after = decodeCursor(cursor, 'keys', 'instant')
  // Ids are UUIDv7, so they sort by creation time.
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

/** Returns the keys of the actor's own company. */
export const listKeys = action(contract.companies.keys, ({ platform, actor }, { limit, cursor }) =>
  platform.db.askAs(actor, (db) => page(db, actor.companyId, limit, cursor)),
)

/** Returns the keys of any company, for administrators. Throws NOT_FOUND when the company does not exist. */
export const keysOf = action(contract.companies.keysOf, ({ platform, actor }, { id, limit, cursor }) =>
  platform.db.asActor(actor, async (db) => {
    if (!(await db.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()))
      throw refuse('NOT_FOUND')
    return page(db, id, limit, cursor)
  }),
)

/** Runs in the transaction that creates the key. Receives the key without its secret. */
type Made = (db: Db, key: Key) => Promise<void>

/**
 * Creates an API key for a company and returns it with its secret. The caller checks the permission. Only the hash is
 * stored, so the key can be read only in this response. `also` runs in the same transaction. Throws TOO_MANY_KEYS
 * beyond the limit, and CONFIRM_IDENTITY when the user has not confirmed their identity recently.
 */
export async function makeKeyFor(
  context: ActorContext,
  companyId: string,
  input: z.infer<typeof CreateApiKey>,
  also?: Made,
): Promise<Key & { key: string }> {
  const { platform, actor } = context
  await requireFresh(context)
  const { sealed, ...made } = await createOnce(context, { companyId, ...input }, async (db) => {
    // A password reset or the first proof of the mailbox may have ended the session in the meantime.
    await lockFresh(context, db)
    // Two concurrent requests must not both pass the limit.
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
    await recordAudit(db, context, {
      companyId,
      action: 'api_key.create',
      subjectType: 'api_key',
      subjectId: id,
      after: { name: input.name, scopes: input.scopes, expires_in_days: days },
    })
    await publish(db, actor, { companyId, topic: 'company', kind: 'key', subjectId: companyId })
    const shown = presentKey(await keyRows(db).where('k.id', '=', id).executeTakeFirstOrThrow(), new Date())
    await also?.(db, shown)
    // The response is stored for repeated requests, so the key in it is encrypted.
    return { ...shown, sealed: await sealText(platform.env, PURPOSE, key) }
  })
  const key = await unsealText(platform.env, PURPOSE, sealed)
  if (!key) throw new Error('A stored response that contains an API key was encrypted with a different APP_SECRET.')
  return { ...made, key }
}

/** Creates a key for the owner's company. Throws TOO_MANY_KEYS and CONFIRM_IDENTITY. */
export const createKey = action(contract.companies.createKey, (context, input) =>
  makeKeyFor(context, context.actor.companyId, input),
)

/**
 * Revokes a key. The next call with it is rejected. Does nothing to a key that is already revoked. Throws NOT_FOUND and
 * CONFIRM_IDENTITY.
 */
export const revokeKey = action(contract.companies.revokeKey, (context, { id }) => {
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
      await recordAudit(db, context, {
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
})
