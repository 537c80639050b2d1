import { sql } from 'kysely'
import type { z } from 'zod'
import type { Someone } from '../../contract/tickets.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { mentionable } from './mentions.ts'

type Input = { ticketId?: string; companyId?: string; for: 'watch' | 'reply' | 'note'; q: string }
const LIMIT = 12

/** Text with what LIKE takes for signs written out. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * Who can watch a ticket, or be named in a reply or note on it, by name: people first, then contacts. FORBIDDEN for a
 * partner asking about notes. Staff name the company of a ticket that is not there yet.
 */
export function people(
  { platform, actor }: Actored,
  { ticketId, companyId, for: what, q }: Input,
): Promise<{ items: z.infer<typeof Someone>[] }> {
  if (what === 'note' && actor.kind !== 'staff') throw refuse('FORBIDDEN')
  const company = actor.kind === 'staff' ? companyId : actor.companyId
  if (!ticketId && !company) throw refuse('UNPROCESSABLE', { fields: { companyId: ['Choose the company first.'] } })
  return platform.db.asActor(actor, async (db) => {
    const ticket = ticketId
      ? await db
          .selectFrom('tickets')
          .select(['company_id', 'requester_id'])
          .where('id', '=', ticketId)
          .executeTakeFirst()
      : { company_id: company as string, requester_id: actor.userId }
    if (!ticket) throw refuse('NOT_FOUND')
    const words = q.trim()
    const pattern = `%${literal(words)}%`
    // Beginnings of the name, or of a later part of it, before what merely contains it.
    const rank = sql<number>`case when full_name ilike ${`${literal(words)}%`} then 0 when full_name ilike ${`% ${literal(words)}%`} then 1 else 2 end`
    let users = mentionable(db, ticket.company_id, what === 'note')
      .where('full_name', 'ilike', pattern)
      .orderBy(rank)
      .orderBy('full_name')
      .orderBy('id')
      .limit(LIMIT)
    if (what === 'watch') {
      users = users
        .where('id', '!=', ticket.requester_id)
        .where((e) => e.or([e('company_id', '=', ticket.company_id), e('id', '=', actor.userId)]))
    } else users = users.where('id', '!=', actor.userId)
    const contacts =
      what !== 'watch'
        ? undefined
        : db
            .selectFrom('contacts')
            .select(['id', 'full_name', 'email'])
            .where('company_id', '=', ticket.company_id)
            .where('email', 'is not', null)
            .where('archived_at', 'is', null)
            .where((e) => e.or([e('full_name', 'ilike', pattern), e('email', 'ilike', pattern)]))
            .orderBy('name_key')
            .orderBy('id')
            .limit(LIMIT)
    const [found, book] = await Promise.all([users.execute(), contacts?.execute() ?? []])
    return {
      items: [
        ...found.map((p) => ({
          kind: 'user' as const,
          id: p.id as string,
          name: p.full_name as string,
          email: null,
          staff: p.is_internal as boolean,
        })),
        ...book.map((c) => ({ kind: 'contact' as const, id: c.id, name: c.full_name, email: c.email, staff: false })),
      ],
    }
  })
}
