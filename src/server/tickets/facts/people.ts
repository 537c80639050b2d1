import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import type { MailPermission } from '../../platform/mail/mail-permission.ts'
import { mentionablePeople } from '../conversation/mentions.ts'

const LIMIT = 12

/** Escapes the special characters of LIKE. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * Returns the people who can watch a ticket, or be mentioned in a reply or note on it, by name: users first, then
 * contacts. Throws FORBIDDEN when a partner asks about notes, NOT_FOUND when the ticket does not exist. For a ticket
 * that is not opened yet, staff name the company: UNPROCESSABLE without it.
 */
export const listWatchCandidates = action(
  contract.tickets.people,
  ({ platform, actor }, { ticketId, companyId, for: what, q }) => {
    if (what === 'note' && actor.kind !== 'staff') throw refuse('FORBIDDEN')
    const company = actor.kind === 'staff' ? companyId : actor.companyId
    if (!ticketId && !company) throw refuse('UNPROCESSABLE', { fields: { companyId: ['Choose a company first.'] } })
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
      // Matches at the start of the name, then at the start of a later part of it, come before other matches.
      const rank = sql<number>`case when full_name ilike ${`${literal(words)}%`} then 0 when full_name ilike ${`% ${literal(words)}%`} then 1 else 2 end`
      let users = mentionablePeople(db, ticket.company_id, what === 'note')
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
              .selectFrom('shared_contacts')
              .select(['id', 'full_name', 'email'])
              .select(sql<MailPermission>`mail_permission(company_id, email)`.as('mail'))
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
            mail: null,
          })),
          ...book.map((c) => ({
            kind: 'contact' as const,
            id: c.id,
            name: c.full_name,
            email: c.email,
            staff: false,
            mail: c.mail,
          })),
        ],
      }
    })
  },
)
