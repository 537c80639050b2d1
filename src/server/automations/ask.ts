import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import type { Db } from '../platform/database/db.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'
import { requestableStatus } from './policy.ts'
import { lockAutomation } from './queries.ts'
import { readAutomation } from './read.ts'

/**
 * Locks an automation for a change and returns it. Throws NOT_FOUND when it does not exist, and CONFLICT, with its
 * current state, when `version` is not the current one.
 */
export async function lockAutomationVersion({ actor }: ActorContext, db: Db, id: string, version: number | undefined) {
  const row = await lockAutomation(db, id)
  if (!row) throw refuse('NOT_FOUND')
  if (version !== undefined && version !== row.version)
    throw refuse('CONFLICT', { current: await readAutomation(db, actor, id) })
  return row
}

/**
 * Asks staff to pause a running automation or to resume a paused one. Asking again updates only the reason. Throws
 * CANNOT_ASK in any other status, CONFLICT and NOT_FOUND.
 */
export const requestStatus = action(contract.automations.ask, (context, { id, want, reason, version }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await lockAutomationVersion(context, db, id, version)
    if (requestableStatus(row.status) !== want)
      throw refuse('CANNOT_ASK', {
        fields: {
          want: [
            want === 'pause'
              ? 'You can pause an automation only while it is live or failing.'
              : 'You can resume an automation only while it is paused.',
          ],
        },
      })
    if (row.asked === want && row.asked_reason === reason) return readAutomation(db, actor, id)
    await db
      .updateTable('installations')
      .set({
        asked: want,
        asked_reason: reason,
        asked_by: actor.userId,
        asked_at: sql<string>`now()`,
        version: row.version + 1,
        updated_at: sql<string>`now()`,
      })
      .where('company_id', '=', row.company_id)
      .where('id', '=', id)
      .execute()
    await recordAudit(db, context, {
      companyId: row.company_id,
      action: 'installation.ask',
      subjectType: 'installation',
      subjectId: id,
      before: { asked: row.asked },
      after: { asked: want, reason },
    })
    await publish(db, actor, {
      companyId: row.company_id,
      topic: 'automation',
      kind: 'asked',
      subjectId: id,
      data: { want, reason },
    })
    return readAutomation(db, actor, id)
  })
})

/** Withdraws a request to pause or resume. Does nothing without an open request. Throws NOT_FOUND. */
export const withdrawStatusRequest = action(contract.automations.unask, (context, { id }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await lockAutomationVersion(context, db, id, undefined)
    if (row.asked === null) return readAutomation(db, actor, id)
    await db
      .updateTable('installations')
      .set({
        asked: null,
        asked_reason: null,
        asked_by: null,
        asked_at: null,
        version: row.version + 1,
        updated_at: sql<string>`now()`,
      })
      .where('company_id', '=', row.company_id)
      .where('id', '=', id)
      .execute()
    await recordAudit(db, context, {
      companyId: row.company_id,
      action: 'installation.unask',
      subjectType: 'installation',
      subjectId: id,
      before: { asked: row.asked },
    })
    await publish(db, actor, { companyId: row.company_id, topic: 'automation', kind: 'unasked', subjectId: id })
    return readAutomation(db, actor, id)
  })
})
