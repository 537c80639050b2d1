import { Send } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { useTimeZone } from '../../ui/relative-time.tsx'
import { dateText } from '../../ui/relative-time-text.ts'
import { resumeMail } from './acts.ts'
import type { Contact } from './model.ts'

/** That mail to a contact came back, until when nothing is sent there, and the way to end that. */
export function MailsHeldNotice({ contact }: { contact: Contact }) {
  const [busy, setBusy] = useState(false)
  const timeZone = useTimeZone()
  const held = contact.mailsHeld
  if (!held) return null
  const day = (iso: string) => dateText(new Date(iso), new Date(), timeZone)
  return (
    <Banner tone="warn" title="Mail to this address came back">
      {held.reason} Since {day(held.since)} we hold back mails about tickets, until {day(held.until)} or until they
      write to us.
      {held.answer && (
        <details className="mt-1.5">
          <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-sm text-xs underline decoration-edge underline-offset-3 hover:text-text max-md:min-h-11">
            What their mail server answered
          </summary>
          <span className="block font-mono text-xs">{held.answer}</span>
        </details>
      )}
      {contact.can.edit && (
        <span className="mt-2.5 block">
          <Button
            size="sm"
            className="max-md:!h-11"
            icon={<Send aria-hidden className="size-4" />}
            pending={busy}
            onClick={() => {
              setBusy(true)
              void resumeMail({ id: contact.id, name: contact.fullName }).finally(() => setBusy(false))
            }}
          >
            Send mails again
          </Button>
        </span>
      )}
    </Banner>
  )
}
