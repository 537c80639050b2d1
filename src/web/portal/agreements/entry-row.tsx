import { Lock } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { showMinutes } from '../../ui/minutes-text.ts'
import { dayText } from './duration.ts'
import { freeLabels, workLabels } from './labels.ts'
import type { TimeEntry } from './model.ts'

interface EntryRowProps {
  entry: TimeEntry
  today: string
  /** Whether the row names the ticket instead of the person and the day. */
  ticket?: boolean
  /** The reply that it was booked with. */
  replyHref?: string | undefined
  /** Opens it. Without it the row only tells. */
  onOpen?: (() => void) | undefined
}

/** One entry of time in a narrow list. */
export function EntryRow({ entry, today, ticket = false, replyHref, onOpen }: EntryRowProps) {
  const gone = entry.removed !== null
  const about = [
    ...(ticket ? [] : [dayText(entry.workedOn, today)]),
    ...(ticket ? [entry.company.name] : []),
    ...(entry.workType === 'remote' ? [] : [workLabels[entry.workType]]),
  ]
  const content = (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className={cx('min-w-0 truncate', gone && 'text-muted')}>
          {ticket ? `T-${entry.ticket.number} ${entry.ticket.subject}` : entry.user.name}
        </span>
        <span className={cx('tabular shrink-0', gone && 'text-muted line-through')}>{showMinutes(entry.minutes)}</span>
      </span>
      <span className="block text-muted text-xs [overflow-wrap:anywhere]">
        {about.join(' · ')}
        {entry.removed && ` · Deleted by ${entry.removed.by}`}
        {entry.reason && <span className="block text-good">Not charged: {freeLabels[entry.reason].toLowerCase()}</span>}
      </span>
      {entry.note && <span className="mt-0.5 block text-xs [overflow-wrap:anywhere]">{entry.note}</span>}
      {entry.internalNote && (
        <span className="mt-0.5 flex gap-1.5 text-warn text-xs [overflow-wrap:anywhere]">
          <Lock aria-hidden className="mt-0.5 size-3 shrink-0" />
          <span className="min-w-0">{entry.internalNote}</span>
        </span>
      )}
    </>
  )
  return (
    <li>
      {onOpen ? (
        <button
          type="button"
          onClick={onOpen}
          className="block w-full rounded-sm px-2 py-2 text-left transition-colors hover:bg-line/50 max-md:min-h-11"
        >
          <span className="sr-only">{entry.can.change ? 'Change' : 'Show'} </span>
          {content}
        </button>
      ) : (
        <div className="px-2 py-2">
          {content}
          {replyHref && (
            <a
              href={replyHref}
              className="text-muted text-xs underline decoration-line underline-offset-3 hover:text-text"
            >
              Show the reply
            </a>
          )}
        </div>
      )}
    </li>
  )
}
