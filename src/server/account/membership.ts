// Creates companies and users at sign-in. Their modules import this one, so it writes to their tables through database
// functions.
import { sql } from 'kysely'
import type { Db, Handle } from '../platform/database/db.ts'

type NewCompany = { id: string; name: string; slug: string; internal: boolean }

/** Adds a company, bypassing the row-level security policies. */
export async function insertCompany(db: Db, { id, name, slug, internal }: NewCompany): Promise<void> {
  await sql`select add_company(${id}::uuid, ${name}, ${slug}, ${internal})`.execute(db)
}

type NewPerson = { id: string; companyId: string; name: string; email: string; role: string }

/** Adds a user to a company with a role. If the user is already a member there, only the role changes. */
export async function addPerson(db: Db, { id, companyId, name, email, role }: NewPerson): Promise<void> {
  await sql`select add_person(${id}::uuid, ${companyId}::uuid, ${name}, ${email}, ${role})`.execute(db)
}

type PersonChange = { full_name?: string; email?: string; time_zone?: string | null; updated_at?: string }

/** Changes the profile of a user. Does nothing for an account without a company. */
export async function editPerson(db: Handle, id: string, change: PersonChange): Promise<void> {
  await sql`select edit_person(${id}::uuid, ${JSON.stringify(change)}::jsonb)`.execute(db)
}
