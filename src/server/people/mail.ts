import { brand } from '../../../brand.config.ts'
import type { Role } from '../../contract/base.ts'
import { INVITATION_DAYS } from '../../contract/people.ts'
import type { Mail } from '../platform/mail/mail.ts'
import { nameForMail, quotedName } from '../platform/sign-in/names.ts'
import { rolesAt } from './policy.ts'

/** Roles with a description, for mails. */
const ROLE: Record<Role, string> = {
  member: 'Member: works with tickets, projects and automations',
  owner: 'Owner: full access to the company, including billing, users and API keys',
  engineer: 'Engineer: works on tickets, projects and automations for every company',
  admin: 'Administrator: full access',
}

type Invited = {
  id: string
  email: string
  fullName: string | null
  role: Role
  sentCount: number
  token: string
  companyName: string
  inviterName: string
  /** Whether the address has an account at another company. */
  elsewhere: boolean
}

/** Returns the mail with the link to join a company. */
export const mailInvitation = (publicUrl: string, { companyName, inviterName, ...invited }: Invited): Mail => {
  const isStaff = rolesAt(true).includes(invited.role)
  const i = {
    ...invited,
    // Names that partners entered before names were checked may not be safe to send to strangers.
    companyName: isStaff ? companyName : quotedName(companyName),
    inviterName: isStaff ? inviterName : quotedName(inviterName, 'An owner'),
    fullName: invited.fullName && nameForMail(invited.fullName, ''),
  }
  return {
    id: `invitation ${i.id} ${i.sentCount}`,
    to: i.email,
    basis: 'invitation',
    // Nothing in the subject is written by the company.
    subject: `Invitation to ${brand.shortName}`,
    blocks: [
      i.fullName ? `Hello ${i.fullName},` : 'Hello,',
      `${i.inviterName} invited you to join ${i.companyName} on the ${brand.longName} portal.`,
      {
        facts: [
          ['Company', i.companyName],
          ['Email', i.email],
          ['Role', ROLE[i.role]],
        ],
      },
      ...(i.elsewhere
        ? [
            `This address already belongs to an account at another company, and each address can belong to only one. If you now work for ${i.companyName}, ask us to move your account: email ${brand.supportEmail} from this address. If you work for both, ask ${i.inviterName} to invite you at another address.`,
          ]
        : []),
      { button: 'Accept the invitation', href: `${publicUrl}/auth/invitation?token=${i.token}` },
      `The link works once and expires after ${INVITATION_DAYS} days. If you did not expect this email, you can ignore it.`,
    ],
  }
}

/** Returns the mail that tells the inviter that the invitation was accepted. */
export const mailAccepted = (
  publicUrl: string,
  i: { id: string; to: string; name: string; email: string; companyName: string; role: Role },
): Mail => ({
  id: `invitation ${i.id} accepted`,
  to: i.to,
  subject: `${i.name} has joined ${i.companyName}`,
  blocks: [
    `${i.name} (${i.email}) has accepted your invitation to ${i.companyName}.`,
    { facts: [['Role', ROLE[i.role]]] },
    {
      button: 'View users',
      href: `${publicUrl}/${i.role === 'engineer' || i.role === 'admin' ? 'admin/users' : 'users'}`,
    },
  ],
})

/**
 * Returns the mail that tells a user that an administrator removed their second factor, in case they did not ask for
 * it.
 */
export const factorsReset = (
  publicUrl: string,
  r: { id: string; to: string; name: string; by: string; at: string },
): Mail => ({
  id: `second factor reset ${r.id} ${r.at}`,
  to: r.to,
  basis: 'own-request',
  subject: `${r.by} reset your two-factor authentication`,
  blocks: [
    `Hello ${r.name},`,
    `${r.by} of ${brand.shortName} removed your authenticator app, recovery codes and passkeys and signed you out everywhere. You can now sign in with your password alone.`,
    'After you sign in, set up an authenticator app again under Settings → Security.',
    { button: 'Sign in', href: `${publicUrl}/auth` },
    `If you did not ask for this, email ${brand.supportEmail} immediately.`,
  ],
})
