import { Clock } from 'lucide-react'
import { memo } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { StatusMark } from '../../ui/status.tsx'
import { formatExactTime } from '../../ui/text/relative-time-text.ts'
import { formatActionDue, isOverdue } from './due.ts'
import { leadStatusLooks, stageLabels, stages } from './labels.ts'
import type { Person, Stage, Status } from './model.ts'

/** Shows the status of a lead as a mark and a label. */
export const LeadStatus = memo(function LeadStatus({ status }: { status: Status }) {
  const { label, tone, shape } = leadStatusLooks[status]
  return (
    <StatusMark tone={tone} shape={shape}>
      {label}
    </StatusMark>
  )
})

/** Shows the stage of a lead as five short bars and a label. */
export const LeadStage = memo(function LeadStage({ stage }: { stage: Stage }) {
  const reached = stages.indexOf(stage)
  return (
    <span className="inline-flex max-w-full items-center gap-2 align-top">
      <svg aria-hidden="true" viewBox="0 0 23 8" className="h-2 w-[23px] shrink-0 text-accent" fill="currentColor">
        {stages.map((each, index) => (
          <rect key={each} x={index * 5} y="0" width="3" height="8" rx="1" opacity={index <= reached ? 1 : 0.22} />
        ))}
      </svg>
      <span className="truncate">{stageLabels[stage]}</span>
    </span>
  )
})

/** Shows the owner of a lead. */
export function LeadOwner({ owner }: { owner: Person | null }) {
  if (!owner) return <span className="text-muted">Unassigned</span>
  return (
    <span className="inline-flex max-w-full items-center gap-2 align-top">
      <Avatar name={owner.name} size="sm" />
      <span className="truncate">{owner.name}</span>
    </span>
  )
}

/** Shows when the next action is due. Overdue actions are also marked in text. */
export function DueDate({ iso, className }: { iso: string; className?: string }) {
  const late = isOverdue(iso)
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 whitespace-nowrap text-xs',
        late ? 'text-bad' : 'text-muted',
        className,
      )}
    >
      <Clock aria-hidden className="size-3 shrink-0" />
      <span>
        {late && 'Overdue, '}
        <time dateTime={iso} title={formatExactTime(new Date(iso))}>
          {late ? formatActionDue(iso).replace('today, ', '') : formatActionDue(iso)}
        </time>
      </span>
    </span>
  )
}
