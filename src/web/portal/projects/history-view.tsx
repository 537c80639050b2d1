import { useInfiniteQuery } from '@tanstack/react-query'
import { ActList } from '../platform/act-list.tsx'
import { type Act, projectStatusLooks, type Status, type TaskStatus, taskLooks } from './model.ts'
import { projectHistoryOptions } from './project-queries.ts'

const names: Record<string, string> = {
  name: 'name',
  title: 'title',
  description: 'description',
  body: 'description',
  agreementId: 'agreement',
  leadId: 'lead',
  startsOn: 'start date',
  dueOn: 'due date',
  budgetMinutes: 'budget',
  phaseId: 'phase',
  side: 'side',
  assigneeId: 'assignee',
  estimateMinutes: 'estimate',
  files: 'files',
}
const changed = (after: Act['after']) => [...new Set(Object.keys(after ?? {}).map((k) => names[k] ?? k))].join(', ')

/** Describes a change, as a phrase that follows the name of the person who made it. */
function actText({ action, about, after }: Act): string {
  const of = about ? `“${about}”` : ''
  // Entries of earlier versions have the British spelling.
  const status = String(after?.status ?? '').replace(/^cancelled$/, 'canceled')
  switch (action) {
    case 'created':
      return 'created the project'
    case 'edited':
      return `changed the ${changed(after)}`
    case 'status':
    case 'done':
      return `changed the status to ${(projectStatusLooks[status as Status]?.label ?? status).toLowerCase()}`
    case 'phase_added':
      return `added phase ${of}`
    case 'phase_edited':
      return `changed phase ${of}`
    case 'phase_removed':
      return `removed phase ${of}`
    case 'task_added':
      return `added ${of}`
    case 'task_edited':
      return `changed the ${changed(after)} of ${of}`
    case 'task_moved':
      return `moved ${of}`
    case 'task_status':
      return `set ${of} to ${(taskLooks[status as TaskStatus]?.label ?? status).toLowerCase()}`
    case 'task_removed':
      return `removed ${of}`
    case 'comment':
      return `commented on ${of}`
    case 'note':
      return `wrote an internal note on ${of}`
    case 'comment_edited':
      return `edited a comment on ${of}`
    case 'note_edited':
      return `edited an internal note on ${of}`
    case 'update':
      return 'posted an update'
    case 'update_edited':
      return 'edited an update'
    case 'files':
      return 'added files'
    case 'linked':
      return `linked ${of}`
    case 'unlinked':
      return `removed the link to ${of}`
    default:
      return action.replaceAll('_', ' ')
  }
}

/** The activity of a project, newest first: who changed what, when and why. */
export function HistoryView({ projectId }: { projectId: string }) {
  return (
    <ActList
      query={useInfiniteQuery(projectHistoryOptions(projectId))}
      words={(act) => ({ text: actText(act), more: act.reason ? [act.reason] : [] })}
    />
  )
}
