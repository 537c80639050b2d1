import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { IconButton } from '../../ui/button.tsx'
import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { useCoalesced, useLive } from '../platform/live/use-live.ts'
import { useOnDemand } from '../platform/loading/on-demand.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { markNotices, notificationSummaryOptions, refreshNotices } from './notice-queries.ts'

const load = () => import('./bell-popover.tsx')
/** Minimum time between two refetches of the action items, because tickets change often. */
const WAITING_GAP_MS = 3_000
const OWN_GAP_MS = 250

/**
 * The bell with the number of unread notifications. Keeps the number up to date, and marks notifications about the open
 * record as read.
 */
export default function Bell() {
  const { session } = useAuth()
  const fixed = session?.viewing != null
  const summary = useQuery(notificationSummaryOptions())
  const unread = summary.data?.unread ?? 0
  const [open, setOpen] = useState(false)
  const popover = useOnDemand(load)

  const reload = useCoalesced(refreshNotices, () => OWN_GAP_MS)
  const reloadNumbers = useCoalesced(
    () => queries.invalidateQueries({ queryKey: api.notifications.summary.key() }),
    () => OWN_GAP_MS,
  )
  const reloadWaiting = useCoalesced(
    () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: api.notifications.summary.key() }),
        queries.invalidateQueries({ queryKey: api.notifications.waiting.key() }),
      ]),
    () => WAITING_GAP_MS,
  )
  const subject = /[\da-f]{8}-[\da-f-]{27}/.exec(useLocation().pathname)?.[0]
  useLive(['notification', 'ticket', 'company', 'hours'], (event) => {
    if (event === 'resumed') {
      reload()
      reloadWaiting()
    } else if (event.topic === 'hours') reloadNumbers()
    else if (event.topic !== 'notification') reloadWaiting()
    else if (event.kind === 'settings') void queries.invalidateQueries({ queryKey: api.notifications.settings.key() })
    else if (event.kind === 'new' && event.subjectId === subject && !fixed && document.visibilityState === 'visible')
      void markNotices({ subjectId: event.subjectId })
    else reload()
  })
  // Opening a record, or returning to its tab, marks its notifications as read.
  const seeing = subject !== undefined && !fixed && unread > 0 ? subject : undefined
  useEffect(() => {
    if (!seeing) return
    const see = () => {
      if (document.visibilityState === 'visible') void markNotices({ subjectId: seeing })
    }
    see()
    document.addEventListener('visibilitychange', see)
    return () => document.removeEventListener('visibilitychange', see)
  }, [seeing])

  const many = unread > 99 ? '99+' : String(unread)
  const button = (
    <IconButton
      label={unread > 0 ? `Notifications, ${many} unread` : 'Notifications'}
      pending={popover.pending}
      aria-haspopup="dialog"
      icon={
        <span className="relative">
          <BellIcon aria-hidden className="size-5" />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute -top-1.5 left-2.5 grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 font-semibold text-[0.625rem] text-ink leading-none ring-2 ring-ink"
            >
              {many}
            </span>
          )}
        </span>
      }
      onPointerEnter={() => void load().catch(() => {})}
      onFocus={() => void load().catch(() => {})}
      onClick={popover.module ? undefined : () => void popover.get().then((loaded) => setOpen(loaded !== undefined))}
      // The number extends beyond the button and must not be clipped.
      style={{ overflow: 'visible' }}
    />
  )
  if (!popover.module) return button
  return (
    <popover.module.BellPopover trigger={button} open={open} onOpenChange={setOpen} unread={unread} fixed={fixed} />
  )
}
