import { sql } from 'kysely'
import type { Handle } from '../../platform/database/db.ts'
import type { ScheduleDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'

/**
 * Updates the popularity by which lists are sorted: the number of companies that have the product. Returns the number
 * of products that changed. The caller passes a handle without row-level security, because all companies count.
 */
export async function countPopularity(db: Handle): Promise<number> {
  const { numAffectedRows } = await sql`
    update products p set popularity = least(999999, c.companies)
    from (select p.id, count(distinct i.company_id)::integer as companies
      from products p left join shared_installations i on i.product_id = p.id and i.status <> 'retired' group by p.id) as c
    where c.id = p.id and p.popularity <> least(999999, c.companies)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Saves the popularity of all products. Runs every ten minutes, so that purchases do not have to update it. */
export const savePopularity: ScheduleDefinition<Platform> = {
  name: 'marketplace.popularity',
  cron: '*/10 * * * *',
  handler: async (platform) => {
    await countPopularity(platform.db.system)
  },
}
