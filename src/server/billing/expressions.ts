// SQL expressions that several queries of this module share.
import { sql } from 'kysely'

/** Today in the provider's time zone. */
export const TODAY = sql<string>`hours_day(now())`

/** The title of the order `o`: its first line, with "and more" when other lines have a price. */
export const orderTitle = sql<string>`coalesce((select l.description || case when count(*) over () > 1 then ' and more' else '' end
    from order_lines l
    where l.company_id = o.company_id and l.order_id = o.id and (l.unit_cents <> 0 or l.position = 0)
    order by l.position, l.id limit 1), '')`
