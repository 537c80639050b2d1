import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { dayOf } from '../../ui/duration.ts'
import { useTimeZone } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { failureOf } from '../platform/api.ts'
import { useLive } from '../platform/use-live.ts'
import { EntryRow } from './entry-row.tsx'
import type { TimeEntry } from './model.ts'
import { refreshTime, timeOptions } from './time-queries.ts'
import { TimerButton } from './timer-button.tsx'

const TimeDialog = lazy(() => import('./time-dialog.tsx').then((m) => ({ default: m.TimeDialog })))

interface ProjectTimeProps {
  projectId: string
  /** Only what was worked on this one, and it can be booked on then. */
  task?: NonNullable<TimeEntry['task']>
  staff: boolean
}

/** What was worked on a project, or on one of its tasks; staff book on a task and change what they booked. */
export function ProjectTime({ projectId, task, staff }: ProjectTimeProps) {
  const asked = {
    ...(task ? { task: task.id } : { project: projectId }),
    ...(staff ? { removed: 'also' as const } : {}),
  }
  const { data, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    timeOptions(asked),
  )
  const [open, setOpen] = useState<TimeEntry | 'new'>()
  const today = dayOf(new Date(), useTimeZone())
  useLive(['project'], (event) => {
    if (event === 'resumed' || (event.subjectId === projectId && event.kind === 'time')) void refreshTime()
  })
  const entries = data?.pages.flatMap((p) => p.items) ?? []
  return (
    <div className="flex flex-col gap-3 text-sm">
      {staff && task && (
        <div className="flex flex-wrap gap-2">
          <TimerButton id={task.id} what="taskId" />
          <Button size="sm" className="max-md:!h-11" onClick={() => setOpen('new')}>
            Book time
          </Button>
        </div>
      )}
      {isPending && <Skeleton className="h-10" />}
      {isError && (
        <p className="text-bad text-xs">
          {failureOf(error)?.message ?? 'The time did not load.'}{' '}
          <button type="button" className="rounded-sm underline underline-offset-3" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      {data && entries.length === 0 && (
        <p className="text-muted">
          {task ? 'No time was booked on it yet.' : 'No time was booked yet. It is booked on tasks.'}
        </p>
      )}
      {entries.length > 0 && (
        <ul className="-mx-2 flex flex-col">
          {entries.map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              today={today}
              task={!task}
              onOpen={staff ? () => setOpen(entry) : undefined}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button size="sm" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older entries
        </Button>
      )}
      {open && (
        <Suspense>
          {open === 'new' ? (
            task && <TimeDialog on={{ ticket: null, task }} onClose={() => setOpen(undefined)} />
          ) : (
            <TimeDialog on={open} entry={open} onClose={() => setOpen(undefined)} />
          )}
        </Suspense>
      )}
    </div>
  )
}
