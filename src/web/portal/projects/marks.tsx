import { memo } from 'react'
import { StatusMark } from '../../ui/status.tsx'
import {
  type Health,
  healthLooks,
  type Look,
  type ProjectRow,
  projectStatusLooks,
  type Status,
  type TaskStatus,
  taskLooks,
} from './model.ts'

const mark = (look: Look, partner: boolean) => (
  <StatusMark tone={look.tone} {...(look.shape ? { shape: look.shape } : {})}>
    {(partner && look.partner) || look.label}
  </StatusMark>
)

/** Shows the status of a project. `partner`: the reader is the partner that the project may be waiting for. */
export const ProjectStatus = memo(function ProjectStatus({
  status,
  partner = false,
}: {
  status: Status
  partner?: boolean
}) {
  return mark(projectStatusLooks[status], partner)
})

/** Shows the status of a task. */
export const TaskStatusMark = memo(function TaskStatusMark({
  status,
  partner = false,
}: {
  status: TaskStatus
  partner?: boolean
}) {
  return mark(taskLooks[status], partner)
})

/** Shows the health of a project. */
export const ProjectHealthMark = memo(function HealthMark({ health }: { health: Health }) {
  return mark(healthLooks[health], false)
})

/** Shows the share of completed tasks as a bar with text. */
export function ProgressCell({ of: p }: { of: Pick<ProjectRow, 'tasksDone' | 'tasksTotal'> }) {
  if (p.tasksTotal === 0) return <span className="text-muted">No tasks yet</span>
  return (
    <span className="flex items-center gap-2.5">
      <progress
        aria-hidden
        value={p.tasksDone}
        max={p.tasksTotal}
        className="block h-1.5 w-20 shrink-0 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent"
      />
      <span className="tabular whitespace-nowrap text-muted">
        {p.tasksDone} of {p.tasksTotal}
        <span className="sr-only"> tasks done</span>
      </span>
    </span>
  )
}
