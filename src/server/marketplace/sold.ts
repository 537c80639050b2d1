import { sql } from 'kysely'
import type { z } from 'zod'
import type { IntakeField } from '../../contract/marketplace.ts'
import type { Db } from '../platform/db.ts'
import { type ListRow, presentRow } from './present.ts'
import { LISTED } from './queries.ts'

/** A published product with what a buyer signs and is asked; undefined when it is not sold (any more). */
export async function soldProduct(db: Db, slug: string) {
  type Sold = ListRow & {
    steps: string[]
    needs: string[]
    included: string[]
    limits: string[]
    intake: z.infer<typeof IntakeField>[]
  }
  const { rows } = await sql<Sold>`
    select ${LISTED}, p.steps, p.needs, p.included, p.limits, p.intake from catalogue p where p.slug = ${slug}`.execute(
    db,
  )
  const row = rows[0]
  return row && { ...row, shown: presentRow(row) }
}
export type SoldProduct = NonNullable<Awaited<ReturnType<typeof soldProduct>>>
