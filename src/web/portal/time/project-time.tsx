import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { getNowDate } from '../../ui/clock.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toDay } from '../../ui/text/duration.ts'
import { useTimeZone } from '../../ui/text/relative-time.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { useLive } from '../platform/live/use-live.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { EntryRow } from './entry-row.tsx'
import type { TimeEntry } from './model.ts'
import { refreshTime, timeOptions } from './time-queries.ts'
import { TimerButton } from './timer-button.tsx'

const TimeDialog = lazy(() => import('./time-dialog.tsx').then((m) => ({ default: m.TimeDialog })))

interface ProjectTimeProps {
  projectId: string
  /** Shows only this task's entries, and lets staff log time on it. */
  task?: NonNullable<TimeEntry['task']>
  staff: boolean
}

/** The time entries of a project or one of its tasks. Staff log time on a task and edit their entries. */
export function ProjectTime({ projectId, task, staff }: ProjectTimeProps) {
  const asked = {
    ...(task ? { task: task.id } : { project: projectId }),
    ...(staff ? { removed: 'also' as const } : {}),
  }
  const { data, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    timeOptions(asked),
  )
  const [open, setOpen] = useState<TimeEntry | 'new'>()
  const today = toDay(getNowDate(), useTimeZone())
  useLive(['project'], (event) => {
    if (event === 'resumed' || (event.subjectId === projectId && event.kind === 'time')) void refreshTime()
  })
  const entries = data?.pages.flatMap((p) => p.items) ?? []
  return (
    <div className="flex flex-col gap-3 text-sm">
      {staff && task && (
        <div className="flex flex-wrap gap-2">
          <TimerButton id={task.id} what="taskId" />
          <Button size="sm" onClick={() => setOpen('new')}>
            Log time
          </Button>
        </div>
      )}
      {isPending && <Skeleton className="h-10" />}
      {isError && (
        <p className="text-bad text-xs">
          {parseFailure(error)?.message ?? 'Couldn’t load the time entries.'}{' '}
          <button type="button" className="rounded-sm underline underline-offset-3" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      {data && entries.length === 0 && (
        <p className="text-muted">
          {task ? 'No time logged on this task yet.' : 'No time logged yet. Open a task to log time.'}
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
          Show older entries
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
