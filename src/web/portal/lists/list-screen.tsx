// A list screen: views, search, filters, table, saved views, choice of columns, export. All of what it shows stands in
// the address, so that a view can be shared by copying it.
//
// A new one is a declaration and a page (src/web/portal/tickets/queue-list.ts and ticket-queue.tsx are one with everything):
//
//   const list = defineList({
//     key: 'contacts',                           // a word of LISTS in src/contract/lists.ts
//     operation: api.contacts.list,              // answers { items, nextCursor }; takes q, sort, order, limit, cursor
//     noun: ['contact', 'contacts'],
//     filter: defineFilter({                     // names are those of the API's input; types are checked against it
//       search: 'Search contacts',
//       sorts: ['name', 'updated'],
//       sort: 'name',
//       fields: {
//         kind: manyOf('Kind', [{ value: 'technical', label: 'Technical' }, { value: 'billing', label: 'Billing' }]),
//         client: pick('Client', { find: clientsByName, one: clientById }, { none: 'All clients' }),
//         archived: flag('Archived', 'Also archived contacts'),
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
//   export const clientLoader = loadList(list)
//   export default () => (
//     <ListScreen list={list} title="Contacts" description="People you work with." actions={<NewContact />}
//       empty={{ title: 'No contacts yet', text: 'Add the first one, or import a CSV.', action: <NewContact /> }} />
//   )
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { BookmarkPlus, Columns3 } from 'lucide-react'
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { Banner } from '../../ui/banner.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DataTable } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-column.ts'
import { TableFooter } from '../../ui/table-footer.tsx'
import { phoneQuery, useMedia } from '../../ui/use-media.ts'
import { failureOf } from '../platform/api.ts'
import { OnDemand, useOnDemand } from '../platform/on-demand.tsx'
import { useShortcuts, useSingleKeys } from '../platform/shortcuts.ts'
import { useCoalesced, useLive } from '../platform/use-live.ts'
import { ExportButton } from './export-button.tsx'
import { type Fields, type Filter, inputOf, isNarrowed, isView, queryOf, without, writeFilter } from './filter.ts'
import { choosable, type Kept, shownKeys, useKept } from './kept.ts'
import type { List, ListColumn } from './list.ts'
import type { Nothing } from './list-empty.tsx'
import { FilterChips, ListFilters } from './list-filters.tsx'
import { ListSearch } from './list-search.tsx'
import { ListViews } from './list-views.tsx'
import './lists.css'
import type { ViewTask } from './save-view-dialog.tsx'
import { type Marked, useChangedRows } from './use-changed-rows.ts'
import { useListFilter } from './use-list-filter.ts'

type Sorts = readonly string[]

export type { Nothing } from './list-empty.tsx'

export interface ListScreenProps<Row, F extends Fields, S extends Sorts> {
  list: List<Row, F, S>
  title: string
  description?: string
  /** Buttons at the head, the primary one last; inside another page beside the filters. */
  actions?: ReactNode
  /** What has to be known before the list, under its head. */
  notice?: ReactNode
  /** Input that the reader cannot change: `{ company: id }`. A filter of this name is not offered then. */
  fixed?: Record<string, unknown>
  /** How many rows each built-in view holds, by its key; undefined while that is asked. Leave out for no numbers. */
  counts?: { of: Record<string, number> | undefined }
  empty: Nothing | ((view: string | undefined, filter: Filter<F, S>) => Nothing)
  /** At a row's end: an `IconButton` or a menu. Hold the function still. */
  rowActions?: (row: Row) => ReactNode
  /** Rows can be chosen then; buttons of size `sm` for what can be done with them. */
  bulkActions?: (chosen: Row[], clear: () => void, choice: Choice) => ReactNode
  /** Single keys that do something with the rows that are chosen, or else with the one that has focus. */
  keys?: readonly ListKeyAct<Row>[]
  /** Told of the rows whenever they change, in their order. Hold the function still. */
  onRows?: (rows: readonly Row[]) => void
  /** Inside another page (a tab): no page header, `title` names the table only. */
  embedded?: boolean
  /** Runs with every live reload, for numbers beside the list. */
  onReload?: () => Promise<unknown>
}

/** What bulk actions may do with the choice itself. */
export type Choice = {
  clear: () => void
  /** Whether the list has more rows than are loaded. */
  more: boolean
  /** Loads what is missing, as far as `limit`, and chooses all of it. */
  all: (limit: number) => Promise<void>
}
/** A single key of a list; without `act` it only stands in the help, without `does` it does not stand there. */
export type ListKeyAct<Row> = { key: string; does?: string; act?: (rows: Row[], choice: Choice) => void }

/** Time between two quiet reloads for each page that is loaded. */
const RELOAD_GAP_MS = 1_000

const ListEmpty = lazy(() => import('./list-empty.tsx').then((m) => ({ default: m.ListEmpty })))
const loadHelp = () => import('./list-help.tsx')
const loadColumns = () => import('./column-menu.tsx')
const loadDialog = () => import('./save-view-dialog.tsx')

const wrong = 'Something went wrong on the way.'

/** A list screen as declared. */
export function ListScreen<Row, F extends Fields, S extends Sorts>(props: ListScreenProps<Row, F, S>): ReactNode {
  const { title, description, actions, notice, fixed, counts, rowActions, bulkActions, embedded, onReload } = props
  // Inside, the names of the fields do not matter: what is typed is the declaration and its use.
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
  const help = useHelp(list, search, props.keys)
  const singleKeys = useSingleKeys()
  const dialog = useViewDialog()
  const { columns, minWidth, sortable } = useColumns(list, kept, phone)
  const { chosen, choice, ...selection } = useSelection(bulkActions, query, found, list.row.key, question)
  useRowKeys(props.keys, found, list.row.key, chosen, choice)
  const { onRows } = props
  useEffect(() => onRows?.(query.data?.pages.flatMap((page) => page.items) ?? NONE), [onRows, query.data])
  const table = useTableRow(list, rowActions)

  const problem = query.isError ? (failureOf(query.error) ?? undefined) : undefined
  const retry = () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())
  const loading = query.isPending || query.isPlaceholderData
  // Offline, what was not loaded yet has to wait; the rows of another question would be wrong.
  const offline = loading && query.fetchStatus === 'paused'
  const exportButton = list.csv && (
    <ExportButton path={`${list.csv}?${queryOf({ ...inputOf(list.filter, filter), ...fixed })}`} many={many} />
  )
  const filters = { list: plain, filter, onChange: change, rows: found }
  const viewed = list.views.find((view) => isView(list.filter, list.views, view, filter))
  // What no view says yet can be kept as one.
  const worthSaving =
    !kept.open &&
    (isNarrowed(list.filter, list.views, filter) ||
      filter.sort !== (viewed?.set.sort ?? list.filter.sort) ||
      filter.order !== (viewed?.set.order ?? list.filter.order))
  const saveView = () =>
    dialog.ask({
      kind: 'save',
      query: writeFilter(list.filter, filter).toString(),
      columns: columnsChosen(kept),
      last: kept.last,
    })

  return (
    <div className="flex flex-col gap-5 [--sticky-top:3.5rem]">
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
          // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field in it
          <span ref={search} onKeyDown={toRows} className="min-w-0 flex-1 basis-36 md:max-w-72 md:basis-48">
            <ListSearch label={list.filter.search} q={filter.q} onChange={(q) => change({ ...filter, q })} />
          </span>
        )}
        <ListFilters {...filters} />
        <span className="flex items-center gap-2 md:ml-auto">
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
          {choosable(plain).length > 0 && (
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
                  columns={columnsChosen(kept)}
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
      {query.data?.pages[0]?.instead && filter.q && !query.isPlaceholderData && (
        <p role="status" className="-mt-1 [overflow-wrap:anywhere]">
          <span className="text-muted">Nothing has “{filter.q}”. Showing</span> “{query.data.pages[0].instead}”
          <span className="text-muted"> instead.</span>
        </p>
      )}
      {query.isError && query.data && (
        <Banner
          tone="warn"
          title={query.isFetchNextPageError ? `The next ${many} did not load` : 'This list may be old'}
          action={
            <Button size="sm" pending={query.isFetching} onClick={retry}>
              Try again
            </Button>
          }
        >
          {problem?.message ?? wrong}
        </Banner>
      )}
      <DataTable<Marked<Row>>
        label={title}
        columns={columns}
        sortable={sortable}
        minWidth={minWidth}
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
              title={`The ${many} did not load`}
              message={problem?.message ?? wrong}
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
            noun={rows.length === 1 ? one : query.hasNextPage ? `${many} so far` : many}
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
      {help}
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

/** From the search box Enter and the arrow lead to what was found; Escape leaves it once it is empty. */
function toRows(event: KeyboardEvent<HTMLElement>) {
  const { key, target, nativeEvent } = event
  if (!(target instanceof HTMLInputElement) || nativeEvent.isComposing) return
  if (key === 'Enter' || key === 'ArrowDown') {
    const row = document.querySelector<HTMLElement>('[data-row] [data-row-link]')
    if (!row) return
    event.preventDefault()
    row.focus()
  } else if (key === 'Escape' && target.value === '') target.blur()
}

/** The list without the filters that are given. */
function useFixed<Row>(list: List<Row>, fixed: Record<string, unknown> | undefined): List<Row> {
  const names = Object.keys(fixed ?? {}).join(' ')
  return useMemo(() => {
    const filter = without(list.filter, names.split(' '))
    return filter === list.filter ? list : { ...list, filter }
  }, [list, names])
}

/** What the reader chose to see: of the open view, or everywhere; null: the usual columns. */
const columnsChosen = (kept: Kept) => kept.open?.columns ?? kept.columns

/** The dialog that names views; its code comes when it is wanted. */
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

/** Keys of a list, and the help that tells them. */
function useHelp<Row>(
  list: List<Row>,
  search: React.RefObject<HTMLElement | null>,
  more: readonly ListKeyAct<Row>[] = NONE,
) {
  const { module, get } = useOnDemand(loadHelp)
  const [open, setOpen] = useState(false)
  // Another screen sent somebody here to search.
  const { state } = useLocation()
  const asked = (state as { search?: boolean } | null)?.search === true
  useEffect(() => {
    if (asked) search.current?.querySelector('input')?.focus()
  }, [asked, search])
  useShortcuts({
    '/': list.filter.search === undefined ? undefined : () => search.current?.querySelector('input')?.focus(),
    '?': () => void get().then((loaded) => setOpen(loaded !== undefined)),
  })
  return (
    module && (
      <module.ListHelp
        list={list as unknown as List<never>}
        more={more as readonly ListKeyAct<never>[]}
        open={open}
        onOpenChange={setOpen}
      />
    )
  )
}

/** A row that opens over its list leaves the list as it is: its address keeps filters and order. */
function inPlace(href: string, pathname: string, search: string): string {
  const [path, own] = href.split('?')
  if (path !== pathname || !own || !search) return href
  const all = new URLSearchParams(search)
  for (const [name, value] of new URLSearchParams(own)) all.set(name, value)
  return `${path}?${all}`
}

/** What the table asks of a row, held still so that rows do not render again. */
function useTableRow<Row>({ row: { key: _, label, href } }: List<Row>, rowActions?: (row: Row) => ReactNode) {
  const rowKey = useCallback((m: Marked<Row>) => m.id, [])
  const rowLabel = useCallback((m: Marked<Row>) => label(m.row), [label])
  const { pathname, search } = useLocation()
  const rowHref = useMemo(
    () => href && ((m: Marked<Row>) => inPlace(href(m.row), pathname, search)),
    [href, pathname, search],
  )
  const actions = useMemo(() => rowActions && ((m: Marked<Row>) => rowActions(m.row)), [rowActions])
  return { rowKey, rowLabel, rowHref, rowActions: actions }
}

/** The rows that are chosen; another question begins with none. */
function useSelection<Row>(
  bulkActions: ListScreenProps<Row, Fields, Sorts>['bulkActions'],
  query: Loadable<Row>,
  rows: readonly Row[],
  key: (row: Row) => string,
  question: string,
) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is what ends a choice
  useEffect(() => setSelected((now) => (now.size > 0 ? new Set() : now)), [question])
  // What left the list meanwhile is not acted upon.
  const chosen = rows.filter((row) => selected.has(key(row)))
  const choice: Choice = {
    clear: () => setSelected(new Set()),
    more: query.hasNextPage,
    async all(limit) {
      const loaded = (of: Loadable<Row>) => of.data?.pages.flatMap((page) => page.items) ?? []
      let last = query
      while (last.hasNextPage && !last.isError && loaded(last).length < limit) last = await last.fetchNextPage()
      setSelected(new Set(loaded(last).slice(0, limit).map(key)))
    },
  }
  if (!bulkActions) return { chosen, choice }
  return {
    chosen,
    choice,
    selected: new Set(chosen.map(key)) as ReadonlySet<string>,
    onSelect: setSelected,
    bulkActions: bulkActions(chosen, choice.clear, choice),
  }
}
type Loadable<Row> = {
  data: { pages: { items: Row[] }[] } | undefined
  hasNextPage: boolean
  isError: boolean
  fetchNextPage: () => Promise<Loadable<Row>>
}

/** Keys that act on the chosen rows, or on the one that has focus. */
function useRowKeys<Row>(
  keys: readonly ListKeyAct<Row>[] = NONE,
  rows: readonly Row[],
  key: (row: Row) => string,
  chosen: Row[],
  choice: Choice,
) {
  const target = () => {
    if (chosen.length > 0) return chosen
    const at = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row
    return rows.filter((row) => key(row) === at)
  }
  useShortcuts(Object.fromEntries(keys.flatMap(({ key, act }) => (act ? [[key, () => act(target(), choice)]] : []))))
}

/** Room for the first column, which has no width. */
const FIRST_PX = 256
const UNIT_PX = 4
const widthOf = (column: Column<never>, index: number) =>
  index === 0 ? FIRST_PX : UNIT_PX * Number(/(?:^|\s)w-(\d+)/.exec(column.width ?? '')?.[1] ?? 36)

/** The columns as the table wants them: those that are shown, the first with the mark of a change. */
function useColumns<Row>(list: List<Row>, kept: Kept, phone: boolean) {
  const chosen = columnsChosen(kept)
  const chosenKeys = chosen?.join(' ')
  return useMemo(() => {
    const own = chosenKeys?.split(' ') ?? null
    const keys = shownKeys(list as unknown as List<never>, own)
    const shown = list.columns.filter((c) => keys.includes(c.key))
    const columns = phone ? onCards(list, shown, own !== null) : shown
    return {
      columns: columns.map((column, index) => inTable(column, index, phone, own !== null)),
      // Columns that somebody chose are shown on every width: the table scrolls where they do not fit.
      minWidth: own ? shown.reduce((sum, c, i) => sum + widthOf(c as Column<never>, i), 0) : undefined,
      sortable: list.columns.flatMap((c) => (c.sort ? [{ key: c.sort, label: c.header }] : [])),
    }
  }, [list, chosenKeys, phone])
}

function onCards<Row>(list: List<Row>, shown: ListColumn<Row>[], own: boolean): ListColumn<Row>[] {
  const { cards } = list
  if (!cards) return shown
  const place = (c: ListColumn<Row>) => (cards.includes(c.key) ? cards.indexOf(c.key) : cards.length)
  return shown.filter((c) => own || cards.includes(c.key)).toSorted((a, b) => place(a) - place(b))
}

function inTable<Row>(column: ListColumn<Row>, index: number, phone: boolean, own: boolean): Column<Marked<Row>> {
  const { fixed: _, optional: __, card, cell, ...same } = column
  const show = phone && card ? card : cell
  return {
    ...same,
    phone: column.phone ?? (index === 0 ? 'title' : 'meta'),
    priority: own ? 'always' : column.priority,
    cell:
      index === 0
        ? ({ row, changed }) => <span data-changed={changed ? '' : undefined}>{show(row)}</span>
        : ({ row }) => show(row),
  }
}
