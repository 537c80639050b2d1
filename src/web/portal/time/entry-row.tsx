import { Lock } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { dayText } from '../../ui/duration.ts'
import { showMinutes } from '../../ui/minutes-text.ts'
import { freeLabels, workLabels } from './labels.ts'
import { nameOf, numberOf, type TimeEntry } from './model.ts'

interface EntryRowProps {
  entry: TimeEntry
  today: string
  /** Whether the row names the ticket instead of the person and the day. */
  ticket?: boolean
  /** Whether the row says on which task it was. */
  task?: boolean
  /** The reply that it was booked with. */
  replyHref?: string | undefined
  /** Opens it. Without it the row only tells. */
  onOpen?: (() => void) | undefined
}

/** What it draws, where that is not simply what was worked, and under which agreement. */
function Charged({ entry: { minutes, charged, multiplier, agreement, overage } }: { entry: TimeEntry }) {
  const under = agreement ? ` · A-${agreement.number}` : ''
  if (charged === null)
    return <span className="block">{agreement ? `Covered by a price${under}` : 'Draws no hours'}</span>
  if (charged === minutes && overage === 0 && !agreement) return null
  const times = multiplier === 100 ? '' : ` × ${multiplier / 100}`
  return (
    <span className="block">
      {charged === minutes && !times ? 'Charged' : `Charged ${showMinutes(charged)}${times && ` (${times.trim()})`}`}
      {under}
      {overage > 0 && <span className="text-warn">{` · ${showMinutes(overage)} billed beyond the hours`}</span>}
    </span>
  )
}

/** One entry of time in a narrow list. */
export function EntryRow({ entry, today, ticket = false, task = false, replyHref, onOpen }: EntryRowProps) {
  const gone = entry.removed !== null
  const about = [
    ...(task ? [entry.task?.title ?? ''] : []),
    ...(ticket ? [] : [dayText(entry.workedOn, today)]),
    ...(ticket ? [entry.company.name] : []),
    ...(ticket && entry.task ? [entry.task.project.name] : []),
    ...(entry.workType === 'remote' ? [] : [workLabels[entry.workType]]),
  ]
  const content = (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className={cx('min-w-0 truncate', gone && 'text-muted')}>
          {ticket ? `${numberOf(entry)} ${nameOf(entry)}` : entry.user.name}
        </span>
        <span className={cx('tabular shrink-0', gone && 'text-muted line-through')}>{showMinutes(entry.minutes)}</span>
      </span>
      <span className="block text-muted text-xs [overflow-wrap:anywhere]">
        {about.join(' · ')}
        {entry.removed && ` · Deleted by ${entry.removed.by}`}
        {!entry.reason && !gone && <Charged entry={entry} />}
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
