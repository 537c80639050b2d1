import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Actor } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { mailsOf } from './mail-queries.ts'

/** Returns a partner's company, or the one that staff name, null for all. Throws NOT_FOUND for another company. */
function companyOfMails(actor: Actor, company: string | undefined): string | null {
  if (actor.kind === 'staff') return company ?? null
  if (company && company !== actor.companyId) throw new ORPCError('NOT_FOUND', { message: 'Not found.' })
  return actor.companyId
}

/** Returns the monthly mails that are on, the company's own first. Throws NOT_FOUND for another company. */
export const listReportMails = action(contract.reports.mails, ({ platform, actor }, { company }) => {
  const of = companyOfMails(actor, company)
  return platform.db.askAs(actor, async (db) => ({ items: await mailsOf(db, of) }))
})

/** Returns one page of the reports that were sent, newest first. Throws NOT_FOUND for another company. */
export const listReportSends = action(contract.reports.sends, ({ platform, actor }, input) => {
  const order = 'sent'
  const after = decodeCursor(input.cursor, order, 'instant')
  const of = companyOfMails(actor, input.company)
  return platform.db.askAs(actor, async (db) => {
    let query = db
      .selectFrom('report_sends as s')
      .select(['s.id', 's.company_id', 's.client_id', 's.name', 's.email', 's.sent_at'])
      .select((e) => [
        sql<string>`s.month::text`.as('month'),
        e.selectFrom('companies as c').select('c.name').whereRef('c.id', '=', 's.company_id').as('company'),
        e
          .selectFrom('shared_clients as l')
          .select('l.name')
          .whereRef('l.company_id', '=', 's.company_id')
          .whereRef('l.id', '=', 's.client_id')
          .as('client'),
      ])
      .orderBy('s.sent_at', 'desc')
      .orderBy('s.id', 'desc')
      .limit(input.limit + 1)
    if (of) query = query.where('s.company_id', '=', of)
    if (after) query = query.where(sql<boolean>`(s.sent_at, s.id) < (${after.value}::timestamptz, ${after.id}::uuid)`)
    const found = await query.execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: last.sent_at, id: last.id }))
    return {
      items: page.rows.map((r) => ({
        id: r.id,
        company: { id: r.company_id, name: r.company ?? '' },
        client: r.client_id ? { id: r.client_id, name: r.client ?? '' } : null,
        month: r.month,
        name: r.name,
        email: r.email,
        sentAt: r.sent_at,
      })),
      nextCursor: page.nextCursor,
    }
  })
})
