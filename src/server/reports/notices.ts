import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import type { Teller } from '../platform/notices.ts'

/** Administrators of the provider who can sign in. */
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

/** Tells administrators of figures that a recount does not give, and takes who wants no more monthly reports off the list. */
export const reportTeller: Teller = {
  topic: 'report',
  async tell(_, db, event) {
    if (event.kind !== 'finding') return []
    const { title } = event.data as { title: string }
    return (await admins(db)).map(({ id }) => ({
      to: { userId: id },
      kind: 'report_finding',
      title: 'A report does not add up',
      body: `${title}. Nothing was changed: look into it.`,
      path: `/companies/${event.companyId}?tab=hours`,
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
