import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { lockAutomationVersion } from './ask.ts'
import { automationPermissions } from './policy.ts'
import { readAutomation } from './read.ts'

/**
 * Sets the clients that an automation works for. Archived clients stay if they were chosen before. Throws NOT_FOUND,
 * CONFLICT, and UNPROCESSABLE for a client that cannot be chosen and for a retired automation.
 */
export const setClients = action(contract.automations.setClients, (context, { id, clientIds, version }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await lockAutomationVersion(context, db, id, version)
    if (!automationPermissions(actor, { status: row.status, asked: null, questions: 0, answered: true }).setClients)
      throw refuse('UNPROCESSABLE', {
        fields: { clientIds: ['This automation is retired and can no longer be changed.'] },
      })
    const wanted = [...new Set(clientIds)].toSorted()
    const now = (
      await db
        .selectFrom('installation_clients')
        .select('client_id')
        .where('company_id', '=', row.company_id)
        .where('installation_id', '=', id)
        .orderBy('client_id')
        .execute()
    ).map((c) => c.client_id)
    const added = wanted.filter((c) => !now.includes(c))
    const removed = now.filter((c) => !wanted.includes(c))
    if (added.length === 0 && removed.length === 0) return readAutomation(db, actor, id)
    if (added.length > 0) {
      const known = await db
        .selectFrom('shared_clients')
        .select('id')
        .where('company_id', '=', row.company_id)
        .where('id', 'in', added)
        .where('archived_at', 'is', null)
        .execute()
      if (known.length < added.length)
        throw refuse('UNPROCESSABLE', {
          fields: { clientIds: ['One of these clients is archived or no longer exists. Remove it and try again.'] },
        })
      await db
        .insertInto('installation_clients')
        .values(added.map((client_id) => ({ company_id: row.company_id, installation_id: id, client_id })))
        .execute()
    }
    if (removed.length > 0)
      await db
        .deleteFrom('installation_clients')
        .where('company_id', '=', row.company_id)
        .where('installation_id', '=', id)
        .where('client_id', 'in', removed)
        .execute()
    await db
      .updateTable('installations')
      .set({ version: row.version + 1, updated_at: sql<string>`now()` })
      .where('company_id', '=', row.company_id)
      .where('id', '=', id)
      .execute()
    await recordAudit(db, context, {
      companyId: row.company_id,
      action: 'installation.clients',
      subjectType: 'installation',
      subjectId: id,
      before: { clientIds: now },
      after: { clientIds: wanted },
    })
    await publish(db, actor, { companyId: row.company_id, topic: 'automation', kind: 'edited', subjectId: id })
    return readAutomation(db, actor, id)
  })
})
