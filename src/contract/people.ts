import { z } from 'zod'
import { Email, FullName, NewPassword, SignedIn } from './account/index.ts'
import { confirmErrors, everyone, Id, Instant, manyOf, op, page, pageOf, ROLES } from './base.ts'
import { Person } from './companies/index.ts'

export const USER_STATUSES = ['active', 'invited', 'deactivated'] as const
export const USER_SORTS = ['name', 'seen', 'created'] as const
/** Days until an invitation expires. */
export const INVITATION_DAYS = 7
/** Maximum number of times that an invitation is sent. */
export const SENDS_MAX = 10
/** Maximum number of open invitations of a company. */
export const OPEN_MAX = 200
/** Maximum number of invitations that a user can send within an hour. */
export const HOURLY_MAX = 100

export const UserRole = z.enum(ROLES, 'Choose a role.')
export const UserStatus = z.enum(USER_STATUSES, 'Choose a status.')

/** The actions that the reader may take on a user or an invitation now. */
export const UserCan = z.object({
  /** Roles that can be assigned, without the current one. */
  roles: z.array(UserRole),
  deactivate: z.boolean(),
  reactivate: z.boolean(),
  move: z.boolean(),
  resetFactors: z.boolean(),
  endSessions: z.boolean(),
  viewAs: z.boolean(),
  resend: z.boolean(),
  revoke: z.boolean(),
})

/** A user or an invited person. For an invited person, the id is that of the invitation. */
export const User = z.object({
  id: Id,
  kind: z.enum(['user', 'invitation']),
  /** Null for an invited person whose name is not known yet. */
  name: z.string().nullable(),
  email: z.string(),
  company: z.object({ id: Id, name: z.string(), isInternal: z.boolean() }),
  /** The role in effect. */
  role: UserRole,
  /** The role that was assigned. Null when none was, and then the lowest role of the company's kind is in effect. */
  givenRole: UserRole.nullable(),
  status: UserStatus,
  /** Whether this is the only active owner of the partner, or the only active administrator of the provider. */
  onlyOne: z.boolean(),
  isYou: z.boolean(),
  lastSeenAt: Instant.nullable(),
  secondFactor: z.boolean(),
  createdAt: Instant,
  invitation: z
    .object({
      expiresAt: Instant,
      expired: z.boolean(),
      lastSentAt: Instant,
      sentCount: z.number().int(),
      invitedBy: Person,
    })
    .nullable(),
  can: UserCan,
})

/** How a user signs in, and the open sessions. For the owners of the company and for staff. */
export const UserAccess = z.object({
  password: z.boolean(),
  google: z.boolean(),
  passkeys: z.number().int(),
  sessions: z.number().int(),
  lastUsedAt: Instant.nullable(),
  /** API keys of the company that this user created. They stay valid when the user leaves. */
  apiKeys: z.array(z.object({ id: Id, name: z.string(), prefix: z.string() })),
})

export const UserFilter = z.object({
  q: z.string().max(200).optional(),
  role: manyOf(UserRole),
  status: manyOf(UserStatus),
  secondFactor: z.enum(['on', 'off']).optional(),
  company: Id.optional(),
  sort: z.enum(USER_SORTS).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
})

export const Invite = z.object({
  /** Only staff name it. Owners invite to their own company. */
  companyId: Id.optional(),
  email: Email,
  role: UserRole,
  fullName: z
    .string()
    .trim()
    .max(100, 'Name must be less than 100 characters')
    .optional()
    .transform((name) => name || undefined),
})

/** The details shown to the holder of the token, which was sent to the invited address. */
export const InvitationInfo = z.object({
  companyName: z.string(),
  email: z.string(),
  fullName: z.string().nullable(),
  role: UserRole,
  inviterName: z.string(),
  expiresAt: Instant,
  /**
   * `none`: no account has this address, or an account whose mailbox was never verified and that may join. Accepting
   * takes that account over. `free`: an account that may join has it, without a company or alone in one that is not
   * named yet. `elsewhere`: it belongs to another company. `here`: it is already in this company.
   */
  account: z.enum(['none', 'free', 'elsewhere', 'here']),
})

const Token = z
  .string('This link is incomplete. Copy the full link from the email.')
  .min(1, 'This link is incomplete. Copy the full link from the email.')
  .max(300)
const target = z.object({ id: Id })

const gone = {
  INVITATION_GONE: {
    status: 422,
    message: 'This invitation is for another address, has been used or has expired. Ask for a new one.',
  },
}
const elsewhere = {
  ADDRESS_ELSEWHERE: {
    status: 409,
    message: 'This address already belongs to a user of another company. Ask us to move the account.',
  },
}
const kept = {
  LAST_OWNER: {
    status: 409,
    message: 'A company needs an owner. Make someone else an owner first.',
  },
  LAST_ADMIN: {
    status: 409,
    message: 'The provider needs an administrator. Make someone else an administrator first.',
  },
}
const proven = {
  MAILBOX_NOT_PROVEN: {
    status: 409,
    message:
      'This user hasn’t verified their email address yet. Ask them to set a new password with “Forgot your password?” first.',
  },
}
const notSelf = {
  NOT_YOURSELF: {
    status: 409,
    message: 'You can’t do this to your own account. Ask another owner or an administrator.',
  },
}
const limits = {
  TOO_MANY_INVITATIONS: {
    status: 429,
    message: `You can send at most ${HOURLY_MAX} invitations per hour, and only a few to the same address. Try again later.`,
  },
  TOO_MANY_OPEN: {
    status: 422,
    message: `This company already has ${OPEN_MAX} open invitations. Revoke some first.`,
  },
}
const answered = {
  INVITATION_CLOSED: { status: 409, message: 'This invitation has already been accepted or revoked.' },
}

export const people = {
  list: op('GET', '/users', {
    roles: everyone,
    tag: 'people',
    summary: 'List users and open invitations. Partners see only their own company.',
  })
    .input(UserFilter.extend(page))
    .output(pageOf(User)),
  get: op('GET', '/users/{id}', {
    roles: everyone,
    tag: 'people',
    summary: 'Get a user or open invitation. Sign-in methods are shown only to owners and staff.',
  })
    .input(target)
    .output(User.extend({ access: UserAccess.nullable() })),
  invite: op('POST', '/invitations', {
    roles: ['owner', 'admin'],
    tag: 'people',
    summary: `Invite someone by email. The invitation expires in ${INVITATION_DAYS} days.`,
    status: 201,
    creates: true,
  })
    .errors({ ...limits, ...confirmErrors })
    .input(Invite)
    .output(User),
  resend: op('POST', '/invitations/{id}/resend', {
    roles: ['owner', 'admin'],
    tag: 'people',
    summary: 'Resend an invitation with a new link. The old link stops working.',
  })
    .errors({
      ...answered,
      SENT_JUST_NOW: {
        status: 429,
        message: 'This invitation was sent less than a minute ago. Wait a moment before you resend it.',
      },
      TOO_MANY_INVITATIONS: {
        status: 429,
        message: 'This person got several invitations in the last hour. Try again in an hour.',
      },
      SENT_OFTEN: {
        status: 422,
        message: `This invitation has been sent ${SENDS_MAX} times. Check the address with the person, or revoke it and send a new one.`,
      },
    })
    .input(target)
    .output(User),
  revoke: op('POST', '/invitations/{id}/revoke', {
    roles: ['owner', 'admin'],
    tag: 'people',
    summary: 'Revoke an invitation. Its link stops working immediately.',
  })
    .errors(answered)
    .input(target)
    .output(z.object({ revoked: z.literal(true) })),
  readInvitation: op('POST', '/auth/invitation', {
    roles: [],
    tag: 'people',
    summary: 'Get the invitation behind a link, without accepting it',
  })
    .errors(gone)
    .input(z.object({ token: Token }))
    .output(InvitationInfo),
  acceptInvitation: op('POST', '/auth/invitation/accept', {
    secret: true,
    roles: [],
    tag: 'people',
    summary: 'Accept an invitation as a new user with a name and password, and sign in',
  })
    .errors({
      ...gone,
      PASSWORD_WEAK: { status: 422, message: 'Choose a different password.' },
      ACCOUNT_EXISTS: { status: 409, message: 'An account with this address already exists. Sign in to accept.' },
    })
    .input(z.object({ token: Token, fullName: FullName, password: NewPassword }))
    .output(SignedIn),
  acceptAsMe: op('POST', '/invitations/accept', {
    roles: everyone,
    tag: 'people',
    summary: 'Accept an invitation as the signed-in user. The email address must match.',
  })
    .errors({
      ...gone,
      ...elsewhere,
      PASSWORD_NEEDED: {
        status: 422,
        message: 'Choose a new password. Joining removes every earlier sign-in method of this account.',
      },
      PASSWORD_WEAK: { status: 422, message: 'Choose a different password.' },
    })
    .input(
      z.object({
        token: Token,
        /** Required unless the account keeps a sign-in method that is newer than the invitation. */
        password: NewPassword.optional(),
      }),
    )
    .output(z.object({ companyId: Id, companyName: z.string(), role: UserRole })),
  setRole: op('POST', '/users/{id}/role', {
    roles: ['owner', 'admin'],
    tag: 'people',
    summary: 'Change a user’s role. Takes effect on the next request.',
  })
    .errors({ ...kept, ...proven, ...confirmErrors })
    .input(target.extend({ role: UserRole }))
    .output(User),
  deactivate: op('POST', '/users/{id}/deactivate', {
    roles: ['owner', 'admin'],
    tag: 'people',
    summary: 'Deactivate a user and end their sessions. Their data is kept.',
  })
    .errors({ ...kept, ...notSelf })
    .input(target)
    .output(User),
  reactivate: op('POST', '/users/{id}/reactivate', {
    roles: ['owner', 'admin'],
    tag: 'people',
    summary: 'Reactivate a user',
  })
    .input(target)
    .output(User),
  endSessions: op('POST', '/users/{id}/end-sessions', {
    roles: ['owner', 'admin'],
    tag: 'people',
    summary: 'Sign a user out everywhere',
  })
    .errors(notSelf)
    .input(target)
    .output(z.object({ ended: z.literal(true) })),
  move: op('POST', '/users/{id}/company', {
    roles: ['admin'],
    tag: 'people',
    summary: 'Move a user to another company with a new role. Ends their sessions.',
  })
    .errors({ ...kept, ...proven, ...notSelf, ...confirmErrors })
    .input(target.extend({ companyId: Id, role: UserRole }))
    .output(User),
  resetFactors: op('POST', '/users/{id}/reset-second-factor', {
    roles: ['admin'],
    tag: 'people',
    summary: 'Remove the authenticator app, recovery codes and passkeys of a user who lost them. Ends their sessions.',
  })
    .errors({
      ...notSelf,
      ...confirmErrors,
      NO_FACTOR: { status: 409, message: 'This user has no authenticator app or passkey.' },
    })
    .input(target)
    .output(User),
}
