import type { Db } from '../platform/database/db.ts'
import { refuse } from '../platform/http/api.ts'

/**
 * Returns one of the company's agreements that work can count toward, and locks it until the transaction ends. Throws
 * UNPROCESSABLE at `agreementId` for one that does not exist, or is not active.
 */
export async function agreementOf(
  db: Db,
  companyId: string,
  agreementId: string,
): Promise<{ id: string; number: number; name: string }> {
  const found = await db
    .selectFrom('agreements')
    .select(['id', 'number', 'name', 'status'])
    .where('company_id', '=', companyId)
    .where('id', '=', agreementId)
    .forShare()
    .executeTakeFirst()
  const wrong = (words: string) => refuse('UNPROCESSABLE', { fields: { agreementId: [words] } })
  if (!found) throw wrong('This agreement no longer exists. Choose another.')
  if (found.status !== 'active') throw wrong('This agreement is not active. Choose an active one.')
  return { id: found.id, number: found.number, name: found.name }
}
