import { ChevronDown, ChevronUp, Eye, PenLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Checkbox } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { focusHeading } from '../../ui/page-focus.ts'
import { getPressedKey } from '../../ui/pressed-key.ts'
import { queries } from '../platform/data/queries.ts'
import { hasUnsaved } from '../platform/forms/use-unsaved.tsx'
import { type KeyGroup, useKeyHelp, useShortcuts } from '../platform/keyboard/shortcuts.ts'
import type { Status, Ticket } from './model.ts'
import { describePresence, usePresenceOf } from './presence/presence.ts'
import { usePresenceHeartbeat } from './presence/presence-heartbeat.ts'
import type { Act } from './queue/acts.ts'
import {
  findPlaceOn,
  getHistoryPlace,
  putOnTrail,
  readTrail,
  recordOpenTicket,
  setMoveOn,
  useMoveOn,
} from './queue/trail.ts'
import { useTicketActs } from './queue/use-ticket-acts.tsx'
import { barOnPhone } from './ticket-frame.tsx'
import { ticketOptions } from './ticket-queries.ts'

/**
 * The status that was last set, undefined after a message that set none, and the number of sent messages and status
 * changes. After each, the queue moves on to the next ticket if the status allows it.
 */
export type SentState = { status: Status | undefined; count: number }

interface StaffBarProps {
  ticket: Ticket
  me: { id: string; name: string } | undefined
  /** The element that contains the editors. */
  answer: React.RefObject<HTMLElement | null>
  /** The user's last message or status change. */
  sent: SentState
}

const QUEUE = '/admin/tickets'
/** Statuses in which the ticket waits for someone else or is done. */
const OFF: readonly Status[] = ['waiting_on_partner', 'waiting_on_third_party', 'resolved', 'closed']

/** Returns whether a dialog is open, or a form has changes that leaving would lose. */
const isBusy = () => document.querySelector('[role="dialog"][data-open]') !== null || hasUnsaved()

/**
 * The bar above a ticket for staff: who else is viewing it, navigation through the queue, and the keyboard shortcuts
 * for navigation and for all ticket actions.
 */
export function StaffBar({ ticket, me, answer, sent }: StaffBarProps) {
  const { id } = ticket
  const navigate = useNavigate()
  const [trail] = useState(readTrail)
  const place = findPlaceOn(trail, id)
  const moveOn = useMoveOn()
  const here = usePresenceOf(id)
  usePresenceHeartbeat(id, () => answer.current)
  useEffect(() => recordOpenTicket(id), [id])

  const go = (to: string) => navigate(`${QUEUE}/${to}`, { replace: true, preventScrollReset: false })
  const back = () => {
    // Going one step back lets the browser restore the list's scroll position.
    if (trail && getHistoryPlace() === trail.at + 1) navigate(-1)
    else navigate(trail?.href ?? QUEUE)
  }
  const next = () => {
    if (place?.after) return go(place.after)
    if (place) showToast({ title: 'That was the last ticket in this list' })
    back()
  }
  const off = (status: Status | undefined) => {
    // The user may have begun something else while a reply was being sent.
    if (moveOn && place && status && OFF.includes(status) && !isBusy()) next()
  }
  const acts = useTicketActs((what: Act) => off(what.change.status))
  const latest = useRef(off)
  useEffect(() => {
    latest.current = off
  })
  // `count` only grows. What was sent before this component mounted is ignored.
  const [first] = useState(sent.count)
  useEffect(() => {
    if (sent.count > first) latest.current(sent.status)
  }, [sent, first])

  const takeNext = async () => {
    const { takeNextTicket } = await import('./queue/take-next.ts')
    await takeNextTicket((taken) => {
      putOnTrail(taken.id, id)
      return go(taken.id)
    })
  }
  const now = () => queries.getQueryData(ticketOptions(id).queryKey) ?? ticket
  const mine = me && ticket.can.assign && ticket.assignee?.id !== me.id
  const toMe = mine ? () => acts.act([now()], { change: { assigneeId: me.id }, person: me }) : undefined
  const ask = (kind: Parameters<typeof acts.ask>[0]) => () => acts.ask(kind, [now()])
  const alive = ticket.status !== 'closed'
  const watching = ticket.watchers.some((w) => w.personId === me?.id)
  useShortcuts({
    j: place && next,
    ']': place && next,
    k: place?.before ? () => go(place.before as string) : undefined,
    '[': place?.before ? () => go(place.before as string) : undefined,
    u: back,
    Escape: back,
    i: toMe,
    a: toMe,
    A: ticket.can.assign ? ask('assign') : undefined,
    s: ask('status'),
    p: alive ? ask('priority') : undefined,
    c: alive ? ask('category') : undefined,
    l: alive ? ask('tags') : undefined,
    w: () => acts.act([now()], { change: { watch: !watching } }),
    y: () => void copyLink(id),
    z: acts.undo,
    'g n': () => void takeNext(),
    '/': () => navigate(trail?.href ?? QUEUE, { state: { search: true } }),
  })
  useKeyHelp(onWay)
  useKeyHelp(toTicket)
  useLeaveText(answer)

  return (
    <div
      className={cx(
        'flex min-h-8 items-center justify-end gap-x-4 text-sm max-md:flex-wrap-reverse md:-mb-7 md:pl-40',
        here.length > 0 || place ? barOnPhone : 'max-md:hidden',
      )}
    >
      <p role="status" className="flex min-w-0 items-center gap-2 text-warn">
        {here.length > 0 && (
          <>
            {here.some((p) => p.writing) ? (
              <PenLine aria-hidden className="size-4 shrink-0" />
            ) : (
              <Eye aria-hidden className="size-4 shrink-0" />
            )}
            <span className="min-w-0 truncate">{describePresence(here)}</span>
          </>
        )}
      </p>
      {place && (
        <nav aria-label="Queue" className="flex shrink-0 items-center gap-1 text-muted text-xs">
          <span className="mr-2 max-md:hidden">
            <Checkbox
              label="Open next ticket when done"
              checked={moveOn}
              onChange={(event) => setMoveOn(event.currentTarget.checked)}
            />
          </span>
          <span className="tabular mr-1">
            {place.index + 1} of {place.of}
          </span>
          <IconButton
            size="sm"
            label="Previous ticket"
            title="Previous ticket (K)"
            disabled={!place.before}
            icon={<ChevronUp aria-hidden className="size-4" />}
            onClick={() => place.before && go(place.before)}
          />
          <IconButton
            size="sm"
            label="Next ticket"
            title="Next ticket (J)"
            disabled={!place.after}
            icon={<ChevronDown aria-hidden className="size-4" />}
            onClick={() => place.after && go(place.after)}
          />
        </nav>
      )}
      {acts.element}
    </div>
  )
}

const onWay: KeyGroup = {
  title: 'Queue',
  keys: [
    { key: 'j', does: 'Next ticket' },
    { key: 'k', does: 'Previous ticket' },
    { key: 'u', does: 'Back to the queue' },
    { key: 'g n', does: 'Take next unassigned ticket' },
    { key: '/', does: 'Search the queue' },
    { key: 'z', does: 'Undo' },
  ],
}
const toTicket: KeyGroup = {
  title: 'This ticket',
  keys: [
    { key: 'i', does: 'Assign to me' },
    { key: 'A', does: 'Assign to someone' },
    { key: 's', does: 'Set status' },
    { key: 'p', does: 'Set priority' },
    { key: 'c', does: 'Set category' },
    { key: 'l', does: 'Edit tags' },
    { key: 'w', does: 'Watch or stop watching' },
    { key: 'y', does: 'Copy link' },
    { key: 'Ctrl+Enter', does: 'Send' },
    { key: 'Ctrl+Shift+Enter', does: 'Send and resolve' },
  ],
}

async function copyLink(id: string) {
  try {
    await navigator.clipboard.writeText(new URL(`/tickets/${id}`, location.origin).href)
    showToast({ title: 'Link copied', tone: 'good' })
  } catch {
    showToast({ title: 'The link was not copied', description: 'Copy it from the address bar.', tone: 'destructive' })
  }
}

/** Makes Escape leave the editor, so that shortcuts work again. The text is kept. */
function useLeaveText(answer: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (getPressedKey(event) !== 'Escape' || event.defaultPrevented) return
      const { target } = event
      if (!(target instanceof HTMLTextAreaElement) || !answer.current?.contains(target)) return
      event.preventDefault()
      focusHeading()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [answer])
}
