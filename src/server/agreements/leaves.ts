import { refuse } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import { ref } from './present.ts'

type Moves = { companyId: string; from: string | null; to: string | null; projectId: string; status: string }

/**
 * Checks that no fixed price is lost or charged for twice when a project goes to another agreement, and holds both: of several
 * that leave at once one stays. Work that has begun does not leave a price that was billed with it, and is not the last to
 * leave a price that is due when it is done. UNPROCESSABLE beside `agreementId`.
 */
export async function checkLeaves(db: Db, { companyId, from, to, projectId, status }: Moves): Promise<void> {
  const ids = [from, to].filter((id) => id !== null)
  const held = await db
    .selectFrom('agreements')
    .select(['id', 'number', 'billing_point', 'status', 'completion_billed_at'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const left = held.find((a) => a.id === from)
  if (left?.billing_point !== 'completion' || status === 'planned' || status === 'cancelled') return
  const say = (words: string) => refuse('UNPROCESSABLE', { fields: { agreementId: [words] } })
  if (left.completion_billed_at)
    throw say(
      `The price of ${ref(left.number)} was billed with this project. Plan further work as a project of its own.`,
    )
  if (left.status === 'cancelled') return
  const other = await db
    .selectFrom('projects')
    .select('id')
    .where('company_id', '=', companyId)
    .where('agreement_id', '=', left.id)
    .where('id', '<>', projectId)
    .where('status', '<>', 'cancelled')
    .limit(1)
    .executeTakeFirst()
  if (!other)
    throw say(
      `The price of ${ref(left.number)} is billed when its projects are done, and this is its only one: it would never be billed. Cancel the agreement first, or give it another project.`,
    )
}
