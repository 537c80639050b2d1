import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Viewing } from '../../../contract/account/index.ts'
import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { type Context, refuse } from '../../platform/http/api.ts'
import type { Platform } from '../../platform/platform.ts'
import { requireFresh } from '../factors/fresh.ts'
import { lockUser } from '../lock.ts'
import { VIEWING_MS } from '../policy.ts'
import { recordActNow } from '../record-act.ts'
import { readCookie, setSealedCookie } from './cookies.ts'
import { composeSession } from './session.ts'

const COOKIE = 'viewing'

/**
 * Lets an administrator view the portal as a partner's user, read-only, for 30 minutes. The reason is recorded in the
 * audit log. The session cookie still belongs to the administrator's own session. Throws NOT_A_PARTNER,
 * ACCOUNT_DISABLED, CONFIRM_IDENTITY and NOT_FOUND.
 */
export const viewAs = action(contract.account.viewAs, async (context, { userId, reason }) => {
  const { platform, actor, requestId, address } = context
  await requireFresh(context)
  const until = new Date(Date.now() + VIEWING_MS).toISOString()
  const id = uuid()
  // Identifies the row in this browser. The library would not accept it as a session cookie, because it is not signed.
  const token = randomBytes(32).toString('base64url')
  await platform.db.system.transaction().execute(async (db) => {
    await lockUser(db, actor.userId)
    await requireFresh(context, db)
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
    await recordAudit(db, context, {
      companyId: target.company_id,
      action: 'user.view-as',
      subjectType: 'user',
      subjectId: userId,
      after: { until },
      reason,
    })
  })
  setSealedCookie(context, COOKIE, token, VIEWING_MS / 1000)
  platform.log.warn({ requestId, userId: actor.userId, as: userId }, 'viewing as another user')
  const viewing = await viewingOf(platform, token, actor.userId)
  if (!viewing) throw new Error('The view ended right after it started.')
  return { session: await composeSession(platform, userId, id, viewing) }
})

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

/** Returns the view that the administrator has open in this browser, or undefined. */
export async function currentView(context: Context, viewerId: string): Promise<Running | undefined> {
  const token = readCookie(context, COOKIE)
  return token ? viewingOf(context.platform, token, viewerId) : undefined
}

/** Immediately ends viewing as another user in this browser. */
export async function endView(context: Context): Promise<void> {
  const { platform } = context
  const token = readCookie(context, COOKIE)
  if (!token) return
  setSealedCookie(context, COOKIE, '', 0)
  const ended = await platform.db.system
    .deleteFrom('auth.session')
    .where('token', '=', token)
    .where('viewer_id', 'is not', null)
    .returning(['id', 'viewer_id', 'userId'])
    .executeTakeFirst()
  if (!ended) return
  await platform.revocations.add({ sessionId: ended.id })
  if (ended.viewer_id)
    await recordActNow(context, ended.viewer_id, 'user.view-as-end', { after: { user: ended.userId } })
}
