import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { brand } from '../../../brand.config.ts'
import type { Platform } from '../platform/platform.ts'
import { mailPasswordLink } from './mail.ts'

/**
 * Makes somebody an administrator of the provider: the internal company when there is none yet, the account without
 * a password, the role; then sends a one-time link to choose the password, and answers it. Throws in words for an
 * address that is none or that belongs to a partner. Doing it again sends a new link.
 */
export async function createAdministrator(platform: Platform, address: string): Promise<string> {
  const email = address.trim().toLowerCase()
  if (!z.email().safeParse(email).success) throw new Error(`${address} is not an email address.`)
  const userId = await platform.db.system.transaction().execute(async (db) => {
    let company = await db.selectFrom('companies').select('id').where('is_internal', '=', true).executeTakeFirst()
    company ??= await db
      .insertInto('companies')
      .values({ id: uuid(), name: brand.shortName, slug: brand.slug, is_internal: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    const known = await db
      .selectFrom('auth.user as u')
      .leftJoin('profiles as p', 'p.id', 'u.id')
      .select(['u.id', 'u.emailVerified', 'p.company_id'])
      .where('u.email', '=', email)
      .executeTakeFirst()
    if (known?.company_id && known.company_id !== company.id) throw new Error(`${email} belongs to a partner company.`)
    const id = known?.id ?? uuid()
    const name = email.split('@')[0] as string
    // Somebody may have signed up with the address before it was anybody's: what they chose must not open it.
    if (known && !known.emailVerified) {
      await db.deleteFrom('auth.account').where('userId', '=', id).execute()
      await db.updateTable('auth.user').set({ emailVerified: true }).where('id', '=', id).execute()
    }
    if (!known) await db.insertInto('auth.user').values({ id, name, email, emailVerified: true }).execute()
    if (!known?.company_id)
      await db.insertInto('profiles').values({ id, company_id: company.id, full_name: name, email }).execute()
    await db
      .insertInto('user_roles')
      .values({ user_id: id, company_id: company.id, role: 'admin' })
      .onConflict((c) => c.column('user_id').doUpdateSet({ role: 'admin' }))
      .execute()
    return id
  })
  return mailPasswordLink(platform, userId, 'first')
}
