import { sql } from 'kysely'
import type { z } from 'zod'
import type { TicketLink, TicketRef } from '../../../contract/tickets/index.ts'

/**
 * A column for queries on tickets (as `t`): the ticket's links and merges, oldest first. Row-level security leaves out
 * what the reader may not see.
 */
export const linksOfTicket = sql<z.infer<typeof TicketLink>[]>`(
  select coalesce(json_agg(json_build_object('id', x.id, 'relation', x.relation,
    'ticket', json_build_object('id', o.id, 'number', o.number, 'subject', o.subject, 'status', o.status),
    'company', json_build_object('id', o.company_id, 'name', (select name from companies where id = o.company_id))
  ) order by x.created_at, o.number), '[]')
  from (
    select l.id, l.kind as relation, l.other_company_id as company_id, l.other_id as ticket_id, l.created_at
      from ticket_links l where l.company_id = t.company_id and l.ticket_id = t.id
    union all
    select l.id, case l.kind when 'duplicate_of' then 'duplicated_by' when 'caused_by' then 'causes'
        when 'split_from' then 'split_into' else l.kind end, l.company_id, l.ticket_id, l.created_at
      from ticket_links l where l.other_company_id = t.company_id and l.other_id = t.id
    union all
    select null, 'merged_from', m.company_id, m.id, m.merged_at
      from tickets m where m.company_id = t.company_id and m.merged_into = t.id
  ) x join tickets o on o.company_id = x.company_id and o.id = x.ticket_id)`

/** A column for queries on tickets (as `t`): the ticket that it was merged into. */
export const targetOfTicket = sql<z.infer<typeof TicketRef> | null>`(
  select json_build_object('id', o.id, 'number', o.number, 'subject', o.subject, 'status', o.status)
  from tickets o where o.company_id = t.company_id and o.id = t.merged_into)`
