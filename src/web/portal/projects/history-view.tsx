import { useInfiniteQuery } from '@tanstack/react-query'
import { ActList } from '../platform/act-list.tsx'
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
    case 'comment_edited':
      return `put a comment on ${of} right`
    case 'note_edited':
      return `put a note on ${of} right`
    case 'update':
      return 'posted an update'
    case 'update_edited':
      return 'put an update right'
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
  return (
    <ActList
      query={useInfiniteQuery(historyOptions(projectId))}
      words={(act) => ({ text: actText(act), more: act.reason ? [act.reason] : [] })}
    />
  )
}
