import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { BellOff, CheckCheck, Settings } from 'lucide-react'
import { brand } from '../../../../brand.config.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { api, parseFailure } from '../platform/data/api.ts'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { useAddress } from '../platform/use-address.ts'
import { KINDS, type Kind } from './labels.ts'
import { markNotices, noticesOptions, notificationSummaryOptions } from './notice-queries.ts'
import { NoticeRow } from './notice-row.tsx'

export const meta = () => [{ title: `Notifications · ${brand.shortName}` }]

const isKind = (text: string | null): text is Kind => text !== null && text in KINDS
const filterOf = (query: URLSearchParams) => {
  const kind = query.get('kind')
  return {
    ...(query.get('show') === 'unread' ? { unread: 'yes' as const } : {}),
    ...(isKind(kind) ? { kind: [kind] } : {}),
  }
}

const reads: ScreenReads = ({ url }) => [noticesOptions(filterOf(url.searchParams))]
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

/** `/notifications`: the reader's notifications of the last three months. */
export default function NotificationsPage() {
  const { session } = useAuth()
  const fixed = session?.viewing != null
  const [query, set] = useAddress()
  const filter = filterOf(query)
  const list = useInfiniteQuery(noticesOptions(filter))
  const summary = useQuery(notificationSummaryOptions())
  const settings = useQuery(api.notifications.settings.queryOptions())
  const items = list.data?.pages.flatMap((page) => page.items)
  const newest = items?.[0]
  const narrowed = filter.unread !== undefined || filter.kind !== undefined
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Notifications"
        description="Your notifications from the last three months."
        action={
          <>
            <LinkButton href="/settings/notifications" icon={<Settings aria-hidden className="size-4" />}>
              Settings
            </LinkButton>
            {!fixed && (
              <Button
                icon={<CheckCheck aria-hidden className="size-4" />}
                disabled={!newest || filter.kind !== undefined || summary.data?.unread === 0}
                onClick={() => newest && void markNotices({ upTo: newest.id })}
              >
                Mark all as read
              </Button>
            )}
          </>
        }
      />
      <search className="flex flex-wrap items-center gap-2">
        <Segmented
          label="Show notifications"
          value={filter.unread ? 'unread' : 'all'}
          onChange={(v) => set({ show: v === 'unread' ? v : undefined })}
          options={[
            { value: 'all', label: 'All' },
            { value: 'unread', label: 'Unread' },
          ]}
        />
        <span data-screen-only="" className="max-sm:flex-1 sm:w-56">
          <Select aria-label="Type" value={filter.kind?.[0] ?? ''} onChange={(e) => set({ kind: e.target.value })}>
            <option value="">All types</option>
            {(settings.data?.kinds.map((k) => k.kind) ?? filter.kind ?? []).map((kind) => (
              <option key={kind} value={kind}>
                {KINDS[kind].label}
              </option>
            ))}
          </Select>
        </span>
      </search>
      <section
        aria-label="Your notifications"
        aria-busy={list.isPending}
        className="rounded-md border border-line bg-surface"
      >
        {list.isPending ? (
          <div className="flex flex-col gap-3 p-4">
            {['a', 'b', 'c', 'd'].map((key) => (
              <Skeleton key={key} className="h-12" />
            ))}
          </div>
        ) : list.isLoadingError ? (
          <ErrorState
            message={list.error.message}
            requestId={parseFailure(list.error)?.data?.requestId}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : items && items.length > 0 ? (
          <>
            <ul className={list.isPlaceholderData ? 'opacity-60' : undefined}>
              {items.map((notice) => (
                <NoticeRow key={notice.id} notice={notice} fixed={fixed} />
              ))}
            </ul>
            {list.hasNextPage && (
              <div className="flex justify-center border-line border-t p-2">
                <Button variant="ghost" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  Load more
                </Button>
              </div>
            )}
          </>
        ) : (
          <EmptyState
            icon={<BellOff />}
            title={narrowed ? 'No notifications match these filters' : 'No notifications yet'}
            action={
              narrowed && <Button onClick={() => set({ show: undefined, kind: undefined })}>Clear filters</Button>
            }
          >
            {narrowed
              ? filter.unread && !filter.kind
                ? 'You’ve read all your notifications.'
                : 'Only notifications from the last three months are kept.'
              : 'Replies, mentions and other updates for you appear here.'}
          </EmptyState>
        )}
      </section>
    </div>
  )
}
