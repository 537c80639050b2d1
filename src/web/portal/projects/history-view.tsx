import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { failureOf } from '../platform/api.ts'
import { type Act, type Status, statusLooks, type TaskStatus, taskLooks } from './model.ts'
import { historyOptions } from './project-queries.ts'

const names: Record<string, string> = {
  name: 'name',
  title: 'title',
  description: 'description',
  body: 'text',
  agreementId: 'agreement',
  leadId: 'lead',
  startsOn: 'first day',
  dueOn: 'due day',
  budgetMinutes: 'budget',
  phaseId: 'phase',
  side: 'side',
  assigneeId: 'assignee',
  estimateMinutes: 'estimate',
  files: 'files',
}
const changed = (after: Act['after']) => [...new Set(Object.keys(after ?? {}).map((k) => names[k] ?? k))].join(', ')

/** An act in words, after the name of who did it. */
function actText({ action, about, after }: Act): string {
  const of = about ? `“${about}”` : ''
  const status = String(after?.status ?? '')
  switch (action) {
    case 'created':
      return 'planned it'
    case 'edited':
      return `changed ${changed(after)}`
    case 'status':
    case 'done':
      return `set it to ${(statusLooks[status as Status]?.label ?? status).toLowerCase()}`
    case 'phase_added':
      return `added phase ${of}`
    case 'phase_edited':
      return `changed phase ${of}`
    case 'phase_removed':
      return `removed phase ${of}`
    case 'task_added':
      return `added ${of}`
    case 'task_edited':
      return `changed ${changed(after)} of ${of}`
    case 'task_moved':
      return `moved ${of}`
    case 'task_status':
      return `set ${of} to ${(taskLooks[status as TaskStatus]?.label ?? status).toLowerCase()}`
    case 'task_removed':
      return `removed ${of}`
    case 'comment':
      return `commented on ${of}`
    case 'note':
      return `wrote a note on ${of}`
    case 'update':
      return 'posted an update'
    case 'files':
      return 'added files'
    case 'linked':
      return `linked ${of}`
    case 'unlinked':
      return `took away the link to ${of}`
    default:
      return action.replaceAll('_', ' ')
  }
}

/** Who did what in a project, when and why; newest first. */
export function HistoryView({ projectId }: { projectId: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    historyOptions(projectId),
  )
  if (!data)
    return error ? (
      <p className="text-bad text-sm">
        {failureOf(error)?.message ?? 'The activity did not load.'}{' '}
        <button type="button" className="rounded-sm underline underline-offset-3" onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    ) : (
      <Skeleton className="h-48 rounded-md" />
    )
  const acts = data.pages.flatMap((p) => p.items)
  if (acts.length === 0) return <p className="text-muted text-sm">Nothing was written down yet.</p>
  return (
    <div className="flex flex-col gap-4">
      <ol className="divide-y divide-line rounded-md border border-line bg-surface text-sm">
        {acts.map((act) => (
          <li key={act.id} className="px-4 py-3">
            <p className="[overflow-wrap:anywhere]">
              <bdi className="font-medium">{act.actor?.name ?? 'Automatically'}</bdi>{' '}
              <span className="text-muted">
                {actText(act)} · <RelativeTime iso={act.at} className="whitespace-nowrap" />
              </span>
            </p>
            {act.reason && <p className="mt-1 whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">{act.reason}</p>}
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div>
          <Button size="sm" className="max-md:!h-11" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show what was before
          </Button>
        </div>
      )}
    </div>
  )
}
