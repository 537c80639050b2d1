import { useQuery } from '@tanstack/react-query'
import { MailCheck, MailOpen, RotateCw } from 'lucide-react'
import { brand } from '../../../../brand.config.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { api, parseFailure } from '../platform/data/api.ts'
import { useAddress } from '../platform/use-address.ts'
import { Incoming } from './incoming.tsx'
import { useFirst } from './use-first.ts'

export const meta = () => [{ title: `Email · ${brand.shortName}` }]

const VIEWS = [
  { value: 'html', label: 'HTML' },
  { value: 'text', label: 'Text' },
  { value: 'headers', label: 'Headers' },
] as const
type View = (typeof VIEWS)[number]['value']

/** The preview's address expires after fifteen minutes, so refetch it before that. */
const RENEW_MS = 10 * 60_000

/** Turns addresses of this site into links. Other addresses stay text. */
function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, i) =>
    i % 2 === 1 && URL.canParse(part) && new URL(part).origin === location.origin ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
      <a key={i} href={part} target="_blank" rel="noreferrer" className="text-accent underline underline-offset-2">
        {part}
      </a>
    ) : (
      part
    ),
  )
}

/** Shows one outgoing mail as the recipient would see it. */
function Mail({ id, view, onView }: { id: string; view: View; onView: (view: View) => void }) {
  const mail = useQuery({
    ...api.notifications.mail.queryOptions({ input: { id } }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: RENEW_MS,
  })
  if (mail.isLoadingError)
    return (
      <ErrorState
        message={mail.error.message}
        requestId={parseFailure(mail.error)?.data?.requestId}
        onRetry={() => void mail.refetch()}
      />
    )
  if (!mail.data) return <Skeleton className="h-48" />
  const { from, to, replyTo, subject, text, headers, preview, at } = mail.data
  const facts = [
    ['From', from],
    ['To', to],
    ['Reply to', replyTo ?? from],
  ] as const
  return (
    <article className="min-w-0 rounded-md border border-line bg-surface p-5 max-md:p-4">
      <h2 className="font-semibold text-lg [overflow-wrap:anywhere]">{subject}</h2>
      <dl className="mt-3 mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-muted">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="text-text [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
        <dt>Date</dt>
        <dd>
          <RelativeTime iso={at} />
        </dd>
      </dl>
      <Tabs label="Parts of the email" value={view} onChange={onView} tabs={VIEWS}>
        <TabPanel value="html">
          <iframe
            title={`Preview of “${subject}”`}
            // Scripts do not run, the frame has an opaque origin, and links open in a new tab.
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            src={preview}
            className="block h-[70dvh] min-h-96 w-full rounded-sm border border-line bg-[#eef1f4]"
          />
        </TabPanel>
        <TabPanel value="text">
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            <Linked text={text} />
          </p>
        </TabPanel>
        <TabPanel value="headers">
          <dl className="flex flex-col gap-3 font-mono text-xs">
            {headers.map(({ name, value }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a header can occur twice
              <div key={i}>
                <dt className="text-muted">{name}</dt>
                <dd className="[overflow-wrap:anywhere]">{value}</dd>
              </div>
            ))}
          </dl>
        </TabPanel>
      </Tabs>
    </article>
  )
}

const BOXES = [
  { value: 'out', label: 'Sent' },
  { value: 'in', label: 'Incoming' },
] as const

/** The mail screen for staff: outgoing mail, and incoming mail that needs a decision. */
export default function OutboxPage() {
  const [query, , open] = useAddress()
  const box = query.get('box') === 'in' ? 'in' : 'out'
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Email" description="Sent emails, and incoming emails to review." />
      <Tabs
        label="Mailbox"
        value={box}
        onChange={(next) => open({ box: next === 'in' ? next : undefined }, { replace: true, stay: false })}
        tabs={BOXES}
      >
        <TabPanel value="out">
          <Outgoing />
        </TabPanel>
        <TabPanel value="in">
          <Incoming />
        </TabPanel>
      </Tabs>
    </div>
  )
}

/** Outgoing mail that was stored: the list and the open mail. */
function Outgoing() {
  const [query, set] = useAddress()
  const list = useQuery({ ...api.notifications.outbox.queryOptions(), staleTime: 0 })
  const first = useFirst(list.data?.items ?? [])
  const open = query.get('mail') ?? first
  const beneath = useMedia('(width < 64rem)')
  const view = VIEWS.find((v) => v.value === query.get('view'))?.value ?? 'html'
  const show = (mail: string | undefined, part: View) => set({ mail, view: part === 'html' ? undefined : part })
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {list.data?.kept && (
          <p className="text-muted">No mail server is set up, so emails are stored here instead of being sent.</p>
        )}
        <Button
          className="ml-auto"
          icon={<RotateCw aria-hidden className="size-4" />}
          pending={list.isRefetching}
          onClick={() => void list.refetch()}
        >
          Refresh
        </Button>
      </div>
      {list.isPending && <Skeleton className="h-64" />}
      {list.error && (
        <ErrorState
          message={list.error.message}
          requestId={parseFailure(list.error)?.data?.requestId}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.data && !list.data.kept && (
        <EmptyState icon={<MailCheck />} title="Emails are sent by your mail server">
          A mail server is set up (SMTP_URL), so no emails are stored here.
        </EmptyState>
      )}
      {list.data?.kept && list.data.items.length === 0 && (
        <EmptyState icon={<MailOpen />} title="No emails yet">
          Emails appear here, such as the confirmation of a message from the contact page.
        </EmptyState>
      )}
      {list.data && list.data.items.length > 0 && (
        <div className="grid gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
          <ul
            aria-label="Emails"
            className="max-h-[70dvh] self-start max-lg:max-h-80 overflow-y-auto rounded-md border border-line bg-surface"
          >
            {list.data.items.map((m) => (
              <li key={m.id} className="border-line [&:not(:last-child)]:border-b">
                <button
                  type="button"
                  aria-current={m.id === open ? 'true' : undefined}
                  onClick={() => {
                    show(m.id, view)
                    // On narrow screens the mail is below the list, so scroll to it.
                    if (beneath) document.getElementById('mail')?.scrollIntoView({ block: 'start' })
                  }}
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
          {open && (
            <div id="mail" className="min-w-0 scroll-mt-18 max-lg:min-h-[85dvh]">
              <Mail key={open} id={open} view={view} onView={(part) => show(open, part)} />
            </div>
          )}
        </div>
      )}
    </div>
  )
}
