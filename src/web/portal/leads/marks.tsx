import { Clock } from 'lucide-react'
import { memo } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { StatusMark } from '../../ui/status.tsx'
import { dueText, isOverdue } from './due.ts'
import { stageLabels, stages, statusLooks } from './labels.ts'
import type { Person, Stage, Status } from './model.ts'

/** What became of a lead, in words after its mark. */
export const LeadStatus = memo(function LeadStatus({ status }: { status: Status }) {
  const { label, tone, shape } = statusLooks[status]
  return (
    <StatusMark tone={tone} shape={shape}>
      {label}
    </StatusMark>
  )
})

/** How far a lead got: five short bars, as many of them filled, and the word. */
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

/** Whose lead it is. */
export function LeadOwner({ owner }: { owner: Person | null }) {
  if (!owner) return <span className="text-muted">Nobody</span>
  return (
    <span className="inline-flex max-w-full items-center gap-2 align-top">
      <Avatar name={owner.name} size="sm" />
      <span className="truncate">{owner.name}</span>
    </span>
  )
}

/** When the next action is due; said to be overdue in words too. */
export function Due({ iso, className }: { iso: string; className?: string }) {
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
      <time dateTime={iso} title={new Date(iso).toLocaleString('en-US', { dateStyle: 'full', timeStyle: 'short' })}>
        {late ? `Overdue, ${dueText(iso).replace('today, ', '')}` : dueText(iso)}
      </time>
    </span>
  )
}
