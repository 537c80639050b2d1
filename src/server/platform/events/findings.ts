// Discrepancies found by nightly reconciliations: kept open while they are found again, announced once, never fixed
// automatically.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Db, systemOf } from '../database/db.ts'
import { type NewEvent, publish } from './publish.ts'

/** A discrepancy between two figures. Company, kind and title identify it. */
export type Difference = {
  company_id: string
  kind: string
  subject_id: string
  title: string
  expected: object
  found: object
}

/**
 * Stores discrepancies, publishes a `finding` event to staff for each new one, and closes those of these kinds that are
 * not found again. Runs in the caller's transaction, which must see all companies.
 */
export async function saveDifferences(
  tx: Db,
  topic: NewEvent['topic'],
  kinds: readonly string[],
  differences: readonly Difference[],
): Promise<void> {
  const open: string[] = []
  for (const d of differences) {
    const values = { expected: JSON.stringify(d.expected), found: JSON.stringify(d.found) }
    const { id, fresh } = await tx
      .insertInto('findings')
      .values({ ...d, ...values, id: uuid() })
      .onConflict((c) =>
        c
          .columns(['company_id', 'kind', 'title'])
          .where('resolved_at', 'is', null)
          .doUpdateSet({ ...values, last_seen_at: sql<string>`now()` }),
      )
      .returning(['id', sql<boolean>`xmax = 0`.as('fresh')])
      .executeTakeFirstOrThrow()
    open.push(id)
    if (fresh)
      await publish(tx, systemOf(d.company_id), {
        companyId: d.company_id,
        topic,
        kind: 'finding',
        subjectId: id,
        staffOnly: true,
        data: { title: d.title },
      })
  }
  await tx
    .updateTable('findings')
    .set({ resolved_at: sql<string>`now()`, resolution: 'No longer found.' })
    .where('kind', 'in', [...kinds])
    .where('resolved_at', 'is', null)
    .where(sql<boolean>`not id = any(${open}::uuid[])`)
    .execute()
}
