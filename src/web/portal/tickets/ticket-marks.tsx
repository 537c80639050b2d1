import { memo } from 'react'
import { cx } from '../../ui/cx.ts'
import { StatusMark } from '../../ui/status.tsx'
import { getStatusLook, priorityLabels, type Side } from './facts/labels.ts'
import type { Priority, Status } from './model.ts'

interface TicketStatusProps {
  status: Status
  side: Side
  /** Uses the short label, for columns. */
  short?: boolean
}

/** A ticket's status: a mark and a label. */
export const TicketStatus = memo(function TicketStatus({ status, side, short }: TicketStatusProps) {
  const look = getStatusLook(status, side)
  return (
    <StatusMark tone={look.tone} shape={look.shape}>
      {(short && look.short) || look.label}
    </StatusMark>
  )
})

const bars = ['M2.5 12V9.5', 'M5.5 12V7.5', 'M8.5 12V5', 'M11.5 12V2.5']
const levels: Record<Priority, { full: number; tone: string }> = {
  P1: { full: 4, tone: 'text-bad' },
  P2: { full: 3, tone: 'text-warn' },
  P3: { full: 2, tone: 'text-muted' },
  P4: { full: 1, tone: 'text-muted' },
}

/** A ticket's priority: bars, its name, and the word for it if `word` is set. */
export const TicketPriority = memo(function TicketPriority({ priority, word }: { priority: Priority; word?: boolean }) {
  const { full, tone } = levels[priority]
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 align-top">
      <svg
        aria-hidden="true"
        viewBox="0 0 14 14"
        className={cx('size-3.5 shrink-0', tone)}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      >
        {bars.map((d, index) => (
          <path key={d} d={d} opacity={index < full ? 1 : 0.25} />
        ))}
      </svg>
      <span className="truncate">
        {priority}
        {word ? ` ${priorityLabels[priority]}` : <span className="sr-only"> {priorityLabels[priority]}</span>}
      </span>
    </span>
  )
})
