import { brand } from '../../../brand.config.ts'
import type { Role } from '../../contract/base.ts'
import { INVITATION_DAYS } from '../../contract/people.ts'
import type { Mail } from '../platform/mail.ts'

/** What a role is called, and what it may do, in a mail. */
const ROLE: Record<Role, string> = {
  member: 'member: tickets, projects and what the automations do',
  owner: 'owner: everything of the company, also money, users and API keys',
  engineer: 'engineer: tickets, projects and automations of all companies',
  admin: 'administrator: everything',
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
  /** The address has an account that belongs to another company. */
  elsewhere: boolean
}

/** Brings somebody the link with which they join a company. */
export const invitation = (publicUrl: string, i: Invited): Mail => ({
  id: `invitation ${i.id} ${i.sentCount}`,
  to: i.email,
  subject: `${i.inviterName} invites you to ${i.companyName} on ${brand.shortName}`,
  blocks: [
    i.fullName ? `Hello ${i.fullName},` : 'Hello,',
    `${i.inviterName} invites you to the portal of ${i.companyName} at ${brand.longName}.`,
    {
      facts: [
        ['Company', i.companyName],
        ['Your address', i.email],
        ['Your role', ROLE[i.role]],
      ],
    },
    ...(i.elsewhere
      ? [
          `This address has an account already, which belongs to another company, and an address belongs to one company only. If you have moved to ${i.companyName}, ask us to move your account: answer to ${brand.supportEmail} from this address. If you work for both, ask ${i.inviterName} to invite another address of yours.`,
        ]
      : []),
    { button: 'Accept the invitation', href: `${publicUrl}/auth/invitation?token=${i.token}` },
    `The link works once and for ${INVITATION_DAYS} days. If you did not expect this mail, leave it: nothing happens without you.`,
  ],
})

/** Tells the person who invited that the invitation was accepted. */
export const accepted = (
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
      button: 'See the users',
      href: `${publicUrl}/${i.role === 'engineer' || i.role === 'admin' ? 'admin/users' : 'users'}`,
    },
  ],
})

/** Tells somebody that an administrator removed their second factor: they must know if they did not ask for it. */
export const factorsReset = (
  publicUrl: string,
  r: { id: string; to: string; name: string; by: string; at: string },
): Mail => ({
  id: `second factor reset ${r.id} ${r.at}`,
  to: r.to,
  subject: `Your second factor was reset by ${r.by}`,
  blocks: [
    `Hello ${r.name},`,
    `Your authenticator app, recovery codes and passkeys at ${brand.shortName} were removed by ${r.by} of ${brand.shortName}, and you were signed out everywhere. From now on your password alone signs you in.`,
    'Set up an authenticator app again after you have signed in: Settings, then Security.',
    { button: 'Sign in', href: `${publicUrl}/auth` },
    `If you did not ask for this, answer to ${brand.supportEmail} at once.`,
  ],
})
