import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { Button } from '../../ui/button.tsx'
import { getNowDate } from '../../ui/clock.ts'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toDay } from '../../ui/text/duration.ts'
import { useTimeZone } from '../../ui/text/relative-time.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { useLive } from '../platform/live/use-live.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { EntryRow } from './entry-row.tsx'
import type { TimeEntry } from './model.ts'
import type { Budget } from './time-dialog.tsx'
import { refreshTime, timeOptions } from './time-queries.ts'
import { TimerButton } from './timer-button.tsx'

const TimeDialog = lazy(() => import('./time-dialog.tsx').then((m) => ({ default: m.TimeDialog })))

interface TimePanelProps {
  ticket: { id: string; number: number; subject: string; minutes: number }
  budget: Budget | null
  staff: boolean
  /** An extra button next to the Log time button. */
  action?: ReactNode
}

/** The time entries of a ticket, with the total and the approved minutes. Staff also get the timer and can log time. */
export function TimePanel({ ticket, budget, staff, action }: TimePanelProps) {
  const asked = { ticket: ticket.id, ...(staff ? { removed: 'also' as const } : {}) }
  const { data, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    timeOptions(asked),
  )
  const [open, setOpen] = useState<TimeEntry | 'new'>()
  const today = toDay(getNowDate(), useTimeZone())
  useLive(['ticket'], (event) => {
    if (event === 'resumed' || (event.subjectId === ticket.id && (event.kind === 'time' || event.kind === 'reply')))
      void refreshTime()
  })
  const entries = data?.pages.flatMap((p) => p.items) ?? []
  return (
    <section aria-labelledby="ticket-time" className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="ticket-time" className="font-medium">
          Time
        </h2>
        <p className="tabular">
          {ticket.minutes > 0 ? formatMinutes(ticket.minutes) : <span className="text-muted">No time logged</span>}
        </p>
      </div>
      {budget && (
        <Progress
          label="Estimate used"
          value={Math.min(budget.used, budget.minutes)}
          max={budget.minutes}
          valueText={`${formatMinutes(budget.used)} of ${formatMinutes(budget.minutes)}`}
          tone={budget.used > budget.minutes ? 'bad' : budget.used > budget.minutes * 0.8 ? 'warn' : 'accent'}
        />
      )}
      {staff && (
        <div className="flex flex-wrap gap-2">
          <TimerButton id={ticket.id} what="ticketId" />
          <Button size="sm" onClick={() => setOpen('new')}>
            Log time
          </Button>
          {action}
        </div>
      )}
      {isPending && ticket.minutes > 0 && <Skeleton className="h-10" />}
      {isError && (
        <p className="text-bad text-xs">
          {parseFailure(error)?.message ?? 'Couldn’t load the time entries.'}{' '}
          <button type="button" className="rounded-sm underline underline-offset-3" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      {entries.length > 0 && (
        <ul className="-mx-2 flex flex-col">
          {entries.map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              today={today}
              replyHref={entry.messageId ? `#message-${entry.messageId}` : undefined}
              onOpen={staff ? () => setOpen(entry) : undefined}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button size="sm" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older entries
        </Button>
      )}
      {open && (
        <Suspense>
          <TimeDialog
            on={{ ticket, task: null }}
            {...(open === 'new' ? {} : { entry: open })}
            budget={budget}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}
