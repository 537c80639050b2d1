import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Plus, UserRoundCheck } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { DataTable } from '../../ui/table.tsx'
import { TableFooter } from '../../ui/table-footer.tsx'
import { phoneQuery, useMedia } from '../../ui/use-media.ts'
import { failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { ExportButton } from './export-button.tsx'
import { type Side, ticketName } from './labels.ts'
import { columnsOf, type ListRow } from './list-columns.tsx'
import { ListEmpty } from './list-empty.tsx'
import { type ListFilter, writeFilter } from './list-filter.ts'
import { ListFilters } from './list-filters.tsx'
import { ListViews } from './list-views.tsx'
import { useCoalesced, useTicketEvents } from './live.ts'
import type { SortKey } from './model.ts'
import { useOnDemand } from './on-demand.tsx'
import { useShortcuts, useSingleKeys } from './shortcuts.ts'
import { listOptions, refreshCounts } from './ticket-queries.ts'
import './tickets.css'
import { useAssign } from './use-assign.ts'
import { useChangedRows } from './use-changed-rows.ts'
import { useListFilter } from './use-list-filter.ts'

const SEARCH_WAIT_MS = 200
/** Time between two quiet reloads for each page that is loaded. */
const RELOAD_GAP_MS = 1_000

const heads: Record<Side, { base: string; title: string; description: string }> = {
  partner: { base: '/tickets', title: 'Tickets', description: 'Everything your company has asked of us.' },
  staff: { base: '/admin/tickets', title: 'Ticket queue', description: 'What every partner has asked of us.' },
}

const loadHelp = () => import('./shortcut-help.tsx')
const shortcuts = [
  { keys: ['j'], does: 'Next ticket' },
  { keys: ['k'], does: 'Ticket before' },
  { keys: ['Enter'], does: 'Open the ticket' },
  { keys: ['/'], does: 'Search' },
]

const NONE: readonly ListRow[] = []
const rowKey = (t: ListRow) => t.id
const rowLabel = (t: ListRow) => `${ticketName(t.number)} ${t.subject}`
const rowHref: Record<Side, (t: ListRow) => string> = {
  partner: (t) => `/tickets/${t.id}`,
  staff: (t) => `/admin/tickets/${t.id}`,
}

/** The tickets of one's own company, or for staff of all: views, search, filters, table. All of it stands in the address. */
export function TicketList({ side }: { side: Side }) {
  const [filter, change] = useListFilter()
  const { base, title, description } = heads[side]

  const list = useInfiniteQuery({ ...listOptions(filter), placeholderData: keepPreviousData })
  const found = list.data?.pages.flatMap((page) => page.items) ?? []
  const rows = useChangedRows(found, `${writeFilter(filter)} ${list.data?.pages.length} ${list.isPlaceholderData}`)
  const reload = useCoalesced(
    () => Promise.all([list.refetch({ cancelRefetch: false }), refreshCounts()]),
    () => RELOAD_GAP_MS * Math.max(1, list.data?.pages.length ?? 1),
  )
  useTicketEvents(reload)

  const phone = useMedia(phoneQuery)
  const help = useOnDemand(loadHelp)
  const [helpOpen, setHelpOpen] = useState(false)
  const search = useRef<HTMLSpanElement>(null)
  const singleKeys = useSingleKeys()
  useShortcuts({
    '/': () => search.current?.querySelector('input')?.focus(),
    '?': () => void help.get().then((loaded) => setHelpOpen(loaded !== undefined)),
  })

  const takeIt = useTakeIt(side)
  const problem = list.isError ? (failureOf(list.error) ?? undefined) : undefined
  const retry = () => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())
  const loading = list.isPending || list.isPlaceholderData
  // Offline, what was not loaded yet has to wait; the rows of another question would be wrong.
  const waits = loading && list.fetchStatus === 'paused'

  return (
    <div className="flex flex-col gap-5 [--sticky-top:3.5rem]">
      <PageHeader
        title={title}
        description={description}
        action={
          (side === 'partner' || !phone) && (
            <>
              {!phone && <ExportButton filter={filter} />}
              {side === 'partner' && (
                <LinkButton href="/tickets/new" variant="primary" icon={<Plus aria-hidden className="size-4" />}>
                  New ticket
                </LinkButton>
              )}
            </>
          )
        }
      />
      <ListViews side={side} base={base} filter={filter} />
      <search className="-mt-1 flex flex-wrap items-center gap-2">
        <span ref={search} className="min-w-0 flex-1 basis-36 md:max-w-72 md:basis-48">
          <Search filter={filter} onChange={change} />
        </span>
        <ListFilters
          side={side}
          filter={filter}
          onChange={change}
          requesterName={found.find((t) => t.requester.id === filter.requester)?.requester.name}
        />
      </search>
      {list.isError && list.data && (
        <Banner
          tone="warn"
          title={list.isFetchNextPageError ? 'The next tickets did not load' : 'This list may be old'}
          action={
            <Button size="sm" pending={list.isFetching} onClick={retry}>
              Try again
            </Button>
          }
        >
          {problem?.message ?? 'Something went wrong on the way.'}
        </Banner>
      )}
      <DataTable<ListRow>
        label={title}
        columns={columnsOf(side, phone ? 'cards' : 'table')}
        rows={waits ? NONE : rows}
        rowKey={rowKey}
        rowLabel={rowLabel}
        rowHref={rowHref[side]}
        rowActions={takeIt}
        sort={{ key: filter.sort, direction: filter.order }}
        onSort={({ key, direction }) => change({ ...filter, sort: key as SortKey, order: direction })}
        loading={loading && !waits}
        skeletonRows={12}
        pageKeys={singleKeys}
        empty={
          list.isError ? (
            <ErrorState
              title="The tickets did not load"
              message={problem?.message ?? 'Something went wrong on the way.'}
              requestId={problem?.data?.requestId}
              onRetry={retry}
              retrying={list.isFetching}
            />
          ) : (
            <ListEmpty side={side} filter={filter} onChange={change} offline={waits} />
          )
        }
        footer={
          <TableFooter
            shown={rows.length}
            noun={rows.length === 1 ? 'ticket' : list.hasNextPage ? 'tickets so far' : 'tickets'}
            onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
            pending={list.isFetchingNextPage}
          />
        }
      />
      {phone && rows.length > 0 && (
        <span className="self-center">
          <ExportButton filter={filter} />
        </span>
      )}
      {help.module && <help.module.ShortcutHelp open={helpOpen} onOpenChange={setHelpOpen} shortcuts={shortcuts} />}
    </div>
  )
}

/** The search box: it keeps what is typed, the address follows a moment later. */
function Search({ filter, onChange }: { filter: ListFilter; onChange: (filter: ListFilter) => void }) {
  const [text, setText] = useState(filter.q)
  const said = useRef(filter.q)
  const latest = useRef({ filter, onChange })
  useEffect(() => {
    latest.current = { filter, onChange }
  })
  // Somebody else changed the address: the way back, or a cleared filter.
  useEffect(() => {
    if (filter.q !== said.current) {
      said.current = filter.q
      setText(filter.q)
    }
  }, [filter.q])
  useEffect(() => {
    if (text === said.current) return
    const timer = setTimeout(() => {
      said.current = text
      latest.current.onChange({ ...latest.current.filter, q: text })
    }, SEARCH_WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  return <SearchInput label="Search tickets" value={text} onChange={setText} maxLength={200} />
}

/** For staff: the button at a row's end that gives the ticket to oneself. */
function useTakeIt(side: Side) {
  const { profile } = useAuth()
  const assign = useAssign()
  const latest = useRef(assign)
  useEffect(() => {
    latest.current = assign
  })
  const button = useCallback(
    (t: ListRow) =>
      profile && t.status !== 'closed' && t.assignee?.id !== profile.id ? (
        <IconButton
          size="sm"
          className={cx(
            'max-md:!size-9',
            t.assignee && 'md:opacity-0 md:group-focus-within:opacity-100 md:group-hover:opacity-100',
          )}
          label={`Assign ${ticketName(t.number)} to me`}
          title="Assign to me"
          icon={<UserRoundCheck aria-hidden className="size-4" />}
          onClick={() => latest.current(t, { id: profile.id, name: profile.full_name })}
        />
      ) : null,
    [profile],
  )
  return side === 'staff' ? button : undefined
}
