import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { PaymentFinding } from '../../../contract/billing/index.ts'
import { type Db, systemOf } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/publish.ts'

/** A payment discrepancy. Its `title` identifies it, so it must name the object. */
export type DiscrepancyReport = {
  companyId: string
  kind: z.infer<typeof PaymentFinding>['kind']
  subjectId?: string
  title: string
  expected?: object
  found?: object
}

/** Saves a discrepancy once and notifies administrators the first time. Fixes nothing. */
export async function reportDiscrepancy(
  db: Db,
  { companyId, kind, subjectId, title, expected = {}, found = {} }: DiscrepancyReport,
) {
  const id = uuid()
  const { inserted } = await db
    .insertInto('findings')
    .values({
      company_id: companyId,
      id,
      kind,
      subject_id: subjectId ?? null,
      title,
      expected: JSON.stringify(expected),
      found: JSON.stringify(found),
    })
    .onConflict((c) =>
      c
        .columns(['company_id', 'kind', 'title'])
        .where('resolved_at', 'is', null)
        .doUpdateSet({
          expected: JSON.stringify(expected),
          found: JSON.stringify(found),
          last_seen_at: sql<string>`now()`,
        }),
    )
    .returning(sql<boolean>`xmax = 0`.as('inserted'))
    .executeTakeFirstOrThrow()
  if (inserted)
    await publish(db, systemOf(companyId), {
      companyId,
      topic: 'billing',
      kind: 'finding',
      subjectId: subjectId ?? id,
      staffOnly: true,
      data: { findingId: id, title },
    })
}
