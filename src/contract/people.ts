import { z } from 'zod'
import { Email, FullName, NewPassword, SignedIn } from './account.ts'
import { confirmErrors, everyone, Id, Instant, manyOf, op, page, pageOf, ROLES } from './base.ts'
import { Person } from './companies.ts'

export const USER_STATUSES = ['active', 'invited', 'deactivated'] as const
export const USER_SORTS = ['name', 'seen', 'created'] as const
/** An invitation is good for this many days. */
export const INVITATION_DAYS = 7
/** An invitation is sent at most this often. */
export const SENDS_MAX = 10
/** Invitations of one company that wait for an answer. */
export const OPEN_MAX = 200
/** Invitations that one person sends within an hour. */
export const HOURLY_MAX = 100

export const UserRole = z.enum(ROLES, 'Choose a role.')
export const UserStatus = z.enum(USER_STATUSES, 'Choose a status.')

/** What the reader may do with a user or an invitation now. */
export const UserCan = z.object({
  /** Roles that may be given, other than the present one. */
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

/** A user, or somebody invited to become one: then the id is the invitation's. */
export const User = z.object({
  id: Id,
  kind: z.enum(['user', 'invitation']),
  /** Null for somebody invited whose name is not known yet. */
  name: z.string().nullable(),
  email: z.string(),
  company: z.object({ id: Id, name: z.string(), isInternal: z.boolean() }),
  /** What counts. */
  role: UserRole,
  /** What was given; null when none was: then it is the least of the company's kind. */
  givenRole: UserRole.nullable(),
  status: UserStatus,
  /** The only active owner of the partner, or the only active administrator of the provider. */
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

/** How somebody signs in and what is open: for the owner of the company and for staff. */
export const UserAccess = z.object({
  password: z.boolean(),
  google: z.boolean(),
  passkeys: z.number().int(),
  sessions: z.number().int(),
  lastUsedAt: Instant.nullable(),
  /** Keys of the company's API that this person made: they stay good when the person leaves. */
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
  /** Only staff name it; an owner invites into the own company. */
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

/** What the person who holds the token may know: the token came to the address. */
export const InvitationInfo = z.object({
  companyName: z.string(),
  email: z.string(),
  fullName: z.string().nullable(),
  role: UserRole,
  inviterName: z.string(),
  expiresAt: Instant,
  /**
   * `none`: no account has this address yet. `free`: one has, without a company of its own, and may join. `elsewhere`:
   * it belongs to another company. `here`: it is in this company already.
   */
  account: z.enum(['none', 'free', 'elsewhere', 'here']),
})

const Token = z.string('This link is not complete.').min(1, 'This link is not complete.').max(300)
const target = z.object({ id: Id })

const gone = {
  INVITATION_GONE: {
    status: 422,
    message: 'This invitation is for another address, was used, or is too old. Ask for a new one.',
  },
}
const elsewhere = {
  ADDRESS_ELSEWHERE: { status: 409, message: 'This address already belongs to another company. Ask us to move it.' },
}
const kept = {
  LAST_OWNER: {
    status: 409,
    message: 'A company needs an owner. Make somebody else an owner first.',
  },
  LAST_ADMIN: {
    status: 409,
    message: 'The provider needs an administrator. Make somebody else an administrator first.',
  },
}
const notSelf = {
  NOT_YOURSELF: { status: 409, message: 'You cannot do this to yourself. Ask another owner or an administrator.' },
}
const limits = {
  TOO_MANY_INVITATIONS: {
    status: 429,
    message: `At most ${HOURLY_MAX} invitations an hour. Try again later.`,
  },
  TOO_MANY_OPEN: {
    status: 422,
    message: `This company has ${OPEN_MAX} invitations that wait for an answer. Revoke some first.`,
  },
}
const answered = {
  INVITATION_CLOSED: { status: 409, message: 'This invitation was accepted or revoked meanwhile.' },
}

export const people = {
  list: op('GET', '/users', {
    roles: everyone,
    tag: 'people',
    summary: 'Users and open invitations; partners: of their own company',
  })
    .input(UserFilter.extend(page))
    .output(pageOf(User)),
  get: op('GET', '/users/{id}', {
    roles: everyone,
    tag: 'people',
    summary: 'One user or open invitation; how they sign in only for owners and staff',
  })
    .input(target)
    .output(User.extend({ access: UserAccess.nullable() })),
  invite: op('POST', '/invitations', {
    roles: ['owner', 'admin'],
    tag: 'people',
    summary: `Invite somebody by mail; good for ${INVITATION_DAYS} days`,
    status: 201,
    creates: true,
  })
    .errors({ ...limits, ...confirmErrors })
    .input(Invite)
    .output(User),
  resend: op('POST', '/invitations/{id}/resend', {
    roles: ['owner', 'admin'],
    tag: 'people',
    summary: 'Send an invitation again with a new link; the old link ends',
  })
    .errors({
      ...answered,
      SENT_JUST_NOW: { status: 429, message: 'This invitation was sent less than a minute ago. Wait a moment.' },
      SENT_OFTEN: {
        status: 422,
        message: `This invitation was sent ${SENDS_MAX} times. Check the address with the person, or revoke it and invite again.`,
      },
    })
    .input(target)
    .output(User),
  revoke: op('POST', '/invitations/{id}/revoke', {
    roles: ['owner', 'admin'],
    tag: 'people',
    summary: 'Take an invitation back; its link ends at once',
  })
    .errors(answered)
    .input(target)
    .output(z.object({ revoked: z.literal(true) })),
  readInvitation: op('POST', '/auth/invitation', {
    roles: [],
    tag: 'people',
    summary: 'What the link of an invitation leads to; using it up is for the accepting operations',
  })
    .errors(gone)
    .input(z.object({ token: Token }))
    .output(InvitationInfo),
  acceptInvitation: op('POST', '/auth/invitation/accept', {
    roles: [],
    tag: 'people',
    summary: 'Accept an invitation as a new user: name and password; signs in',
  })
    .errors({
      ...gone,
      PASSWORD_WEAK: { status: 422, message: 'Choose another password.' },
      ACCOUNT_EXISTS: { status: 409, message: 'There is an account with this address already. Sign in to accept.' },
    })
    .input(z.object({ token: Token, fullName: FullName, password: NewPassword }))
    .output(SignedIn),
  acceptAsMe: op('POST', '/invitations/accept', {
    roles: everyone,
    tag: 'people',
    summary: 'Accept an invitation as the signed-in user, whose address it is for',
  })
    .errors({ ...gone, ...elsewhere })
    .input(z.object({ token: Token }))
    .output(z.object({ companyId: Id, companyName: z.string(), role: UserRole })),
  setRole: op('POST', '/users/{id}/role', {
    roles: ['owner', 'admin'],
    tag: 'people',
    summary: 'Give a user another role; holds on the next request',
  })
    .errors({ ...kept, ...confirmErrors })
    .input(target.extend({ role: UserRole }))
    .output(User),
  deactivate: op('POST', '/users/{id}/deactivate', {
    roles: ['owner', 'admin'],
    tag: 'people',
    summary: 'Shut a user out: sessions end at once; nothing that the user made is deleted',
  })
    .errors({ ...kept, ...notSelf })
    .input(target)
    .output(User),
  reactivate: op('POST', '/users/{id}/reactivate', {
    roles: ['owner', 'admin'],
    tag: 'people',
    summary: 'Let a deactivated user in again',
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
    summary: 'Move a user to another company with a role there; ends the sessions',
  })
    .errors({ ...kept, ...notSelf, ...confirmErrors })
    .input(target.extend({ companyId: Id, role: UserRole }))
    .output(User),
  resetFactors: op('POST', '/users/{id}/reset-second-factor', {
    roles: ['admin'],
    tag: 'people',
    summary: 'Remove authenticator app, recovery codes and passkeys of a user who lost them; ends the sessions',
  })
    .errors({
      ...notSelf,
      ...confirmErrors,
      NO_FACTOR: { status: 409, message: 'This user has neither an authenticator app nor a passkey.' },
    })
    .input(target)
    .output(User),
}
