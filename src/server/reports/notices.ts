import { sql } from 'kysely'
import type { Teller } from '../platform/notices.ts'

/** Tells nobody of anything, and takes who wants no more monthly reports off the list. */
export const reportTeller: Teller = {
  topic: 'report',
  tell: async () => [],
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
