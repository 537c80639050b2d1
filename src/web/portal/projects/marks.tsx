import { memo } from 'react'
import { StatusMark } from '../../ui/status.tsx'
import {
  type Health,
  healthLooks,
  type Look,
  type ProjectRow,
  type Status,
  statusLooks,
  type TaskStatus,
  taskLooks,
} from './model.ts'

const mark = (look: Look, partner: boolean) => (
  <StatusMark tone={look.tone} {...(look.shape ? { shape: look.shape } : {})}>
    {(partner && look.partner) || look.label}
  </StatusMark>
)

/** The status of a project in words after its mark. `partner`: the reader is the one who is waited for. */
export const ProjectStatus = memo(function ProjectStatus({
  status,
  partner = false,
}: {
  status: Status
  partner?: boolean
}) {
  return mark(statusLooks[status], partner)
})

/** The status of a task in words after its mark. */
export const TaskStatusMark = memo(function TaskStatusMark({
  status,
  partner = false,
}: {
  status: TaskStatus
  partner?: boolean
}) {
  return mark(taskLooks[status], partner)
})

/** How a project stands. */
export const HealthMark = memo(function HealthMark({ health }: { health: Health }) {
  return mark(healthLooks[health], false)
})

/** How much of it is done, as a bar with words. */
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
