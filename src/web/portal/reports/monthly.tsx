import { useQuery } from '@tanstack/react-query'
import { MailPlus, Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatDay, formatMonth } from '../../../contract/plain/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { useLive } from '../platform/live/use-live.ts'
import { lazy } from '../platform/loading/lazy.ts'
import type { Mail } from './model.ts'
import { mailsOptions, refreshMails, sendsOptions } from './report-queries.ts'

const MailDialog = lazy(() => import('./mail-dialog.tsx').then((m) => ({ default: m.MailDialog })))

interface MonthlyProps {
  /** Whether the reader can edit. Only owners can. */
  edits: boolean
  /** For staff: the company to show. Undefined shows all companies. */
  company?: string | undefined
  staff: boolean
}

/** Reports mailed on the first of each month, and those already sent. */
export default function Monthly({ edits, company, staff }: MonthlyProps) {
  const mails = useQuery(mailsOptions(company))
  const sends = useQuery(sendsOptions(company))
  const [open, setOpen] = useState<Mail | 'new'>()
  useLive(['report'], () => void refreshMails())
  const failed = mails.error ?? sends.error
  return (
    <section aria-labelledby="monthly">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="monthly" className="font-semibold text-base">
            Monthly email
          </h2>
          <p className="mt-1 max-w-prose text-muted text-sm">
            {staff
              ? 'Monthly emails that partners turned on, and reports that were sent.'
              : 'We email the previous month’s report as a PDF on the first of each month. Reports for a client show your name and logo and leave out your hours and prices.'}
          </p>
        </div>
        {edits && (
          <Button icon={<MailPlus aria-hidden className="size-4" />} onClick={() => setOpen('new')}>
            Set up monthly email
          </Button>
        )}
      </div>
      {!mails.data || !sends.data ? (
        failed ? (
          <ErrorState
            message={parseFailure(failed)?.message ?? 'Couldn’t load the monthly emails.'}
            onRetry={() => void Promise.all([mails.refetch(), sends.refetch()])}
          />
        ) : (
          <Skeleton className="mt-4 h-24" />
        )
      ) : (
        <>
          {mails.data.items.length === 0 ? (
            <p className="mt-4 rounded-md border border-line px-4 py-6 text-center text-muted text-sm">
              {edits
                ? 'No monthly emails yet. Set one up for your company or for a client.'
                : staff
                  ? 'No partner has turned on a monthly email yet.'
                  : 'No monthly emails yet. An owner of your company can set one up.'}
            </p>
          ) : (
            <ul className="mt-4 overflow-hidden rounded-md border border-line text-sm">
              {mails.data.items.map((m) => (
                <li
                  key={m.id}
                  className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t px-4 py-3 first:border-t-0"
                >
                  <div className="min-w-0 flex-1 basis-64">
                    <p className="font-medium">
                      <bdi>{m.client?.name ?? m.company.name}</bdi>
                      {staff && m.client && <span className="font-normal text-muted"> of {m.company.name}</span>}
                    </p>
                    <p className="text-muted text-xs [overflow-wrap:anywhere]">
                      To{' '}
                      {m.recipients.map((r) => `${r.name}${r.leftAt ? ' (unsubscribed)' : ''}`).join(', ') || 'no one'}
                    </p>
                  </div>
                  <p className="text-muted text-xs">Next on {formatDay(m.nextOn)}</p>
                  {edits && (
                    <Button size="sm" icon={<Pencil aria-hidden className="size-4" />} onClick={() => setOpen(m)}>
                      Edit
                      <span className="sr-only"> the email for {m.client?.name ?? m.company.name}</span>
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
          {sends.data.items.length > 0 && (
            <details className="mt-3">
              <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-sm text-muted text-xs hover:text-text max-md:min-h-11">
                Sent reports
              </summary>
              <ul className="mt-2 flex flex-col gap-1.5 text-xs">
                {sends.data.items.map((s) => (
                  <li key={s.id} className="text-muted [overflow-wrap:anywhere]">
                    <span className="text-text">{formatMonth(s.month)}</span>, {s.client?.name ?? s.company.name}, to{' '}
                    {s.name} ({s.email}), <RelativeTime iso={s.sentAt} />
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
      {open && (
        <Suspense>
          <MailDialog mail={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </section>
  )
}
