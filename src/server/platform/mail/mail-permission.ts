import { sql } from 'kysely'
import type { Handle } from '../database/db.ts'
import type { Mail } from './mail.ts'

/** Why a company's mail may or may not go to an address (`mail_permission` in the database). */
export type MailPermission = 'account' | 'confirmed' | 'blocked' | 'not_approved' | 'not_confirmed'

/** Returns the permission for a company's mail to an address. */
export async function mailPermission(db: Handle, companyId: string, address: string): Promise<MailPermission> {
  const { rows } = await sql<{ permission: MailPermission }>`
    select mail_permission(${companyId}::uuid, ${address.trim()}) as permission`.execute(db)
  return (rows[0] as { permission: MailPermission }).permission
}

/**
 * Returns why a mail may not be sent, or undefined when it may. This rule applies to all mail. The company's users and
 * the provider's staff get everything. Other people only get what they requested themselves, an invitation, our one
 * request for consent, and after they agreed, mail from a trusted company (`company_mail_trust` in the database).
 */
export async function whyNotMailed(
  db: Handle,
  companyId: string,
  { to, basis }: Pick<Mail, 'to' | 'basis'>,
): Promise<'blocked' | 'not_approved' | 'not_confirmed' | undefined> {
  if (basis === 'own-request') return undefined
  const permission = await mailPermission(db, companyId, to)
  if (permission === 'account' || permission === 'confirmed') return undefined
  // People who refused mail from this company get no invitation and no request for consent either.
  if (basis === 'invitation' || basis === 'question') return permission === 'blocked' ? 'blocked' : undefined
  return permission
}
