import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Db } from '../platform/database/db.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { nameProblem } from '../platform/sign-in/names.ts'
import { addPerson, insertCompany } from './membership.ts'
import { PLACEHOLDER } from './policy.ts'

/**
 * Returns an allowed name for a new user: the given one, else the local part of the address, else “New user”.
 */
const nameOf = ({ name, email }: { name: string; email: string }) =>
  [name, email.split('@')[0] ?? ''].find((n) => n.trim() !== '' && !nameProblem(n))?.slice(0, 100) ?? 'New user'

/** Creates an unnamed company with the new user as its owner. Does nothing if the user already belongs to a company. */
export async function createCompanyForUser(db: Db, user: { id: string; email: string; name: string }): Promise<void> {
  const existing = await db.selectFrom('profiles').select('id').where('id', '=', user.id).executeTakeFirst()
  if (existing) return
  const companyId = uuid()
  const slug = `${PLACEHOLDER.slugStart}${randomBytes(6).toString('hex')}`
  await insertCompany(db, { id: companyId, name: PLACEHOLDER.name, slug, internal: false })
  await addPerson(db, { id: user.id, companyId, name: nameOf(user), email: user.email, role: 'owner' })
  await recordAudit(
    db,
    { actor: { kind: 'tenant', companyId, userId: user.id, role: 'owner' }, via: 'session' },
    { companyId, action: 'company.create', subjectType: 'company', subjectId: companyId },
  )
}
