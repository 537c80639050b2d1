// What nightly comparisons find: kept while it is found again, told once, never mended.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Db, systemOf } from './db.ts'
import { type Happening, publish } from './publish.ts'

/** Something that should agree and does not. Company, kind and title together are found again. */
export type Difference = {
  company_id: string
  kind: string
  subject_id: string
  title: string
  expected: object
  found: object
}

/**
 * Keeps what does not agree, publishes `finding` of each new one to staff, and closes those of these kinds that are not
 * found again. In the caller's transaction, past the fences.
 */
export async function keepDifferences(
  tx: Db,
  topic: Happening['topic'],
  kinds: readonly string[],
  differences: readonly Difference[],
): Promise<void> {
  const open: string[] = []
  for (const d of differences) {
    const said = { expected: JSON.stringify(d.expected), found: JSON.stringify(d.found) }
    const { id, fresh } = await tx
      .insertInto('findings')
      .values({ ...d, ...said, id: uuid() })
      .onConflict((c) =>
        c
          .columns(['company_id', 'kind', 'title'])
          .where('resolved_at', 'is', null)
          .doUpdateSet({ ...said, last_seen_at: sql<string>`now()` }),
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
    .set({ resolved_at: sql<string>`now()`, resolution: 'Not found again.' })
    .where('kind', 'in', [...kinds])
    .where('resolved_at', 'is', null)
    .where(sql<boolean>`not id = any(${open}::uuid[])`)
    .execute()
}
