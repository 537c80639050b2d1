import { ChevronDown, ChevronUp, Eye, PenLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Checkbox } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { queries } from '../platform/queries.ts'
import { type KeyGroup, useKeyHelp, useShortcuts } from '../platform/shortcuts.ts'
import type { Act } from './acts.ts'
import { useBeingThere } from './being-there.ts'
import type { Status, Ticket } from './model.ts'
import { presenceText, usePresenceOf } from './presence.ts'
import { ticketOptions } from './ticket-queries.ts'
import { historyPlace, noteLast, placeOn, putOnTrail, readTrail, setMoveOn, useMoveOn } from './trail.ts'
import { useTicketActs } from './use-ticket-acts.tsx'

/** Told when a ticket is off the table, so that the queue can go on. */
export type Off = { status: Status | undefined; count: number }

interface StaffBarProps {
  ticket: Ticket
  me: { id: string; name: string } | undefined
  /** What holds the editors. */
  answer: React.RefObject<HTMLElement | null>
  /** The last message of the reader's that was sent, and the status set with it. */
  sent: Off
}

const QUEUE = '/admin/tickets'
/** With these the ticket waits for somebody else, or is done. */
const OFF: readonly Status[] = ['waiting_on_partner', 'waiting_on_third_party', 'resolved', 'closed']

/**
 * What engineers have above a ticket: who else is here, the way through the queue they came from, and the keys for both
 * and for all that is done to a ticket.
 */
export function StaffBar({ ticket, me, answer, sent }: StaffBarProps) {
  const { id } = ticket
  const navigate = useNavigate()
  const [trail] = useState(readTrail)
  const place = placeOn(trail, id)
  const moveOn = useMoveOn()
  const here = usePresenceOf(id)
  useBeingThere(id, () => answer.current)
  useHeadingFocus(place !== undefined)
  useEffect(() => noteLast(id), [id])

  const go = (to: string) => navigate(`${QUEUE}/${to}`, { replace: true, preventScrollReset: false })
  const back = () => {
    // The list stands one step back, as it was left: the browser knows how far it was scrolled.
    if (trail && historyPlace() === trail.at + 1) navigate(-1)
    else navigate(trail?.href ?? QUEUE)
  }
  const next = () => {
    if (place?.after) return go(place.after)
    if (place) toast({ title: 'That was the last one of this list' })
    back()
  }
  const off = (status: Status | undefined) => {
    if (moveOn && place && status && OFF.includes(status)) next()
  }
  const acts = useTicketActs((what: Act) => off(what.change.status))
  const latest = useRef(off)
  useEffect(() => {
    latest.current = off
  })
  // A number that grows: what was sent before this was mounted is over.
  const [first] = useState(sent.count)
  useEffect(() => {
    if (sent.count > first) latest.current(sent.status)
  }, [sent, first])

  const takeNext = async () => {
    const taken = await (await import('./take-next.ts')).takeNext()
    if (!taken) return
    putOnTrail(taken.id, id)
    go(taken.id)
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
        here.length > 0 || place ? 'max-md:-mt-4 max-md:mb-1' : 'max-md:hidden',
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
            <span className="min-w-0 truncate">{presenceText(here)}</span>
          </>
        )}
      </p>
      {place && (
        <nav aria-label="Queue" className="flex shrink-0 items-center gap-1 text-muted text-xs">
          <span className="mr-2 max-md:hidden">
            <Checkbox
              label="Open the next when done"
              checked={moveOn}
              onChange={(event) => setMoveOn(event.currentTarget.checked)}
            />
          </span>
          <span className="tabular mr-1">
            {place.index + 1} of {place.of}
          </span>
          <IconButton
            size="sm"
            className="max-md:!size-11"
            label="Ticket before"
            title="Ticket before (K)"
            disabled={!place.before}
            icon={<ChevronUp aria-hidden className="size-4" />}
            onClick={() => place.before && go(place.before)}
          />
          <IconButton
            size="sm"
            className="max-md:!size-11"
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
  title: 'Through the queue',
  keys: [
    { key: 'j', does: 'Next ticket' },
    { key: 'k', does: 'Ticket before' },
    { key: 'u', does: 'Back to the queue' },
    { key: 'g n', does: 'Take the next one nobody has' },
    { key: '/', does: 'Search the queue' },
    { key: 'z', does: 'Undo' },
  ],
}
const toTicket: KeyGroup = {
  title: 'This ticket',
  keys: [
    { key: 'i', does: 'Assign to me' },
    { key: 'A', does: 'Assign to somebody' },
    { key: 's', does: 'Set the status' },
    { key: 'p', does: 'Set the priority' },
    { key: 'c', does: 'Set the category' },
    { key: 'l', does: 'Tags' },
    { key: 'w', does: 'Watch, or no longer' },
    { key: 'y', does: 'Copy the link' },
    { key: 'Ctrl+Enter', does: 'Send' },
    { key: 'Ctrl+Shift+Enter', does: 'Send and resolve' },
  ],
}

async function copyLink(id: string) {
  try {
    await navigator.clipboard.writeText(new URL(`/tickets/${id}`, location.origin).href)
    toast({ title: 'Link copied', tone: 'good' })
  } catch {
    toast({ title: 'The link was not copied', description: 'Copy it from the address bar.', tone: 'destructive' })
  }
}

/** Whoever goes from ticket to ticket begins at the head of each: keys act there, and screen readers read its name. */
function useHeadingFocus(on: boolean) {
  useEffect(() => {
    if (!on || (document.activeElement !== document.body && document.activeElement !== null)) return
    focusHeading()
  }, [on])
}

function focusHeading() {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
}

/** Escape leaves what is being written, so that keys act again; what is written stays. */
function useLeaveText(answer: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      const { target } = event
      if (!(target instanceof HTMLTextAreaElement) || !answer.current?.contains(target)) return
      event.preventDefault()
      focusHeading()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [answer])
}
