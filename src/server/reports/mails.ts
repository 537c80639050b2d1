import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { ReportMail, ReportSend } from '../../contract/reports.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import type { Actor } from '../platform/db.ts'
import { mailsOf } from './mail-queries.ts'

/** Whose mails are meant: a partner's own; staff may name a company. NOT_FOUND for another's. */
function whose(actor: Actor, company: string | undefined): string | null {
  if (actor.kind === 'staff') return company ?? null
  if (company && company !== actor.companyId) throw new ORPCError('NOT_FOUND', { message: 'Not found.' })
  return actor.companyId
}

/** Monthly mails that are switched on, that of the company first. */
export const mails = (
  { platform, actor }: Actored,
  { company }: { company?: string | undefined },
): Promise<{ items: z.infer<typeof ReportMail>[] }> => {
  const of = whose(actor, company)
  return platform.db.askAs(actor, async (db) => ({ items: await mailsOf(db, of) }))
}

type Page = { company?: string | undefined; limit: number; cursor?: string | undefined }
/** Reports that went out, newest first. */
export function sends(
  { platform, actor }: Actored,
  input: Page,
): Promise<{ items: z.infer<typeof ReportSend>[]; nextCursor: string | null }> {
  const order = 'sent'
  const after = decodeCursor(input.cursor, order, 'instant')
  const of = whose(actor, input.company)
  return platform.db.askAs(actor, async (db) => {
    let query = db
      .selectFrom('report_sends as s')
      .select(['s.id', 's.company_id', 's.client_id', 's.name', 's.email', 's.sent_at'])
      .select((e) => [
        sql<string>`s.month::text`.as('month'),
        e.selectFrom('companies as c').select('c.name').whereRef('c.id', '=', 's.company_id').as('company'),
        e
          .selectFrom('clients as l')
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
}
