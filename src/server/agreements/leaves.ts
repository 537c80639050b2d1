import type { Db } from '../platform/database/db.ts'
import { refuse } from '../platform/http/api.ts'
import { agreementRef } from './present.ts'

type Moves = { companyId: string; from: string | null; to: string | null; projectId: string; status: string }

/**
 * Checks that no price that is due on completion is lost or charged twice when a project moves to another agreement.
 * Locks both agreements, so that when all projects leave at the same time, the last one stays. A planned or canceled
 * project can always leave. One that has started cannot leave after the price was invoiced, or as the last project of
 * an agreement that is not canceled. Throws UNPROCESSABLE at `agreementId`.
 */
export async function checkLeaves(db: Db, { companyId, from, to, projectId, status }: Moves): Promise<void> {
  const ids = [from, to].filter((id) => id !== null)
  const lockedAgreements = await db
    .selectFrom('agreements')
    .select(['id', 'number', 'billing_point', 'status', 'completion_billed_at'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const previous = lockedAgreements.find((a) => a.id === from)
  if (previous?.billing_point !== 'completion' || status === 'planned' || status === 'canceled') return
  const say = (words: string) => refuse('UNPROCESSABLE', { fields: { agreementId: [words] } })
  if (previous.completion_billed_at)
    throw say(
      `${agreementRef(previous.number)} was already invoiced for this project. Create a separate project for further work.`,
    )
  if (previous.status === 'canceled') return
  const other = await db
    .selectFrom('shared_projects')
    .select('id')
    .where('company_id', '=', companyId)
    .where('agreement_id', '=', previous.id)
    .where('id', '<>', projectId)
    .where('status', '<>', 'canceled')
    .limit(1)
    .executeTakeFirst()
  if (!other)
    throw say(
      `${agreementRef(previous.number)} is invoiced when its projects are done. This is its only project, so the agreement would never be invoiced. Cancel the agreement first, or link another project to it.`,
    )
}
