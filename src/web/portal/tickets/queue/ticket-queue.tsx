import { useQuery } from '@tanstack/react-query'
import { Gauge, Plus, UserRoundCheck } from 'lucide-react'
import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Button, IconButton, LinkButton } from '../../../ui/button.tsx'
import { isFocusFree } from '../../../ui/page-focus.ts'
import { type Choice, type ListKeyAct, ListScreen, type Nothing } from '../../lists/list-screen.tsx'
import { lazy } from '../../platform/loading/lazy.ts'
import { useOnDemand } from '../../platform/loading/on-demand.tsx'
import { suggested } from '../../platform/loading/suggested.ts'
import { useAuth } from '../../platform/session/auth.tsx'
import { useAddress } from '../../platform/use-address.ts'
import { formatTicketNumber } from '../facts/labels.ts'
import { queueCounts } from '../lists.tsx'
import type { TicketRow } from '../model.ts'
import { OtherStatuses } from '../other-statuses.tsx'
import { usePresenceFeed } from '../presence/presence.ts'
import { refreshTicketCounts, ticketCountsOptions } from '../ticket-queries.ts'
import type { Asked } from './act-picker.tsx'
import { ticketQueue } from './queue-list.ts'
import { clearOpenTicket, keepTrail, readLast } from './trail.ts'
import { useTicketActs } from './use-ticket-acts.tsx'

const QueueBulk = lazy(() => import('./queue-bulk.tsx').then((m) => ({ default: m.QueueBulk })))
const QueueSuggestions = suggested(() => import('./queue-suggestions.tsx').then((m) => m.QueueSuggestions))
const loadTakeNext = () => import('./take-next.ts')
const loadWorkload = () => import('./workload-drawer.tsx')
/** The most tickets that can be changed together; the server's limit. */
const BULK_MAX = 200

const queueEmpty: Record<string, Nothing> = {
  mine: {
    title: 'No tickets are assigned to you',
    text: 'Take a ticket from “Unassigned”, or press G and then N to take the most urgent one.',
  },
  unassigned: { title: 'No unassigned tickets', text: 'New tickets appear here automatically.' },
  due: { title: 'No tickets are due soon', text: 'Tickets appear here when most of their SLA time has been used.' },
}

/** The tickets of all companies, for staff. `company` is the one in the address. */
export function TicketQueue({ company }: { company: string | undefined }) {
  const { data } = useQuery(ticketCountsOptions(company))
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
    { key: 'x', does: 'Select (Shift+J or Shift+K selects several)' },
    { key: 'X', does: 'Select all', act: (_, choice) => void choice.all(BULK_MAX) },
    { key: 'Escape', does: 'Clear selection', act: (_, choice) => choice.clear() },
    { key: 'i', does: 'Assign to me', act: toMe },
    { key: 'a', act: toMe },
    { key: 'A', does: 'Assign to someone', act: ask('assign') },
    { key: 's', does: 'Set status', act: ask('status') },
    { key: 'p', does: 'Set priority', act: ask('priority') },
    { key: 'c', does: 'Set category', act: ask('category') },
    { key: 'l', does: 'Edit tags', act: ask('tags') },
    { key: 'w', does: 'Watch', act: watch },
    { key: 'z', does: 'Undo', act: acts.undo },
    { key: 'g n', does: 'Take next unassigned ticket', act: takeNext.run },
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
        wide
        description="Tickets from all partners."
        counts={{ of: data && queueCounts(data) }}
        empty={(view) => (view && queueEmpty[view]) || { title: 'No tickets', text: 'New tickets appear here.' }}
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
            <Button
              variant="primary"
              title="Take next ticket (G, then N)"
              pending={takeNext.pending}
              onClick={() => void takeNext.run()}
            >
              Take next ticket
            </Button>
          </>
        }
        rowActions={useToMeButton(me, acts.act)}
        bulkActions={bulk}
        keys={keys}
        onRows={onRows}
        hint={<OtherStatuses schema={ticketQueue.filter as never} />}
        onReload={refreshTicketCounts}
      />
      {acts.element}
      {panel.element}
    </>
  )
}

/**
 * Stores the list for navigation from ticket to ticket. Returns focus to the ticket that the user comes from, or to the
 * nearest one if that is no longer in the list.
 */
function useTrail() {
  const { pathname } = useLocation()
  const [address] = useAddress()
  const [from] = useState(readLast)
  const came = useRef(from)
  useEffect(clearOpenTicket, [])
  return useCallback(
    (rows: readonly TicketRow[]) => {
      if (rows.length === 0) return
      const query = new URLSearchParams(address)
      query.delete('panel')
      const ids = rows.map((r) => r.id)
      keepTrail(query.size > 0 ? `${pathname}?${query}` : pathname, ids)
      const back = came.current
      came.current = undefined
      if (back?.some((id) => ids.includes(id))) focusFirst(back, performance.now() + FOCUS_MS)
    },
    [pathname, address],
  )
}

/** The longest time that rows may take to appear after their data has loaded. */
const FOCUS_MS = 2_000

/**
 * Focuses the first of these tickets that is in the list, unless something else has focus. Retries until a deadline,
 * because the list may not be rendered yet, and may lose a ticket that was just resolved before it is.
 */
function focusFirst(ids: readonly string[], until: number): void {
  requestAnimationFrame(() => {
    if (!isFocusFree()) return
    for (const id of ids) {
      const row = document.querySelector<HTMLElement>(`[data-row="${id}"] [data-row-link]`)
      if (row) return row.focus()
    }
    if (performance.now() < until) focusFirst(ids, until)
  })
}

type Me = { id: string; name: string } | undefined

/** Returns the button at a row's end that assigns the ticket to the user. */
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
          className={
            t.assignee ? 'md:opacity-0 md:group-focus-within:opacity-100 md:group-hover:opacity-100' : undefined
          }
          label={`Assign ${formatTicketNumber(t.number)} to me`}
          title="Assign to me"
          icon={<UserRoundCheck aria-hidden className="size-4" />}
          onClick={() => latest.current([t], { change: { assigneeId: me.id }, person: me })}
        />
      ) : null,
    [me],
  )
}

/** Takes the most urgent unassigned ticket and opens it. */
function useTakeNext() {
  const navigate = useNavigate()
  const { get } = useOnDemand(loadTakeNext)
  const [pending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    try {
      await (await get())?.takeNextTicket((ticket) => navigate(`/admin/tickets/${ticket.id}`))
    } finally {
      setPending(false)
    }
  }
  return { pending, run }
}

/** The panel beside the list. The address says whether it is open. */
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
