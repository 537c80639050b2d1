import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Role } from '../../src/contract/base.ts'
import type { DB } from '../../src/server/platform/database/db.types.ts'
import { hashPassword } from '../../src/server/platform/sign-in/passwords.ts'

/** A database handle that bypasses row-level security, because factories write what no request could. */
export type Owner = Kysely<DB>

let count = 0

const hashes = new Map<string, Promise<string>>()
/** Returns a hash of a password. Equal passwords share one, because each takes 30 ms of a core. */
function hashOnce(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}

export type MadeCompany = { id: string; name: string; slug: string; is_internal: boolean }
type CompanyFields = Partial<MadeCompany> & {
  phone?: string
  website?: string
  address?: string
  description?: string
  created_at?: string
  /** Null if staff have not approved its mail to people without an account. */
  mail_approved_at?: string | null
}

/** Creates a company. Default: a partner whose mail to people without an account is approved. */
export async function makeCompany(db: Owner, fields: CompanyFields = {}): Promise<MadeCompany> {
  const n = ++count
  return db
    .insertInto('companies')
    .values({
      id: uuid(),
      name: `Company ${n}`,
      slug: `partner-${n}-${uuid().slice(-6)}`,
      mail_approved_at: new Date().toISOString(),
      ...fields,
    })
    .returning(['id', 'name', 'slug', 'is_internal'])
    .executeTakeFirstOrThrow()
}

export type MadeUser = { id: string; email: string; fullName: string; companyId: string }

/** Creates a user, who can sign in when a password is given. `role: null` leaves the role out. */
export async function makeUser(
  db: Owner,
  fields: { companyId: string; role?: Role | null; email?: string; fullName?: string; password?: string },
): Promise<MadeUser> {
  const n = ++count
  const {
    companyId,
    role = null,
    email = `user${n}-${uuid().slice(-6)}@example.test`,
    fullName = `User ${n}`,
    password,
  } = fields
  const id = uuid()
  await db
    .insertInto('auth.user')
    .values({ id, name: fullName, email, emailVerified: true, mailboxProvenAt: new Date().toISOString() })
    .execute()
  if (password) {
    const now = new Date().toISOString()
    await db
      .insertInto('auth.account')
      .values({
        accountId: id,
        providerId: 'credential',
        userId: id,
        password: await hashOnce(password),
        updatedAt: now,
      })
      .execute()
  }
  await db.insertInto('profiles').values({ id, company_id: companyId, full_name: fullName, email }).execute()
  if (role) await db.insertInto('user_roles').values({ user_id: id, company_id: companyId, role }).execute()
  return { id, email, fullName, companyId }
}

type InvitationFields = {
  id?: string
  companyId: string
  invitedBy: string
  email: string
  fullName?: string
  role: Role
  /** ISO date. The invitation is valid for seven days from then. */
  createdAt?: string
  sentCount?: number
}

/** Creates an open or expired invitation. Its token is not known to anyone. */
export async function makeInvitation(db: Owner, fields: InvitationFields): Promise<{ id: string }> {
  const { id = uuid(), companyId, invitedBy, email, fullName, role, sentCount = 1 } = fields
  const at = new Date(fields.createdAt ?? Date.now())
  await db
    .insertInto('invitations')
    .values({
      company_id: companyId,
      id,
      email,
      full_name: fullName ?? null,
      role,
      token_hash: randomBytes(32).toString('base64url'),
      invited_by: invitedBy,
      created_at: at.toISOString(),
      last_sent_at: at.toISOString(),
      expires_at: new Date(at.getTime() + 7 * 86_400_000).toISOString(),
      sent_count: sentCount,
    })
    .execute()
  return { id }
}
