import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { PaymentFinding } from '../../contract/billing.ts'
import { type Db, systemOf } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'

/** What does not fit between Stripe and us; `title` is what it is told by, so it names the thing. */
export type PaymentReport = {
  companyId: string
  kind: z.infer<typeof PaymentFinding>['kind']
  subjectId?: string
  title: string
  expected?: object
  found?: object
}

/** Keeps a finding once and tells administrators the first time. Nothing is mended by it. */
export async function reportPayment(
  db: Db,
  { companyId, kind, subjectId, title, expected = {}, found = {} }: PaymentReport,
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
