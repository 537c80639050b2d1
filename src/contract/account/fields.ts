// Fields, roles and errors that several files of this module share.
import { z } from 'zod'

/** A second factor of the signed-in user. */
export const Factor = z.object({
  id: z.string(),
  factor_type: z.enum(['totp', 'phone', 'webauthn']),
  status: z.enum(['verified', 'unverified']),
  friendly_name: z.string().nullable(),
})
export const Email = z
  .string('Invalid email address')
  .trim()
  .max(255, 'Email must be at most 255 characters')
  .pipe(z.email('Invalid email address'))
/** A new password: 8 to 72 characters (in NFC), with the messages of the sign-up form. */
export const NewPassword = z
  .string('Password must be at least 8 characters')
  .normalize('NFC')
  .min(8, 'Password must be at least 8 characters')
  .max(72, 'Password must be less than 72 characters')
export const FullName = z
  .string('Name must be at least 2 characters')
  .trim()
  .min(2, 'Name must be at least 2 characters')
  .max(100, 'Name must be less than 100 characters')
  // A name goes into mail subjects and table cells.
  .regex(/^[^\r\n]*$/, 'Use a single line.')
/** Six digits of an authenticator app, or a recovery code. Spaces, dashes and full-width characters do not matter. */
export const Code = z.string('Enter the code.').trim().min(6, 'Enter all six digits.').max(40, 'Enter all six digits.')
export const wrongCode = {
  CODE_WRONG: { status: 422, message: 'This code is incorrect. Enter the current code from your app.' },
}
export const disabled = {
  ACCOUNT_DISABLED: {
    status: 403,
    message: 'This account is deactivated. Ask an owner of your company or an administrator to reactivate it.',
  },
}
export const weak = { PASSWORD_WEAK: { status: 422, message: 'Choose a different password.' } }
