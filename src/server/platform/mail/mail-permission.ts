import { sql } from 'kysely'
import type { Handle } from '../database/db.ts'
import type { Mail } from './mail.ts'

/** Why a company's mail may or may not go to an address (`mail_permission` in the database). */
export type MailPermission = 'account' | 'confirmed' | 'blocked' | 'not_approved' | 'not_confirmed'

/** An address, and the company on whose behalf it gets mail. */
type Recipient = { companyId: string; address: string }

/** Returns the permission for each recipient, in their order, with one query. */
async function mailPermissions(db: Handle, to: readonly Recipient[]): Promise<MailPermission[]> {
  if (to.length === 0) return []
  const { rows } = await sql<{ permission: MailPermission }>`
    select mail_permission(company, address) as permission
    from unnest(${to.map((r) => r.companyId)}::uuid[], ${to.map((r) => r.address.trim())}::text[]) with ordinality
      as r (company, address, n)
    order by n`.execute(db)
  return rows.map((r) => r.permission)
}

/** Returns the permission for a company's mail to an address. */
export async function mailPermission(db: Handle, companyId: string, address: string): Promise<MailPermission> {
  const [permission] = await mailPermissions(db, [{ companyId, address }])
  return permission as MailPermission
}

type Refusal = 'blocked' | 'not_approved' | 'not_confirmed'

function refusalOf(permission: MailPermission, basis: Mail['basis']): Refusal | undefined {
  if (permission === 'account' || permission === 'confirmed') return undefined
  // People who refused mail from this company get no invitation and no request for consent either.
  if (basis === 'invitation' || basis === 'question') return permission === 'blocked' ? 'blocked' : undefined
  return permission
}

/**
 * Returns for each mail why it may not be sent, or undefined when it may, with one query. This rule applies to all
 * mail. The company's users and the provider's staff get everything. Other people only get what they requested
 * themselves, an invitation, our one request for consent, and after they agreed, mail from a trusted company
 * (`company_mail_trust` in the database).
 */
export async function whyNotMailed(
  db: Handle,
  mails: readonly { companyId: string; mail: Pick<Mail, 'to' | 'basis'> }[],
): Promise<(Refusal | undefined)[]> {
  const restricted = mails.filter(({ mail }) => mail.basis !== 'own-request')
  const found = await mailPermissions(
    db,
    restricted.map(({ companyId, mail }) => ({ companyId, address: mail.to })),
  )
  const permissions = new Map(restricted.map((each, i) => [each, found[i] as MailPermission]))
  return mails.map((each) => {
    const permission = permissions.get(each)
    return permission && refusalOf(permission, each.mail.basis)
  })
}
