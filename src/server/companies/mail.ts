import { brand } from '../../../brand.config.ts'
import type { Mail } from '../platform/mail.ts'

/** Tells whoever asked for it that an export is ready. It leads to the page where one signs in, never to the archive. */
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
    'The archive with everything your company has in the portal is ready. Sign in to download it.',
    { button: 'Go to data export', href: `${x.publicUrl}/settings/export` },
    `It is removed on ${new Date(x.expiresAt).toLocaleDateString('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' })}. If you did not ask for it, tell us: somebody with an owner’s account did.`,
  ],
})
