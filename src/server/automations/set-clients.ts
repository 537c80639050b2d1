import { sql } from 'kysely'
import type { z } from 'zod'
import type { Installation, SetClients } from '../../contract/automations.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { take } from './ask.ts'
import { can } from './policy.ts'
import { read } from './read.ts'

/**
 * Says which end clients it works for. UNPROCESSABLE for a client that cannot be chosen, and for an automation that is
 * retired; CONFLICT. Clients that are archived stay if they were chosen before.
 */
export function setClients(
  context: Actored,
  { id, clientIds, version }: z.infer<typeof SetClients>,
): Promise<z.infer<typeof Installation>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await take(context, db, id, version)
    if (!can(actor, { status: row.status, asked: null, questions: 0, answered: true }).setClients)
      throw refuse('UNPROCESSABLE', { fields: { clientIds: ['This automation is retired.'] } })
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
    const gone = now.filter((c) => !wanted.includes(c))
    if (added.length === 0 && gone.length === 0) return read(db, actor, id)
    if (added.length > 0) {
      const known = await db
        .selectFrom('clients')
        .select('id')
        .where('company_id', '=', row.company_id)
        .where('id', 'in', added)
        .where('archived_at', 'is', null)
        .execute()
      if (known.length < added.length)
        throw refuse('UNPROCESSABLE', {
          fields: { clientIds: ['One of these clients is not there any more. Choose again.'] },
        })
      await db
        .insertInto('installation_clients')
        .values(added.map((client_id) => ({ company_id: row.company_id, installation_id: id, client_id })))
        .execute()
    }
    if (gone.length > 0)
      await db
        .deleteFrom('installation_clients')
        .where('company_id', '=', row.company_id)
        .where('installation_id', '=', id)
        .where('client_id', 'in', gone)
        .execute()
    await db
      .updateTable('installations')
      .set({ version: row.version + 1, updated_at: sql<string>`now()` })
      .where('company_id', '=', row.company_id)
      .where('id', '=', id)
      .execute()
    await record(db, context, {
      companyId: row.company_id,
      action: 'installation.clients',
      subjectType: 'installation',
      subjectId: id,
      before: { clientIds: now },
      after: { clientIds: wanted },
    })
    await publish(db, actor, { companyId: row.company_id, topic: 'automation', kind: 'edited', subjectId: id })
    return read(db, actor, id)
  })
}
