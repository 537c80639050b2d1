import { MailQuestion } from 'lucide-react'
import { useState } from 'react'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { getNow, getNowDate } from '../../ui/clock.ts'
import { useTimeZone } from '../../ui/text/relative-time.tsx'
import { formatDate } from '../../ui/text/relative-time-text.ts'
import { ApproveMailButton } from '../platform/approve-mail-button.tsx'
import { askMail } from './acts.ts'
import type { Contact, Side } from './model.ts'

/** Says why no mail reaches a contact, and lets the user ask whether mail is welcome. */
export function MailConsentNotice({ contact, side }: { contact: Contact; side: Side }) {
  const [busy, setBusy] = useState(false)
  const timeZone = useTimeZone()
  const { mail } = contact
  if (!mail || mail.state === 'confirmed') return null
  const day = (iso: string) => formatDate(new Date(iso), getNowDate(), timeZone)
  if (mail.state === 'blocked')
    return (
      <Banner title="This person opted out of email">
        We don’t email them. They can opt back in with the link in our earlier email.
      </Banner>
    )
  const unapproved = mail.state === 'not_approved'
  const mayAsk = !mail.answered && (!mail.askAgainAt || Date.parse(mail.askAgainAt) <= getNow())
  return (
    <Banner tone="warn" title={unapproved ? 'No email is sent yet' : 'Not confirmed yet: no email is sent'}>
      {unapproved &&
        (side === 'staff'
          ? 'We email people outside this company once it signs an agreement or pays for an order, or once you approve it. '
          : `We email people outside your company once you sign an agreement or pay for an order. To start earlier, email ${brand.supportEmail} and ask us to approve your company. `)}
      {!mail.answered &&
        (mail.askedAt
          ? `We asked them on ${day(mail.askedAt)} whether they want updates about tickets and reports.`
          : 'When they are added to a ticket or a monthly report, we’ll email them once to ask for confirmation. They can also email us first.')}
      {!mail.answered && mail.askAgainAt && !mayAsk && ` You can ask again on ${day(mail.askAgainAt)}.`}
      {((unapproved && side === 'staff') || (contact.can.edit && mayAsk)) && (
        <span className="mt-2.5 flex flex-wrap gap-2">
          {unapproved && side === 'staff' && <ApproveMailButton company={contact.company} />}
          {contact.can.edit && mayAsk && (
            <Button
              size="sm"
              icon={<MailQuestion aria-hidden className="size-4" />}
              pending={busy}
              onClick={() => {
                setBusy(true)
                void askMail({ id: contact.id, name: contact.fullName }).finally(() => setBusy(false))
              }}
            >
              {mail.askedAt ? 'Ask again' : 'Ask for confirmation'}
            </Button>
          )}
        </span>
      )}
    </Banner>
  )
}
