import { brand } from '../../../brand.config.ts'
import { formatLongDay } from '../../contract/plain/dates.ts'
import { dayIn } from '../../contract/plain/time-zone.ts'
import type { Mail } from '../platform/mail/mail.ts'

/**
 * Returns the mail that an export is ready. It links to the settings page, which asks to sign in, not to the archive.
 */
export const exportReady = (x: {
  id: string
  to: string
  name: string
  expiresAt: string
  publicUrl: string
}): Mail => ({
  id: `export ${x.id} ready`,
  to: x.to,
  replyTo: brand.supportEmail,
  subject: `Your export is ready · ${brand.shortName}`,
  blocks: [
    `Hello ${x.name},`,
    'Your export of all company data is ready. Sign in to download it.',
    { button: 'View data export', href: `${x.publicUrl}/settings/export` },
    `We’ll delete this export on ${formatLongDay(dayIn('UTC', Date.parse(x.expiresAt)))}, or earlier if newer exports replace it. It was requested from your account. If that wasn’t you, contact us right away.`,
  ],
})
