import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { Notifier } from '../platform/events/notifiers.ts'

/** Returns the provider's active administrators. */
const admins = (db: Db) =>
  db
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .innerJoin('user_roles as r', 'r.user_id', 'p.id')
    .select('p.id')
    .where('c.is_internal', '=', true)
    .where('p.deactivated_at', 'is', null)
    .where('r.role', '=', 'admin')
    .orderBy('p.id')
    .execute()

/** Notifies administrators about discrepancies in figures, and unsubscribes recipients from monthly reports. */
export const reportNotifier: Notifier = {
  topic: 'report',
  async collectNotices(_, db, event) {
    if (event.kind !== 'finding') return []
    const { title } = event.data as { title: string }
    return (await admins(db)).map(({ id }) => ({
      to: { userId: id },
      kind: 'report_finding',
      title: 'Report discrepancy found',
      body: `${title}. No data was changed. Review the discrepancy.`,
      path: '/agreements?tab=findings',
    }))
  },
  async leave(_, db, { companyId, subjectId }) {
    await db
      .updateTable('report_recipients')
      .set({ left_at: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', subjectId)
      .where('left_at', 'is', null)
      .execute()
  },
}
