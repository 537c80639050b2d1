// A list screen: views, search, filters, table, saved views, choice of columns, export. View, search, filters and order
// are in the address, so that they can be shared by copying it. Saved views and chosen columns are on the server.
//
// A new list is a declaration and a page (src/web/portal/tickets/queue/queue-list.ts and ticket-queue.tsx use most
// options):
//
//   const list = defineList({
//     key: 'contacts',                           // an entry of LISTS in src/contract/lists.ts
//     operation: api.contacts.list,              // returns { items, nextCursor }; takes q, sort, order, limit, cursor
//     noun: ['contact', 'contacts'],
//     filter: defineFilter({                     // names are those of the API's input; types are checked against it
//       search: 'Search contacts',
//       sorts: ['name', 'updated'],
//       sort: 'name',
//       fields: {
//         kind: manyOf('Kind', [{ value: 'technical', label: 'Technical' }, { value: 'billing', label: 'Billing' }]),
//         client: pick('Client', { find: clientsByName, one: clientById }, { none: 'All clients' }),
//         archived: flag('Archived', 'Include archived contacts'),
//       },
//     }),
//     columns: [
//       { key: 'name', header: 'Name', sort: 'name', cell: (c) => c.name },
//       { key: 'client', header: 'Client', width: 'w-44', cell: (c) => c.client?.name },
//       { key: 'phone', header: 'Phone', width: 'w-36', optional: true, cell: (c) => c.phone },
//     ],
//     row: { key: (c) => c.id, label: (c) => c.name, href: (c) => `/contacts/${c.id}`, version: (c) => c.updatedAt },
//     views: [{ key: 'all', label: 'All', set: {} }, { key: 'billing', label: 'Billing', set: { kind: ['billing'] } }],
//     csv: '/contacts.csv',
//     topics: ['contact'],
//   })
//   const reads = listReads(list)
//   export const handle = handleOf(reads)
//   export const clientLoader = loadReads(reads)
//   export default () => (
//     <ListScreen list={list} title="Contacts" description="People you work with." actions={<NewContact />}
//       empty={{ title: 'No contacts yet', text: 'Add the first one, or import a CSV.', action: <NewContact /> }} />
//   )
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { BookmarkPlus, Columns3 } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Banner } from '../../ui/banner.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DataTable } from '../../ui/table/table.tsx'
import { TableFooter } from '../../ui/table/table-footer.tsx'
import { phoneQuery, useMedia } from '../../ui/use-media.ts'
import { parseFailure } from '../platform/data/api.ts'
import { useSingleKeys } from '../platform/keyboard/shortcuts.ts'
import { useCoalesced, useLive } from '../platform/live/use-live.ts'
import { OnDemand, useOnDemand } from '../platform/loading/on-demand.tsx'
import { ExportButton } from './export-button.tsx'
import {
  type Fields,
  type Filter,
  isNarrowed,
  isView,
  removeFields,
  toFilterInput,
  toFilterQuery,
  writeFilter,
} from './filter.ts'
import { listChoosable, useKept } from './kept.ts'
import type { List } from './list.ts'
import type { Nothing } from './list-empty.tsx'
import { FilterChips, ListFilters } from './list-filters.tsx'
import { type ListKeyAct, moveToRows, useListKeys, useRowKeys } from './list-keys.ts'
import { ListSearch } from './list-search.tsx'
import { ListViews } from './list-views.tsx'
import './lists.css'
import { lazy } from '../platform/loading/lazy.ts'
import { useAddress } from '../platform/use-address.ts'
import type { ViewTask } from './save-view-dialog.tsx'
import { type Marked, useChangedRows } from './use-changed-rows.ts'
import { getChosenColumns, useColumns } from './use-columns.tsx'
import { useListFilter } from './use-list-filter.ts'
import { type Choice, useSelection } from './use-selection.ts'

type Sorts = readonly string[]

export type { Nothing } from './list-empty.tsx'
export type { ListKeyAct } from './list-keys.ts'
export type { Choice } from './use-selection.ts'

interface ListScreenProps<Row, F extends Fields, S extends Sorts> {
  list: List<Row, F, S>
  title: string
  description?: string
  /** Buttons in the header, the primary one last. In an embedded list they are beside the filters. */
  actions?: ReactNode
  /** Shown below the header: what the reader has to know before the list. */
  notice?: ReactNode
  /** Shown below search and filters: what they leave out. */
  hint?: ReactNode
  /** Input that the reader cannot change: `{ company: id }`. A filter with this name is then not offered. */
  fixed?: Record<string, unknown>
  /** The number of rows in each built-in view, by its key; undefined while loading. Omit to show no counts. */
  counts?: { of: Record<string, number> | undefined }
  empty: Nothing | ((view: string | undefined, filter: Filter<F, S>) => Nothing)
  /** Shown at a row's end: an `IconButton` or a menu. Must be a stable function. */
  rowActions?: (row: Row) => ReactNode
  /** Makes rows selectable. Returns buttons of size `sm` for actions on the selected rows. */
  bulkActions?: (chosen: Row[], clear: () => void, choice: Choice) => ReactNode
  /** Single keys that act on the selected rows, or on the focused row if none is selected. */
  keys?: readonly ListKeyAct<Row>[]
  /** Called with the rows, in order, whenever they change. Must be a stable function. */
  onRows?: (rows: readonly Row[]) => void
  /** Takes the full width of the window, for lists that people work in all day. */
  wide?: boolean
  /** Inside another page (a tab): no page header, `title` names the table only. */
  embedded?: boolean
  /** Runs with every live reload, for numbers beside the list. */
  onReload?: () => Promise<unknown>
}

/** The minimum time between two live reloads, per loaded page. */
const RELOAD_GAP_MS = 1_000

const ListEmpty = lazy(() => import('./list-empty.tsx').then((m) => ({ default: m.ListEmpty })))
const loadColumns = () => import('./column-menu.tsx')
const loadDialog = () => import('./save-view-dialog.tsx')

const fallback = 'We couldn’t reach the server. Check your connection and try again.'

/** The screen of a declared list. */
export function ListScreen<Row, F extends Fields, S extends Sorts>(props: ListScreenProps<Row, F, S>): ReactNode {
  const { title, description, actions, notice, fixed, counts, rowActions, bulkActions, embedded, onReload } = props
  // Here the names of the fields do not matter: only the declaration and its use are typed.
  const list = useFixed(props.list as unknown as List<Row>, fixed)
  const plain = list as unknown as List<never>
  const empty = props.empty as ListScreenProps<Row, Fields, Sorts>['empty']
  const [one, many] = list.noun

  const { filter, change, hrefOf, follow } = useListFilter(list.filter)
  const kept = useKept(plain, filter)
  const query = useInfiniteQuery({ ...list.pages(filter, fixed), placeholderData: keepPreviousData })
  const found = query.data?.pages.flatMap((page) => page.items) ?? []
  const question = `${writeFilter(list.filter, filter)} ${JSON.stringify(fixed)}`
  const rows = useChangedRows(found, list.row, `${question} ${query.data?.pages.length} ${query.isPlaceholderData}`)
  const reload = useCoalesced(
    () => Promise.all([query.refetch({ cancelRefetch: !query.isFetchingNextPage }), onReload?.()]),
    () => RELOAD_GAP_MS * Math.max(1, query.data?.pages.length ?? 1),
  )
  useLive(list.topics, reload)

  const phone = useMedia(phoneQuery)
  const search = useRef<HTMLSpanElement>(null)
  useListKeys(list, search, props.keys)
  const singleKeys = useSingleKeys()
  const dialog = useViewDialog()
  const { columns, sortable } = useColumns(list, kept, phone)
  const { chosen, choice, ...selection } = useSelection(bulkActions, query, found, list.row.key, question)
  useRowKeys(props.keys, found, list.row.key, chosen, choice)
  const { onRows } = props
  useEffect(() => onRows?.(query.data?.pages.flatMap((page) => page.items) ?? NONE), [onRows, query.data])
  const table = useTableRow(list, rowActions)

  const problem = query.isError ? (parseFailure(query.error) ?? undefined) : undefined
  const retry = () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())
  const loading = query.isPending || query.isPlaceholderData
  // Offline, rows that are not loaded yet have to wait; the rows of another query would be wrong.
  const offline = loading && query.fetchStatus === 'paused'
  const exportButton = list.csv && (
    <ExportButton
      path={`${list.csv}?${toFilterQuery({ ...toFilterInput(list.filter, filter), ...fixed })}`}
      many={many}
    />
  )
  const filters = { list: plain, filter, onChange: change, rows: found }
  const viewed = list.views.find((view) => isView(list.filter, list.views, view, filter))
  // A filter that is not a view yet can be saved as one.
  const worthSaving =
    !kept.open &&
    (isNarrowed(list.filter, list.views, filter) ||
      filter.sort !== (viewed?.set.sort ?? list.filter.sort) ||
      filter.order !== (viewed?.set.order ?? list.filter.order))
  const saveView = () =>
    dialog.ask({
      kind: 'save',
      query: writeFilter(list.filter, filter).toString(),
      columns: getChosenColumns(kept),
      last: kept.last,
    })

  return (
    <div className="flex flex-col gap-5 [--sticky-top:3.5rem]" data-wide-list={props.wide ? '' : undefined}>
      {!embedded && (
        <PageHeader
          title={title}
          description={description}
          action={
            (actions || (exportButton && !phone)) && (
              <>
                {!phone && exportButton}
                {actions}
              </>
            )
          }
        />
      )}
      {notice}
      <ListViews
        list={plain}
        filter={filter}
        hrefOf={hrefOf}
        follow={follow}
        kept={kept}
        counts={counts}
        onRename={(view) => dialog.ask({ kind: 'rename', view })}
        shape={embedded ? 'pills' : 'tabs'}
      />
      <search className="-mt-1 flex flex-wrap items-center gap-2">
        {list.filter.search !== undefined && (
          // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the field inside it
          <span ref={search} onKeyDown={moveToRows} className="min-w-0 flex-1 basis-36 md:max-w-72 md:basis-48">
            <ListSearch label={list.filter.search} q={filter.q} onChange={(q) => change({ ...filter, q })} />
          </span>
        )}
        <ListFilters {...filters} />
        <span className="flex flex-wrap items-center gap-2 md:ml-auto">
          {worthSaving && !phone && (
            <Button
              variant="ghost"
              icon={<BookmarkPlus aria-hidden className="size-4" />}
              pending={dialog.pending}
              onClick={saveView}
            >
              Save view
            </Button>
          )}
          {embedded && !phone && exportButton}
          {listChoosable(plain).length > 0 && (
            <OnDemand
              load={loadColumns}
              button={
                <IconButton
                  variant="secondary"
                  label="Columns"
                  title="Columns"
                  // Until the saved columns are loaded, a change would start from the default ones.
                  disabled={kept.waits}
                  icon={<Columns3 aria-hidden className="size-4" />}
                />
              }
            >
              {({ ColumnMenu }, button) => (
                <ColumnMenu
                  button={button}
                  list={plain}
                  columns={getChosenColumns(kept)}
                  view={kept.open?.columns ? kept.open : undefined}
                  onSaveView={kept.open ? undefined : saveView}
                />
              )}
            </OnDemand>
          )}
          {embedded && actions}
        </span>
      </search>
      {phone && <FilterChips {...filters} />}
      {props.hint}
      {query.data?.pages[0]?.instead && filter.q && !query.isPlaceholderData && (
        <p role="status" className="-mt-1 [overflow-wrap:anywhere]">
          <span className="text-muted">No results for “{filter.q}”. Showing</span> “{query.data.pages[0].instead}”
          <span className="text-muted"> instead.</span>
        </p>
      )}
      {query.isError && query.data && (
        <Banner
          tone="warn"
          title={query.isFetchNextPageError ? `Couldn’t load more ${many}` : 'This list may be out of date'}
          action={
            <Button size="sm" pending={query.isFetching} onClick={retry}>
              Try again
            </Button>
          }
        >
          {problem?.message ?? fallback}
        </Banner>
      )}
      <DataTable<Marked<Row>>
        label={title}
        columns={columns}
        sortable={sortable}
        rows={offline || kept.waits ? NONE : rows}
        {...table}
        sort={{ key: filter.sort, direction: filter.order }}
        onSort={
          sortable.length > 0 ? ({ key, direction }) => change({ ...filter, sort: key, order: direction }) : undefined
        }
        {...selection}
        loading={(loading && !offline) || kept.waits}
        skeletonRows={12}
        pageKeys={singleKeys}
        empty={
          query.isError ? (
            <ErrorState
              title={`Couldn’t load the ${many}`}
              message={problem?.message ?? fallback}
              requestId={problem?.data?.requestId}
              onRetry={retry}
              retrying={query.isFetching}
            />
          ) : (
            <Suspense fallback={<div className="h-64" />}>
              <ListEmpty list={plain} filter={filter} onChange={change} offline={offline} nothing={empty} />
            </Suspense>
          )
        }
        footer={
          <TableFooter
            shown={rows.length}
            noun={rows.length === 1 ? one : query.hasNextPage ? `${many} loaded` : many}
            onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
            pending={query.isFetchingNextPage}
          />
        }
      />
      {phone && rows.length > 0 && (
        <span className="flex flex-wrap justify-center gap-2">
          {worthSaving && (
            <Button icon={<BookmarkPlus aria-hidden className="size-4" />} pending={dialog.pending} onClick={saveView}>
              Save view
            </Button>
          )}
          {exportButton}
        </span>
      )}
      {dialog.module && dialog.task && (
        <dialog.module.SaveViewDialog
          key={dialog.count}
          list={list.key}
          task={dialog.task}
          open={dialog.open}
          onClose={dialog.close}
        />
      )}
    </div>
  )
}

const NONE: readonly never[] = []

/** Returns the list without the filters that are fixed. */
function useFixed<Row>(list: List<Row>, fixed: Record<string, unknown> | undefined): List<Row> {
  const names = Object.keys(fixed ?? {}).join(' ')
  return useMemo(() => {
    const filter = removeFields(list.filter, names.split(' '))
    return filter === list.filter ? list : { ...list, filter }
  }, [list, names])
}

/** The dialog that names views, loaded on demand. */
function useViewDialog() {
  const { module, pending, get } = useOnDemand(loadDialog)
  const [asked, setAsked] = useState<{ task: ViewTask; open: boolean; count: number }>()
  return {
    module,
    pending,
    task: asked?.task,
    open: asked?.open ?? false,
    count: asked?.count,
    ask: (task: ViewTask) =>
      void get().then((loaded) => {
        if (loaded) setAsked((before) => ({ task, open: true, count: (before?.count ?? 0) + 1 }))
      }),
    close: () => setAsked((now) => now && { ...now, open: false }),
  }
}

/** Returns the address of a row. A row that opens over its list keeps the list's filters and order in the address. */
function inPlace(href: string, pathname: string, query: URLSearchParams): string {
  const [path, own] = href.split('?')
  if (path !== pathname || !own || query.size === 0) return href
  const all = new URLSearchParams(query)
  for (const [name, value] of new URLSearchParams(own)) all.set(name, value)
  return `${path}?${all}`
}

/** Returns the row props of the table, memoized so that rows do not render again. */
function useTableRow<Row>({ row: { key: _, label, href } }: List<Row>, rowActions?: (row: Row) => ReactNode) {
  const rowKey = useCallback((m: Marked<Row>) => m.id, [])
  const rowLabel = useCallback((m: Marked<Row>) => label(m.row), [label])
  const { pathname } = useLocation()
  const [query] = useAddress()
  const rowHref = useMemo(
    () => href && ((m: Marked<Row>) => inPlace(href(m.row), pathname, query)),
    [href, pathname, query],
  )
  const actions = useMemo(() => rowActions && ((m: Marked<Row>) => rowActions(m.row)), [rowActions])
  return { rowKey, rowLabel, rowHref, rowActions: actions }
}
