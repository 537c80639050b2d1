import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { PLACEHOLDER } from './policy.ts'

/** Gives a new user a company that still has to be named, as its owner. Nothing when the user belongs somewhere already. */
export async function settle(db: Db, user: { id: string; email: string; name: string }): Promise<void> {
  const there = await db.selectFrom('profiles').select('id').where('id', '=', user.id).executeTakeFirst()
  if (there) return
  const companyId = uuid()
  await db
    .insertInto('companies')
    .values({
      id: companyId,
      name: PLACEHOLDER.name,
      slug: `${PLACEHOLDER.slugStart}${randomBytes(6).toString('hex')}`,
    })
    .execute()
  await db
    .insertInto('profiles')
    .values({ id: user.id, company_id: companyId, full_name: user.name.slice(0, 100), email: user.email })
    .execute()
  await db.insertInto('user_roles').values({ user_id: user.id, company_id: companyId, role: 'owner' }).execute()
  await record(
    db,
    { actor: { kind: 'tenant', companyId, userId: user.id, role: 'owner' } },
    { companyId, action: 'company.create', subjectType: 'company', subjectId: companyId },
  )
}
