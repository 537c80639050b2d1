import { useQuery } from '@tanstack/react-query'
import { MailCheck, MailOpen, RotateCw } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { api, failureOf } from '../platform/api.ts'

export const meta = () => [{ title: `Outbox · ${brand.shortName}` }]

/** One mail as it would have arrived. */
function Mail({ id }: { id: string }) {
  const mail = useQuery(api.notifications.mail.queryOptions({ input: { id } }))
  if (mail.error)
    return (
      <ErrorState
        message={mail.error.message}
        requestId={failureOf(mail.error)?.data?.requestId}
        onRetry={() => void mail.refetch()}
      />
    )
  if (!mail.data) return <Skeleton className="h-48" />
  const { from, to, replyTo, subject, text, at } = mail.data
  const facts = [
    ['From', from],
    ['To', to],
    ['Answers to', replyTo ?? from],
  ] as const
  return (
    <article className="rounded-md border border-line bg-surface p-5">
      <h2 className="font-semibold text-lg [overflow-wrap:anywhere]">{subject}</h2>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-muted">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="text-text [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
        <dt>Written</dt>
        <dd>
          <RelativeTime iso={at} />
        </dd>
      </dl>
      <p className="mt-5 whitespace-pre-wrap border-line border-t pt-5 [overflow-wrap:anywhere]">{text}</p>
    </article>
  )
}

/** Mails that were kept instead of sent, for the team: list and one opened. */
export default function OutboxPage() {
  const [query, setQuery] = useSearchParams()
  const list = useQuery({ ...api.notifications.outbox.queryOptions(), staleTime: 0 })
  const open = query.get('mail') ?? list.data?.items[0]?.id
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Outbox"
        description="Mails are kept here as long as no mail server is set."
        action={
          <Button
            icon={<RotateCw aria-hidden className="size-4" />}
            pending={list.isRefetching}
            onClick={() => void list.refetch()}
          >
            Look again
          </Button>
        }
      />
      {list.isPending && <Skeleton className="h-64" />}
      {list.error && (
        <ErrorState
          message={list.error.message}
          requestId={failureOf(list.error)?.data?.requestId}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.data && !list.data.kept && (
        <EmptyState icon={<MailCheck />} title="Mails are sent">
          A mail server is set (SMTP_URL), so nothing is kept here.
        </EmptyState>
      )}
      {list.data?.kept && list.data.items.length === 0 && (
        <EmptyState icon={<MailOpen />} title="No mail yet">
          The next one, such as the answer to a message from the contact page, stands here.
        </EmptyState>
      )}
      {list.data && list.data.items.length > 0 && (
        <div className="grid gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
          <ul
            aria-label="Mails"
            className="max-h-[70dvh] self-start overflow-y-auto rounded-md border border-line bg-surface"
          >
            {list.data.items.map((m) => (
              <li key={m.id} className="border-line [&:not(:last-child)]:border-b">
                <button
                  type="button"
                  aria-current={m.id === open ? 'true' : undefined}
                  onClick={() => setQuery({ mail: m.id }, { replace: true, preventScrollReset: true })}
                  className={cx(
                    'flex w-full flex-col gap-0.5 px-4 py-2.5 text-left transition-colors hover:bg-line/40',
                    m.id === open && 'bg-accent/8',
                  )}
                >
                  <span className="truncate font-medium">{m.subject}</span>
                  <span className="flex justify-between gap-3 text-muted text-xs">
                    <span className="truncate">{m.to}</span>
                    <span className="shrink-0">
                      <RelativeTime iso={m.at} />
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {open && <Mail id={open} />}
        </div>
      )}
    </div>
  )
}
