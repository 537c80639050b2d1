import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Session, Viewing } from '../../contract/account.ts'
import { type Actored, type Context, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Platform } from '../platform/platform.ts'
import { keepCookie, readCookie } from './cookies.ts'
import { requireFresh } from './fresh.ts'
import { VIEWING_MS } from './policy.ts'
import { compose } from './session.ts'

const COOKIE = 'viewing'

/**
 * Lets an administrator look at the portal as a partner's user, for 30 minutes, with a reason that is kept. The
 * administrator's own session stays what the cookie names; nothing can be changed meanwhile. NOT_A_PARTNER,
 * ACCOUNT_DISABLED, CONFIRM_IDENTITY.
 */
export async function viewAs(
  context: Actored,
  { userId, reason }: { userId: string; reason: string },
): Promise<{ session: z.infer<typeof Session> }> {
  const { platform, actor, requestId, address } = context
  await requireFresh(context)
  const until = new Date(Date.now() + VIEWING_MS).toISOString()
  const id = uuid()
  // Names the row for this browser; as a cookie of the library it would be worth nothing, it is not signed.
  const token = randomBytes(32).toString('base64url')
  await platform.db.system.transaction().execute(async (db) => {
    const target = await db
      .selectFrom('profiles as p')
      .innerJoin('companies as c', 'c.id', 'p.company_id')
      .select(['p.company_id', 'c.is_internal', 'p.deactivated_at'])
      .where('p.id', '=', userId)
      .executeTakeFirst()
    if (!target) throw refuse('NOT_FOUND')
    if (target.is_internal) throw refuse('NOT_A_PARTNER')
    if (target.deactivated_at) throw refuse('ACCOUNT_DISABLED')
    await db
      .insertInto('auth.session')
      .values({
        id,
        userId,
        token,
        expiresAt: until,
        updatedAt: until,
        way: 'view-as',
        viewer_id: actor.userId,
        reason,
        ipAddress: address || null,
      })
      .execute()
    await record(db, context, {
      companyId: target.company_id,
      action: 'user.view-as',
      subjectType: 'user',
      subjectId: userId,
      after: { until },
      reason,
    })
  })
  keepCookie(context, COOKIE, token, VIEWING_MS / 1000)
  platform.log.warn({ requestId, userId: actor.userId, as: userId }, 'looking as somebody else')
  const viewing = await viewingOf(platform, token, actor.userId)
  if (!viewing) throw new Error('A view that has just begun is over.')
  return { session: await compose(platform, userId, id, viewing) }
}

type Running = z.infer<typeof Viewing> & { viewerId: string; userId: string; id: string }

async function viewingOf({ db }: Platform, token: string, viewerId: string): Promise<Running | undefined> {
  const row = await db.system
    .selectFrom('auth.session as s')
    .innerJoin('auth.user as viewer', 'viewer.id', 's.viewer_id')
    .select(['s.id', 's.userId', 's.reason', 's.expiresAt', 'viewer.name as viewer'])
    .where('s.token', '=', token)
    .where('s.viewer_id', '=', viewerId)
    .executeTakeFirst()
  if (!row || Date.parse(row.expiresAt) <= Date.now()) return undefined
  return {
    id: row.id,
    userId: row.userId,
    viewerId,
    viewer: row.viewer,
    reason: row.reason ?? '',
    until: row.expiresAt,
  }
}

/** As whom the administrator of the present session looks in this browser, if as anybody. */
export async function runningView(context: Context, viewerId: string): Promise<Running | undefined> {
  const token = readCookie(context, COOKIE)
  return token ? viewingOf(context.platform, token, viewerId) : undefined
}

/** Ends looking as somebody else in this browser, at once. */
export async function endView(context: Context): Promise<void> {
  const { platform } = context
  const token = readCookie(context, COOKIE)
  if (!token) return
  keepCookie(context, COOKIE, '', 0)
  const ended = await platform.db.system
    .deleteFrom('auth.session')
    .where('token', '=', token)
    .where('viewer_id', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (ended) await platform.revocations.add({ sessionId: ended.id })
}
