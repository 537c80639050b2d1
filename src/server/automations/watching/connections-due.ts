import { sql } from 'kysely'
import { CONNECTION_DAYS } from '../../../contract/installing.ts'
import { systemOf } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/publish.ts'
import type { ScheduleDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'

/**
 * Publishes one event for each connection that breaks, and one for each expiry date that has passed or is near. Covers
 * all companies, so it bypasses the row-level security policies.
 */
export async function notifyOfConnections({ db }: Pick<Platform, 'db'>): Promise<void> {
  await db.system.transaction().execute(async (tx) => {
    // A connection that works again can break again.
    await tx
      .updateTable('connections')
      .set({ told_of: null })
      .where('told_of', '=', 'broken')
      .where('state', '<>', 'broken')
      .execute()
    const { rows } = await sql<{ company_id: string; id: string; installation_id: string; told_of: string }>`
      update connections n set told_of = due.what
      from (
        select n.company_id, n.id, case when n.state = 'broken' then 'broken' else n.expires_on::text end as what
        from connections n join installations i on i.company_id = n.company_id and i.id = n.installation_id
        where i.status <> 'retired' and (n.state = 'broken' or n.expires_on <= current_date + ${CONNECTION_DAYS}::int)) as due
      where n.company_id = due.company_id and n.id = due.id and n.told_of is distinct from due.what
      returning n.company_id, n.id, n.installation_id, n.told_of`.execute(tx)
    for (const c of rows)
      await publish(tx, systemOf(c.company_id), {
        companyId: c.company_id,
        topic: 'automation',
        kind: 'connection_due',
        subjectId: c.installation_id,
        staffOnly: true,
        data: { connectionId: c.id, expiresOn: c.told_of === 'broken' ? null : c.told_of },
      })
  })
}

/** Reports connections that broke or expire soon. Runs every morning, before the provider's working day. */
export const watchConnections: ScheduleDefinition<Platform> = {
  name: 'automations.connections',
  cron: '17 9 * * *',
  handler: notifyOfConnections,
}
