import { useQuery } from '@tanstack/react-query'
import { Gauge, Plus, UserRoundCheck } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { type Choice, type ListKeyAct, ListScreen, type Nothing } from '../lists/list-screen.tsx'
import { useAuth } from '../platform/auth.tsx'
import { useOnDemand } from '../platform/on-demand.tsx'
import { suggested } from '../platform/suggested.ts'
import { useAddress } from '../platform/use-address.ts'
import { ticketName } from './labels.ts'
import { queueCounts } from './lists.tsx'
import type { TicketRow } from './model.ts'
import { usePresenceFeed } from './presence.ts'
import { ticketQueue } from './queue-list.ts'
import { countsOptions, refreshCounts } from './ticket-queries.ts'
import { forgetLast, keepTrail, readLast } from './trail.ts'
import { type Asked, useTicketActs } from './use-ticket-acts.tsx'

const QueueBulk = lazy(() => import('./queue-bulk.tsx').then((m) => ({ default: m.QueueBulk })))
const QueueSuggestions = suggested(() => import('./queue-suggestions.tsx').then((m) => m.QueueSuggestions))
const loadTakeNext = () => import('./take-next.ts')
const loadWorkload = () => import('./workload-drawer.tsx')
/** Most tickets that are changed at once; the server's limit. */
const BULK_MAX = 200

const queueEmpty: Record<string, Nothing> = {
  mine: {
    title: 'Nothing is assigned to you',
    text: 'Take a ticket from “Unassigned”, or press G and N for the most urgent one.',
  },
  unassigned: { title: 'Everything has somebody', text: 'New tickets appear here by themselves.' },
  due: { title: 'Nothing is late', text: 'Tickets appear here once most of their time is used up.' },
}

/** The tickets of all companies, for staff. `company` is the one that the address names. */
export function TicketQueue({ company }: { company: string | undefined }) {
  const { data } = useQuery(countsOptions(company))
  const { profile } = useAuth()
  const me = useMemo(() => (profile ? { id: profile.id, name: profile.full_name } : undefined), [profile])
  const acts = useTicketActs()
  const panel = usePanel()
  const takeNext = useTakeNext()
  usePresenceFeed()

  const onRows = useTrail()
  const ask =
    (kind: Asked) =>
    (rows: TicketRow[]): void =>
      acts.ask(kind, rows)
  const toMe = (rows: TicketRow[]) => {
    if (me) acts.act(rows, { change: { assigneeId: me.id }, person: me })
  }
  const watch = (rows: TicketRow[]) => acts.act(rows, { change: { watch: true } })
  const keys: ListKeyAct<TicketRow>[] = [
    { key: 'x', does: 'Select; Shift with J or K selects several' },
    { key: 'X', does: 'Select all', act: (_, choice) => void choice.all(BULK_MAX) },
    { key: 'Escape', does: 'Select none', act: (_, choice) => choice.clear() },
    { key: 'i', does: 'Assign to me', act: toMe },
    { key: 'a', act: toMe },
    { key: 'A', does: 'Assign to somebody', act: ask('assign') },
    { key: 's', does: 'Set the status', act: ask('status') },
    { key: 'p', does: 'Set the priority', act: ask('priority') },
    { key: 'c', does: 'Set the category', act: ask('category') },
    { key: 'l', does: 'Tags', act: ask('tags') },
    { key: 'w', does: 'Watch', act: watch },
    { key: 'z', does: 'Undo', act: acts.undo },
    { key: 'g n', does: 'Take the next one nobody has', act: takeNext },
    { key: 'g w', does: 'Workload', act: panel.open },
  ]
  const bulk = (chosen: TicketRow[], _clear: () => void, choice: Choice) => (
    <Suspense>
      <QueueBulk chosen={chosen} choice={choice} most={BULK_MAX} onMe={toMe} onAsk={acts.ask} onWatch={watch} />
    </Suspense>
  )
  return (
    <>
      <ListScreen
        list={ticketQueue}
        title="Ticket queue"
        description="What every partner has asked of us."
        counts={{ of: data && queueCounts(data) }}
        empty={(view) => (view && queueEmpty[view]) || { title: 'No tickets here', text: 'They appear by themselves.' }}
        actions={
          <>
            <Suspense>
              <QueueSuggestions />
            </Suspense>
            <LinkButton href="/admin/tickets/new" icon={<Plus aria-hidden className="size-4" />}>
              New ticket
            </LinkButton>
            <Button icon={<Gauge aria-hidden className="size-4" />} pending={panel.pending} onClick={panel.open}>
              Workload
            </Button>
            <Button variant="primary" title="Take next (G, then N)" onClick={() => void takeNext()}>
              Take next
            </Button>
          </>
        }
        rowActions={useToMeButton(me, acts.act)}
        bulkActions={bulk}
        keys={keys}
        onRows={onRows}
        onReload={refreshCounts}
      />
      {acts.element}
      {panel.element}
    </>
  )
}

/**
 * Keeps the list for the way through it, and gives focus back to the ticket that somebody comes from, or to the one that
 * stood behind it where it is gone from the list.
 */
function useTrail() {
  const { pathname, search } = useLocation()
  const [from] = useState(readLast)
  const came = useRef(from)
  useEffect(forgetLast, [])
  return useCallback(
    (rows: readonly TicketRow[]) => {
      if (rows.length === 0) return
      const query = new URLSearchParams(search)
      query.delete('panel')
      const ids = rows.map((r) => r.id)
      keepTrail(query.size > 0 ? `${pathname}?${query}` : pathname, ids)
      const back = came.current
      came.current = undefined
      if (back?.some((id) => ids.includes(id))) focusFirst(back, performance.now() + FOCUS_MS)
    },
    [pathname, search],
  )
}

/** How long rows may take to stand in the page after their data came. */
const FOCUS_MS = 2_000

/**
 * Gives focus to the first of these tickets that stands in the list, unless something else has taken it. The list may
 * still be on its way into the page, and lose the one that was just resolved before it is there.
 */
function focusFirst(ids: readonly string[], until: number): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    for (const id of ids) {
      const row = document.querySelector<HTMLElement>(`[data-row="${id}"] [data-row-link]`)
      if (row) return row.focus()
    }
    if (performance.now() < until) focusFirst(ids, until)
  })
}

type Me = { id: string; name: string } | undefined

/** The button at a row's end that gives the ticket to oneself. */
function useToMeButton(me: Me, act: ReturnType<typeof useTicketActs>['act']) {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback(
    (t: TicketRow) =>
      me && t.status !== 'closed' && t.assignee?.id !== me.id ? (
        <IconButton
          size="sm"
          className={cx(
            'max-md:!size-11',
            t.assignee && 'md:opacity-0 md:group-focus-within:opacity-100 md:group-hover:opacity-100',
          )}
          label={`Assign ${ticketName(t.number)} to me`}
          title="Assign to me"
          icon={<UserRoundCheck aria-hidden className="size-4" />}
          onClick={() => latest.current([t], { change: { assigneeId: me.id }, person: me })}
        />
      ) : null,
    [me],
  )
}

/** Takes the most urgent ticket that nobody has, and opens it. */
function useTakeNext() {
  const navigate = useNavigate()
  const { get } = useOnDemand(loadTakeNext)
  return async () => {
    const ticket = await (await get())?.takeNext()
    if (ticket) navigate(`/admin/tickets/${ticket.id}`)
  }
}

/** The panel beside the list, which stands in the address. */
function usePanel() {
  const [query, set] = useAddress()
  const workload = useOnDemand(loadWorkload)
  const { get } = workload
  const shown = query.get('panel') === 'workload'
  useEffect(() => {
    if (shown) void get()
  }, [shown, get])
  return {
    pending: workload.pending,
    open: () => set({ panel: 'workload' }),
    element: shown && workload.module && <workload.module.WorkloadDrawer onClose={() => set({ panel: undefined })} />,
  }
}
