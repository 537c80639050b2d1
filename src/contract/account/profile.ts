// The signed-in user: profile, address and password.

import { z } from 'zod'
import { confirmErrors, everyone, Id, op, ROLES } from '../base.ts'
import { CompanyRef, isTimeZone } from '../companies/index.ts'
import { printed } from '../printed.ts'
import { Email, FullName, NewPassword, weak } from './fields.ts'
import { Session } from './sessions.ts'

export const Profile = z.object({
  id: Id,
  company_id: Id,
  full_name: z.string(),
  email: z.string(),
  /** IANA name, or null for the time zone of the device. */
  time_zone: z.string().nullable(),
  /** Identifies the content of the photo. Null when there is none. */
  photo_etag: z.string().nullable(),
  /** `placeholder`: the company is still unnamed. */
  company: CompanyRef.extend({ placeholder: z.boolean() }),
})
/** The profile fields that users can change themselves. Omitted fields stay as they are. */
const EditProfile = z.object({
  fullName: printed(FullName, 'in documents').optional(),
  /** IANA name, or null for the time zone of the device. */
  timeZone: z
    .string('Choose a time zone.')
    .refine((name) => name.length <= 60 && isTimeZone(name), 'Choose a time zone.')
    .nullable()
    .optional(),
})

export const profileOperations = {
  profile: op('GET', '/me/profile', {
    roles: everyone,
    beforeFactor: true,
    tag: 'account',
    summary: 'Get your profile and company',
  }).output(Profile),
  updateProfile: op('PATCH', '/me/profile', {
    roles: everyone,
    tag: 'account',
    summary: 'Change your name or time zone',
  })
    .input(EditProfile)
    .output(Profile),
  role: op('GET', '/me/role', {
    roles: everyone,
    beforeFactor: true,
    tag: 'account',
    summary: 'Get your assigned role, or null if none is assigned',
  }).output(z.object({ role: z.enum(ROLES).nullable() })),
  unlink: op('DELETE', '/me/identities/{id}', {
    roles: everyone,
    tag: 'account',
    summary: 'Disconnect your Google account',
  })
    .errors({
      ...confirmErrors,
      LAST_WAY_IN: {
        status: 409,
        message: 'Set a password or add a passkey first. Otherwise, you won’t be able to sign in.',
      },
    })
    .input(z.object({ id: Id }))
    .output(z.object({ session: Session })),
  changePassword: op('POST', '/me/password', {
    roles: everyone,
    tag: 'account',
    summary: 'Change your password, or set one if you have none. Ends your other sessions.',
  })
    .errors({
      ...weak,
      ...confirmErrors,
      WRONG_PASSWORD: { status: 422, message: 'Your current password is incorrect. Try again.' },
    })
    .input(
      z.object({
        current: z.string().max(1000, 'Password must be at most 1,000 characters').optional(),
        password: NewPassword,
      }),
    )
    .output(z.object({ changed: z.literal(true) })),
  changeEmail: op('POST', '/me/email', {
    roles: everyone,
    tag: 'account',
    summary: 'Request a change of your email address. It takes effect when the link sent to the new address is opened.',
  })
    .errors(confirmErrors)
    .input(z.object({ email: Email }))
    .output(z.object({ sent: z.literal(true) })),
}
