import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowLeft, MailCheck, Paperclip } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatFileSize } from '../../../contract/plain/file-sizes.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMark, type Tone } from '../../ui/status.tsx'
import { FoldedText } from '../../ui/text/folded-text.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { WrittenText } from '../../ui/text/written-text.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { api, parseFailure } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { useOnDemand } from '../platform/loading/on-demand.tsx'
import { useAddress } from '../platform/use-address.ts'
import { OriginalButton, RetryButton } from './incoming-buttons.tsx'
import type { Asked, InboundMail } from './incoming-model.ts'
import { useFirst } from './use-first.ts'

const loadDialog = () => import('./incoming-dialog.tsx')

const looks: Record<InboundMail['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Processing', tone: 'info' },
  taken: { label: 'Added to ticket', tone: 'good' },
  recorded: { label: 'Recorded', tone: 'neutral' },
  held: { label: 'On hold', tone: 'warn' },
  refused: { label: 'Rejected', tone: 'bad' },
  dismissed: { label: 'Dismissed', tone: 'neutral' },
}
const reasons: Record<string, string> = {
  unknown_sender: 'Unknown sender',
  not_on_ticket: 'Sender isn’t on the ticket',
  deactivated: 'Sender is deactivated',
  bad_address: 'Invalid reply address',
  no_such_address: 'Unknown address',
  no_sender: 'No sender',
  from_staff: 'From our team. Choose the partner’s user it’s for',
  ticket_closed: 'Ticket is closed',
  too_many: 'Too many emails at the same time',
  not_authenticated: 'Sender couldn’t be verified',
  unreadable: 'Email can’t be read',
  lost: 'Email is no longer stored',
  automatic: 'Automatic email',
  maybe_automatic: 'May be an automatic email',
  repeated: 'Same text sent repeatedly',
  loop: 'One of our own emails',
  bounce: 'Undeliverable',
  report: 'Delivery report',
  thanks: 'Only a thank-you, on a closed ticket',
  empty: 'Empty email',
  only_quote: 'Only quoted text, from our team',
}
const nameOf = (m: InboundMail) => m.sender?.name || m.sender?.email || 'No sender'
const VIEWS = [
  { value: 'open', label: 'Needs review' },
  { value: 'all', label: 'All' },
] as const

/** Shows one incoming mail and its actions. */
function Opened({ id, onAct }: { id: string; onAct: (mail: InboundMail, kind: Asked['kind']) => void }) {
  const mail = useQuery(api.tickets.inboundMail.queryOptions({ input: { id }, staleTime: 0 }))
  if (mail.isLoadingError)
    return (
      <ErrorState
        message={mail.error.message}
        requestId={parseFailure(mail.error)?.data?.requestId}
        onRetry={() => void mail.refetch()}
      />
    )
  if (!mail.data) return <Skeleton className="h-64" />
  const m = mail.data
  const facts = [
    ['From', m.sender ? [m.sender.name, `<${m.sender.email}>`].filter(Boolean).join(' ') : 'No sender'],
    ...(m.company ? [['Company', m.company.name] as const] : []),
    ['To', m.to.join(', ')],
  ] as const
  return (
    <article className="@container min-w-0 rounded-md border border-line bg-surface p-5 max-md:p-4">
      <h2 className="font-semibold text-lg [overflow-wrap:anywhere]">{m.subject || 'No subject'}</h2>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusMark tone={looks[m.state].tone}>{looks[m.state].label}</StatusMark>
        {m.reason && <span>{reasons[m.reason] ?? m.reason}</span>}
      </p>
      {m.detail && <p className="mt-1 whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">{m.detail}</p>}
      <dl className="mt-3 mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-muted">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="text-text [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
        <dt>Received</dt>
        <dd>
          <RelativeTime iso={m.receivedAt} />
        </dd>
        {m.ticket && (
          <>
            <dt>Ticket</dt>
            <dd className="[overflow-wrap:anywhere]">
              <Link to={`/admin/tickets/${m.ticket.id}`} className="text-accent underline underline-offset-2">
                T-{m.ticket.number} {m.ticket.subject}
              </Link>
            </dd>
          </>
        )}
        {m.decidedBy && (
          <>
            <dt>Decided by</dt>
            <dd className="text-text">{m.decidedBy}</dd>
          </>
        )}
      </dl>
      {m.open && (
        <div className="mb-4 flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => onAct(m, 'add')}>
            Add to ticket
          </Button>
          <Button onClick={() => onAct(m, 'open')}>Create ticket</Button>
          {m.state !== 'recorded' && <Button onClick={() => onAct(m, 'dismiss')}>Dismiss</Button>}
          {m.reason === 'unreadable' && <RetryButton id={m.id} />}
        </div>
      )}
      {m.reason === 'unreadable' && m.original && (
        <p className="mb-4 text-muted">
          {m.text === null
            ? 'Download the original to read it.'
            : 'This text may be incomplete and doesn’t include attachments. The original has everything.'}
        </p>
      )}
      {m.text === null ? (
        !m.original && (
          <p className="text-muted">The text is no longer available. We delete it 30 days after an email arrives.</p>
        )
      ) : (
        <div className="grid gap-x-6 gap-y-5 border-line border-t pt-4 @2xl:grid-cols-2">
          {m.message && m.message.text.trim() !== m.text.trim() && (
            <section aria-label="Message on the ticket" className="min-w-0">
              <h3 className="mb-2 font-medium text-muted text-xs">Message on the ticket</h3>
              {m.message.text.trim() ? (
                <FoldedText text={m.message.text} format={m.message.format} />
              ) : (
                <p className="text-muted">This email has no new text.</p>
              )}
            </section>
          )}
          <section aria-label="Full text of the email" className="min-w-0">
            <h3 className="mb-2 font-medium text-muted text-xs">Full text of the email</h3>
            <div className="max-h-[60dvh] overflow-y-auto">
              <WrittenText text={m.text.trim() || m.excerpt || 'This email has no text.'} />
            </div>
          </section>
        </div>
      )}
      {m.original && (
        <div className="mt-4">
          <OriginalButton id={m.id} />
        </div>
      )}
      {m.files.length > 0 && (
        <ul className="mt-4 flex flex-col gap-1 text-muted">
          {m.files.map((f) => (
            <li key={`${f.name} ${f.size}`} className="flex items-center gap-2 [overflow-wrap:anywhere]">
              <Paperclip aria-hidden className="size-4 shrink-0" />
              {f.name} ({formatFileSize(f.size)})
            </li>
          ))}
        </ul>
      )}
      {m.headers.length > 0 && (
        <details className="mt-4">
          <summary className="cursor-pointer text-muted">Headers</summary>
          <dl className="mt-3 flex flex-col gap-2 font-mono text-xs">
            {m.headers.map(({ name, value }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a header can occur twice
              <div key={i}>
                <dt className="text-muted">{name}</dt>
                <dd className="[overflow-wrap:anywhere]">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </article>
  )
}

/** Incoming emails: by default only those that need review. */
export function Incoming() {
  const [query, set] = useAddress()
  const all = query.get('show') === 'all'
  const chosen = query.get('mail') ?? undefined
  const wide = useMedia('(min-width: 64rem)')
  const { module, get } = useOnDemand(loadDialog)
  const [asked, setAsked] = useState<Asked>()
  const list = useInfiniteQuery(
    api.tickets.inboundMails.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: 50,
        ...(cursor ? { cursor } : {}),
        ...(all
          ? { state: ['waiting', 'held', 'refused', 'recorded', 'taken', 'dismissed'] as InboundMail['state'][] }
          : {}),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      staleTime: 0,
    }),
  )
  const items = list.data?.pages.flatMap((p) => p.items) ?? []
  const first = useFirst(items)
  const open = chosen ?? (wide ? first : undefined)
  const go = (change: { mail?: string | undefined; all?: boolean }) => {
    set({ mail: change.mail, ...('all' in change ? { show: change.all ? 'all' : undefined } : {}) })
  }
  const act = (mail: InboundMail, kind: Asked['kind']) => {
    setAsked({ mail, kind })
    void get()
  }
  const Dialog = module?.IncomingDialog
  // A phone shows either the list or the mail.
  const both = wide || !open
  return (
    <div className="flex flex-col gap-5">
      {both && (
        <Segmented
          className="self-start"
          label="Show emails"
          value={all ? 'all' : 'open'}
          onChange={(v) => go({ all: v === 'all' })}
          options={VIEWS}
        />
      )}
      {list.isPending && <Skeleton className="h-64" />}
      {list.isLoadingError && (
        <ErrorState
          message={list.error.message}
          requestId={parseFailure(list.error)?.data?.requestId}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.data && items.length === 0 && (
        <EmptyState icon={<MailCheck />} title={all ? 'No incoming email yet' : 'Nothing to review'}>
          {all
            ? 'Replies and new tickets that arrive by email appear here.'
            : 'Emails that were rejected or put on hold appear here until someone handles them.'}
        </EmptyState>
      )}
      {items.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
          {both && (
            <div className="self-start">
              <ul
                aria-label="Incoming emails"
                className="max-h-[70dvh] overflow-y-auto rounded-md border border-line bg-surface"
              >
                {items.map((m) => (
                  <li key={m.id} className="border-line [&:not(:last-child)]:border-b">
                    <button
                      type="button"
                      aria-current={m.id === open ? 'true' : undefined}
                      onClick={() => go({ mail: m.id })}
                      className={cx(
                        'flex w-full flex-col gap-0.5 px-4 py-2.5 text-left transition-colors hover:bg-line/40',
                        m.id === open && 'bg-accent/8',
                      )}
                    >
                      <span className="flex justify-between gap-3">
                        <span className="truncate font-medium">{m.subject || 'No subject'}</span>
                        <StatusMark tone={looks[m.state].tone}>{looks[m.state].label}</StatusMark>
                      </span>
                      <span className="flex justify-between gap-3 text-muted text-xs">
                        <span className="truncate">
                          <bdi>{nameOf(m)}</bdi>
                        </span>
                        <span className="shrink-0">
                          <RelativeTime iso={m.receivedAt} />
                        </span>
                      </span>
                      {m.excerpt && (
                        <span dir="auto" className="truncate text-muted text-xs">
                          {m.excerpt}
                        </span>
                      )}
                      {(m.reason || m.ticket) && (
                        <span className="truncate text-xs">
                          {[m.reason && (reasons[m.reason] ?? m.reason), m.ticket && `T-${m.ticket.number}`]
                            .filter(Boolean)
                            .join(' · ')}
                        </span>
                      )}
                    </button>
                  </li>
                ))}
              </ul>
              {list.hasNextPage && (
                <Button className="mt-3" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  Load older emails
                </Button>
              )}
            </div>
          )}
          {open && (
            <div className="min-w-0">
              {!wide && (
                <Button
                  className="mb-3"
                  icon={<ArrowLeft aria-hidden className="size-4" />}
                  onClick={() => go({ mail: undefined })}
                >
                  All emails
                </Button>
              )}
              <Opened key={open} id={open} onAct={act} />
            </div>
          )}
        </div>
      )}
      {Dialog && asked && (
        <Dialog
          asked={asked}
          onClose={() => setAsked(undefined)}
          onDone={async () => {
            setAsked(undefined)
            await queries.invalidateQueries({ queryKey: api.tickets.inboundMails.key() })
            await queries.invalidateQueries({ queryKey: api.tickets.inboundMail.key() })
            await queries.invalidateQueries({ queryKey: api.tickets.inboundMailCount.key() })
          }}
        />
      )}
    </div>
  )
}
