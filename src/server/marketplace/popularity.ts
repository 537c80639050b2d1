import { sql } from 'kysely'
import type { Handle } from '../platform/db.ts'
import type { ScheduleDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'

/** Counts for each product how many companies have it, by which lists are ordered, past the fences: over all companies, and what comes of it names none. Gives how many products changed. */
export async function countPopularity(db: Handle): Promise<number> {
  const { numAffectedRows } = await sql`
    update products p set popularity = least(999999, c.companies)
    from (select p.id, count(distinct i.company_id)::integer as companies
      from products p left join installations i on i.product_id = p.id and i.status <> 'retired' group by p.id) as c
    where c.id = p.id and p.popularity <> least(999999, c.companies)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Often enough that a list is right on the same day, and never within a purchase. */
export const keepPopularity: ScheduleDefinition<Platform> = {
  name: 'marketplace.popularity',
  cron: '*/10 * * * *',
  handler: async (platform) => {
    await countPopularity(platform.db.system)
  },
}
