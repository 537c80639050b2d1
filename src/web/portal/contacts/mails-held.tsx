import { Send } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { getNowDate } from '../../ui/clock.ts'
import { useTimeZone } from '../../ui/text/relative-time.tsx'
import { formatDate } from '../../ui/text/relative-time-text.ts'
import { resumeMail } from './acts.ts'
import type { Contact } from './model.ts'

/** Says that mail to a contact bounced and until when none is sent, and lets the user resume it. */
export function MailsHeldNotice({ contact }: { contact: Contact }) {
  const [busy, setBusy] = useState(false)
  const timeZone = useTimeZone()
  const held = contact.mailsHeld
  if (!held) return null
  const day = (iso: string) => formatDate(new Date(iso), getNowDate(), timeZone)
  return (
    <Banner tone="warn" title="Email to this address bounced">
      {held.reason} Since {day(held.since)}, we have not sent ticket updates to this address. We’ll resume on{' '}
      {day(held.until)}, or earlier if they email us.
      {held.answer && (
        <details className="mt-1.5">
          <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-sm text-xs underline decoration-edge underline-offset-3 hover:text-text max-md:min-h-11">
            Response from their mail server
          </summary>
          <span className="block font-mono text-xs">{held.answer}</span>
        </details>
      )}
      {contact.can.edit && (
        <span className="mt-2.5 block">
          <Button
            size="sm"
            icon={<Send aria-hidden className="size-4" />}
            pending={busy}
            onClick={() => {
              setBusy(true)
              void resumeMail({ id: contact.id, name: contact.fullName }).finally(() => setBusy(false))
            }}
          >
            Resume email
          </Button>
        </span>
      )}
    </Banner>
  )
}
