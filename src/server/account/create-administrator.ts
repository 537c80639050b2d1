import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { brand } from '../../../brand.config.ts'
import { systemOf } from '../platform/database/db.ts'
import { recordAudit } from '../platform/events/audit.ts'
import type { Platform } from '../platform/platform.ts'
import { mailPasswordLink } from './mail.ts'
import { addPerson, insertCompany } from './membership.ts'
import { removeSignInMethods } from './recovery/prove-mailbox.ts'

/**
 * Makes a person an administrator of the provider, then mails a one-time link to choose the password and returns it.
 * Creates the internal company, and the account without a password, if they do not exist. Running it again sends a new
 * link. Throws an Error with a readable message when the address is not valid or belongs to a partner.
 */
export async function createAdministrator(platform: Platform, address: string): Promise<string> {
  const email = address.trim().toLowerCase()
  if (!z.email().safeParse(email).success) throw new Error(`${address} is not an email address.`)
  const userId = await platform.db.system.transaction().execute(async (db) => {
    let company = await db.selectFrom('companies').select('id').where('is_internal', '=', true).executeTakeFirst()
    if (!company) {
      company = { id: uuid() }
      await insertCompany(db, { ...company, name: brand.shortName, slug: brand.slug, internal: true })
    }
    const known = await db
      .selectFrom('auth.user as u')
      .leftJoin('profiles as p', 'p.id', 'u.id')
      .select(['u.id', 'u.mailboxProvenAt', 'p.company_id'])
      .where('u.email', '=', email)
      .executeTakeFirst()
    if (known?.company_id && known.company_id !== company.id)
      throw new Error(`${email} belongs to a partner company and can’t become an administrator.`)
    const id = known?.id ?? uuid()
    const name = email.split('@')[0] as string
    // The mailbox was never verified, so the existing sign-in methods must not open an administrator's account.
    if (known && !known.mailboxProvenAt) {
      await removeSignInMethods({ platform, requestId: 'admin' }, db, id)
      await db.updateTable('auth.user').set({ emailVerified: true }).where('id', '=', id).execute()
    }
    if (!known) await db.insertInto('auth.user').values({ id, name, email, emailVerified: true }).execute()
    await addPerson(db, { id, companyId: company.id, name, email, role: 'admin' })
    // Runs from the server's command line, so there is no user to name as the actor.
    await recordAudit(
      db,
      { actor: systemOf(company.id) },
      { companyId: company.id, action: 'user.make-admin', subjectType: 'user', subjectId: id },
    )
    return id
  })
  return mailPasswordLink(platform, userId, 'first')
}
