import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { BoardColumn, DragBoard } from '../../ui/board/drag-board.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { getPressedKey } from '../../ui/pressed-key.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { phoneQuery, useMedia } from '../../ui/use-media.ts'
import { type FilterOf, getDefaultFilter, isNarrowed } from '../lists/filter.ts'
import type { List } from '../lists/list.ts'
import { FilterChips, ListFilters } from '../lists/list-filters.tsx'
import { ListSearch } from '../lists/list-search.tsx'
import { useListFilter } from '../lists/use-list-filter.ts'
import { parseFailure } from '../platform/data/api.ts'
import { isSettled } from '../platform/data/is-settled.ts'
import { type KeyGroup, useKeyHelp, useShortcuts } from '../platform/keyboard/shortcuts.ts'
import { useCoalesced, useLive } from '../platform/live/use-live.ts'
import { BoardCard, CardInAir } from './board-card.tsx'
import { formatLeadName, stageLabels, stages } from './labels.ts'
import { leadCountsOptions, refreshLeadCounts, waitForLists } from './lead-queries.ts'
import { leadBoard } from './lists.tsx'
import type { LeadRow, Stage } from './model.ts'
import { useSetStage } from './use-lead-changes.ts'

type Pages = InfiniteData<{ items: LeadRow[]; nextCursor: string | null }>
const RELOAD_GAP_MS = 1_000
const plain = leadBoard as unknown as List<never>
const KEYS: KeyGroup = {
  title: 'Board',
  keys: [
    { key: '↑+↓', does: 'Previous or next lead' },
    { key: '←+→', does: 'Previous or next column' },
    { key: 'Shift+→', does: 'Move the lead to the next stage' },
    { key: 'Shift+←', does: 'Move the lead to the previous stage' },
    { key: 'Enter', does: 'Open the lead' },
    { key: '/', does: 'Search' },
  ],
}

/** The open leads by stage. A card is moved by dragging, with its menu, or with Shift and the arrow keys. */
export function LeadBoard({ empty }: { empty: ReactNode }) {
  const listFilter = useListFilter(leadBoard.filter)
  const filter = listFilter.filter as FilterOf<typeof leadBoard.filter>
  const change = (next: typeof filter) => listFilter.change(next)
  const phone = useMedia(phoneQuery)
  const search = useRef<HTMLSpanElement>(null)
  const { data: counts } = useQuery(leadCountsOptions())
  const columns = useColumns(filter)
  const { place, move, announcement } = useMoves(columns)
  useShortcuts({
    '/': () => search.current?.querySelector('input')?.focus(),
  })
  useKeyHelp(KEYS)
  const reload = useCoalesced(
    () =>
      Promise.all([...stages.map((stage) => columns[stage].refetch({ cancelRefetch: false })), refreshLeadCounts()]),
    () => RELOAD_GAP_MS,
  )
  useLive(leadBoard.topics, reload)

  const narrowed = isNarrowed(leadBoard.filter as never, [], filter as never)
  const loaded = stages.every((stage) => columns[stage].data)
  const nothing = loaded && stages.every((stage) => place[stage].length === 0)
  const failed = stages.filter((stage) => columns[stage].isError)
  const problem = parseFailure(failed[0] && columns[failed[0]].error)
  const retry = () => failed.forEach((stage) => void columns[stage].refetch())
  const retrying = failed.some((stage) => columns[stage].isFetching)
  const filters = { list: plain, filter: filter as never, onChange: change as never, rows: [] }

  const leadOf = (id: string) => stages.flatMap((stage) => place[stage]).find((lead) => lead.id === id)

  return (
    <div className="flex flex-col gap-5">
      <search className="flex flex-wrap items-center gap-2">
        <span ref={search} className="min-w-0 flex-1 basis-36 md:max-w-72 md:basis-48">
          <ListSearch label="Search leads" q={filter.q} onChange={(q) => change({ ...filter, q })} />
        </span>
        <ListFilters {...filters} />
      </search>
      {phone && <FilterChips {...filters} />}
      {failed.length > 0 && loaded && (
        <Banner
          tone="warn"
          title="The board may be out of date"
          action={
            <Button size="sm" pending={retrying} onClick={retry}>
              Try again
            </Button>
          }
        >
          {problem?.message ?? 'Check your connection and try again.'}
        </Banner>
      )}
      {failed.length > 0 && !loaded ? (
        <div className="rounded-md border border-line bg-surface">
          <ErrorState
            title="Couldn’t load the board"
            message={problem?.message ?? 'Check your connection and try again.'}
            requestId={problem?.data?.requestId}
            onRetry={retry}
            retrying={retrying}
          />
        </div>
      ) : nothing ? (
        <div className="rounded-md border border-line bg-surface">
          {narrowed ? (
            <EmptyState
              icon={<Inbox />}
              title="No open leads match these filters"
              action={<Button onClick={() => change(getDefaultFilter(leadBoard.filter))}>Clear filters</Button>}
            >
              Won, lost and spam leads appear only in the list.
            </EmptyState>
          ) : (
            empty
          )}
        </div>
      ) : (
        <DragBoard
          columns={stages.map((id) => ({ id, name: stageLabels[id], cards: place[id].map((lead) => lead.id) }))}
          nameOf={(id) => formatLeadName(leadOf(id) as LeadRow)}
          onDrop={(id, { column }) => {
            const lead = leadOf(id)
            if (lead) void move(lead, column)
          }}
          overlay={(id) => {
            const lead = leadOf(id)
            return lead && <CardInAir lead={lead} />
          }}
        >
          {(held) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll
            <div
              role="group"
              aria-label="Board of open leads"
              className="scroll-thin -mx-1 grid gap-3 px-1 pb-2 md:auto-cols-[minmax(12.5rem,1fr)] md:grid-flow-col md:overflow-x-auto"
              onKeyDown={steer((id, by) => {
                const lead = leadOf(id)
                const next = lead && stages[stages.indexOf(lead.stage) + by]
                if (lead && next) void move(lead, next)
              })}
            >
              {stages.map((stage) => {
                const column = columns[stage]
                const leads = place[stage]
                const total = narrowed ? undefined : counts?.byStage[stage]
                const shown = total ?? leads.length
                return (
                  <BoardColumn
                    key={stage}
                    id={stage}
                    aria-labelledby={`stage-${stage}`}
                    className={cx(
                      'flex min-w-0 flex-col rounded-md border bg-surface transition-colors md:min-h-64',
                      // On phones the stages are below each other. One that loads late would move those below it.
                      stages.slice(0, stages.indexOf(stage)).some((s) => !isSettled(columns[s])) && 'max-md:hidden',
                      held?.place?.column === stage && !leads.some((lead) => lead.id === held.id)
                        ? 'border-accent/60 bg-accent/5'
                        : 'border-line',
                    )}
                  >
                    <h2
                      id={`stage-${stage}`}
                      className="flex items-center justify-between gap-2 px-3 py-2.5 font-medium text-sm"
                    >
                      {stageLabels[stage]}
                      <span className="tabular font-normal text-muted text-xs">
                        {column.data ? `${shown}${total === undefined && column.hasNextPage ? '+' : ''}` : ''}
                        <span className="sr-only">{shown === 1 ? ' lead' : ' leads'}</span>
                      </span>
                    </h2>
                    <ul className="flex flex-1 flex-col gap-2 px-2 pb-2" aria-busy={!column.data || undefined}>
                      {!column.data &&
                        [0, 1].map((n) => (
                          <li key={n} className="flex flex-col gap-2 rounded-sm border border-line bg-raised p-3">
                            <Skeleton className="h-3.5 w-24" />
                            <Skeleton className="h-3 w-32" />
                          </li>
                        ))}
                      {leads.map((lead) => (
                        <BoardCard
                          key={lead.id}
                          lead={lead}
                          dragged={held?.id === lead.id}
                          onMove={(to) => void move(lead, to)}
                        />
                      ))}
                      {column.data && leads.length === 0 && (
                        <li className="rounded-sm border border-line border-dashed px-3 py-4 text-center text-muted text-xs">
                          {held ? 'Drop it here' : 'No leads'}
                        </li>
                      )}
                      {column.hasNextPage && (
                        <li>
                          <Button
                            size="sm"
                            className="w-full"
                            pending={column.isFetchingNextPage}
                            onClick={() => void column.fetchNextPage()}
                          >
                            Load more
                          </Button>
                        </li>
                      )}
                    </ul>
                  </BoardColumn>
                )
              })}
            </div>
          )}
        </DragBoard>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

/** Returns the query of each column. */
function useColumns(filter: Parameters<typeof leadBoard.pages>[0]) {
  const column = (stage: Stage) => ({ ...leadBoard.pages(filter, { stage: [stage], status: ['open'] }) })
  return {
    new: useInfiniteQuery(column('new')),
    contacted: useInfiniteQuery(column('contacted')),
    qualified: useInfiniteQuery(column('qualified')),
    proposal: useInfiniteQuery(column('proposal')),
    negotiation: useInfiniteQuery(column('negotiation')),
  }
}

const NEVER = '9999'
const soonest = (a: LeadRow, b: LeadRow) => {
  const by = (lead: LeadRow) => `${lead.nextActionAt ? new Date(lead.nextActionAt).toISOString() : NEVER} ${lead.id}`
  return by(a) < by(b) ? -1 : 1
}

/** Returns the leads of each column, including moves that the server has not confirmed yet. */
function useMoves(columns: Record<Stage, { data: Pages | undefined }>) {
  const [moved, setMoved] = useState<ReadonlyMap<string, { row: LeadRow; token: object }>>(new Map())
  const [announcement, announce] = useState('')
  const setStage = useSetStage()
  const data = stages.map((stage) => columns[stage].data)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the data of the five columns are the dependencies
  const place = useMemo(() => {
    const all = new Map<string, LeadRow>()
    for (const pages of data)
      for (const lead of pages?.pages.flatMap((page) => page.items) ?? []) all.set(lead.id, lead)
    // The columns are queried separately, so between two responses a lead can be in none of them.
    for (const [id, { row }] of moved) all.set(id, row)
    const by = Object.fromEntries(stages.map((stage) => [stage, [] as LeadRow[]])) as Record<Stage, LeadRow[]>
    for (const lead of all.values()) by[lead.stage].push(lead)
    for (const stage of stages) by[stage].sort(soonest)
    return by
  }, [...data, moved])

  async function move(lead: LeadRow, stage: Stage) {
    const token = {}
    setMoved((now) => new Map(now).set(lead.id, { row: { ...lead, stage }, token }))
    focusSoon(lead.id)
    try {
      const row = await setStage(lead, stage)
      // Ignore this response if the lead was moved again in the meantime.
      setMoved((now) => (now.get(lead.id)?.token === token ? new Map(now).set(lead.id, { row, token }) : now))
      announce(`${formatLeadName(lead)} moved to ${stageLabels[stage]}`)
      await waitForLists()
    } catch {
      announce(`Couldn’t move ${formatLeadName(lead)}`)
    } finally {
      setMoved((now) => new Map([...now].filter(([, move]) => move.token !== token)))
      focusSoon(lead.id)
    }
  }
  return { place, move, announcement }
}

const card = (id: string) => document.querySelector<HTMLElement>(`[data-lead="${CSS.escape(id)}"]`)

/** A moved card is a new element in another column, so restore the keyboard focus. */
function focusSoon(id: string) {
  const active = document.activeElement
  if (active?.closest('[data-lead-card]')?.querySelector(`[data-lead="${CSS.escape(id)}"]`) || active === document.body)
    requestAnimationFrame(() => requestAnimationFrame(() => card(id)?.focus()))
}

/** Arrow keys move the focus between cards. With Shift, left and right move the card. */
const steer = (move: (id: string, by: 1 | -1) => void) => (event: KeyboardEvent<HTMLDivElement>) => {
  const here = event.target
  if (!(here instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
  const id = here.dataset.lead
  if (!id) return
  const key = getPressedKey(event)
  const sideways = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : undefined
  if (event.shiftKey) {
    if (!sideways) return
    event.preventDefault()
    if (!event.repeat) move(id, sideways)
    return
  }
  const columns = [...event.currentTarget.querySelectorAll('[data-column]')].map((column) => [
    ...column.querySelectorAll<HTMLElement>('[data-lead]'),
  ])
  const at = columns.findIndex((column) => column.includes(here))
  const row = columns[at]?.indexOf(here) ?? -1
  const down = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : undefined
  const next = down
    ? columns[at]?.[row + down]
    : sideways &&
      (sideways > 0 ? columns.slice(at + 1) : columns.slice(0, at).toReversed())
        .find((column) => column.length > 0)
        ?.reduce((best, each, index) => (index <= row ? each : best))
  if (!down && !sideways) return
  event.preventDefault()
  next?.focus()
}
