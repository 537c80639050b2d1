import { refuse } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'

/**
 * One of the company's agreements that work can count for: UNPROCESSABLE beside `agreementId` for one that is not
 * there, or not active. Holds it until the transaction ends.
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
  if (!found) throw wrong('This agreement is not there any more. Choose another.')
  if (found.status !== 'active') throw wrong('This agreement is not active. Choose one that is.')
  return { id: found.id, number: found.number, name: found.name }
}
