import { sql } from 'kysely'
import type { z } from 'zod'
import type { IntakeField } from '../../contract/marketplace.ts'
import type { Db } from '../platform/database/db.ts'
import { type FullRow, type ListRow, presentProductRow } from './present.ts'
import { LIST_COLUMNS } from './queries.ts'

/**
 * Returns a published product with the texts of its agreement and its setup questions. Undefined for any other slug.
 */
export async function soldProduct(db: Db, slug: string) {
  type Sold = ListRow &
    Pick<FullRow, 'steps' | 'needs' | 'included' | 'limits'> & { intake: z.infer<typeof IntakeField>[] }
  const { rows } = await sql<Sold>`
    select ${LIST_COLUMNS}, p.steps, p.needs, p.included, p.limits, p.intake from catalogue p where p.slug = ${slug}`.execute(
    db,
  )
  const row = rows[0]
  return row && { ...row, shown: presentProductRow(row) }
}
export type SoldProduct = NonNullable<Awaited<ReturnType<typeof soldProduct>>>
