import type { Mail } from '../../src/server/platform/mail/mail.ts'

/** Returns the one-time token in the button of a mail. Throws when there is no mail or no such button. */
export function tokenIn(mail: Mail | undefined): string {
  const button = mail?.blocks.find((b) => typeof b === 'object' && 'href' in b) as { href: string } | undefined
  const token = button && new URL(button.href).searchParams.get('token')
  if (!token) throw new Error(`There is no token in the mail ${mail?.subject ?? '(none)'}.`)
  return token
}
