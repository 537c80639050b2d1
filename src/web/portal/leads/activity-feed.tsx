import { useInfiniteQuery } from '@tanstack/react-query'
import {
  ArrowRightLeft,
  Building2,
  CalendarCheck,
  CircleDot,
  type LucideIcon,
  Merge,
  Pencil,
  StickyNote,
  UserPlus,
  UserRound,
} from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { describeActivity } from './activity-text.ts'
import { activitiesOptions } from './lead-queries.ts'
import type { Activity } from './model.ts'

const icons: Record<Activity['kind'], LucideIcon> = {
  created: UserPlus,
  note: StickyNote,
  stage: ArrowRightLeft,
  status: CircleDot,
  owner: UserRound,
  next_action: CalendarCheck,
  edited: Pencil,
  converted: Building2,
  merged: Merge,
}

/** The activity of a lead, newest first. */
export function ActivityFeed({ leadId }: { leadId: string }) {
  const { data, error, isError, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(activitiesOptions(leadId))
  const failure = parseFailure(error)
  if (!data) {
    if (isError)
      return (
        <ErrorState
          title="Couldn’t load the activity"
          message={failure?.message ?? 'Check your connection and try again.'}
          requestId={failure?.data?.requestId}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )
    return (
      <div aria-busy className="flex flex-col gap-4">
        {['w-64', 'w-48', 'w-56'].map((width) => (
          <span key={width} className="flex items-center gap-3">
            <Skeleton className="size-7" />
            <Skeleton className={`h-3.5 ${width}`} />
          </span>
        ))}
      </div>
    )
  }
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0)
    return <p className="text-muted">No activity yet. Add a note, plan the next action, or change the stage.</p>
  return (
    <>
      <ol className="flex flex-col">
        {items.map((item, index) => (
          <Line key={item.id} item={item} last={index === items.length - 1 && !hasNextPage} />
        ))}
      </ol>
      {hasNextPage && (
        <div>
          <Button size="sm" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older activity
          </Button>
        </div>
      )}
    </>
  )
}

function Line({ item, last }: { item: Activity; last: boolean }) {
  const Icon = icons[item.kind]
  const words = item.kind === 'note' || (item.kind === 'status' && item.text) ? item.text : undefined
  return (
    <li className="relative flex gap-3 pb-5 last:pb-0">
      {!last && <span aria-hidden className="absolute top-8 bottom-1 left-[13px] w-px bg-line" />}
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full border border-line bg-raised text-muted"
      >
        <Icon className="size-3.5" />
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <p className="[overflow-wrap:anywhere]">
          <bdi className="font-medium">{item.author.name}</bdi>{' '}
          <span className="text-muted">
            {describeActivity(item)} · <RelativeTime iso={item.createdAt} className="whitespace-nowrap" />
          </span>
        </p>
        {words && (
          <p
            dir="auto"
            className="mt-2 whitespace-pre-wrap rounded-md border border-line bg-surface px-3.5 py-2.5 leading-relaxed [overflow-wrap:anywhere]"
          >
            {words}
          </p>
        )}
      </div>
    </li>
  )
}
