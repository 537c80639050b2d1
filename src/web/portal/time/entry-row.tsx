import { Lock } from 'lucide-react'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { cx } from '../../ui/cx.ts'
import { formatWeekDay } from '../../ui/text/duration.ts'
import { ColumnMinutes } from '../platform/column-minutes.tsx'
import { freeLabels, workLabels } from './labels.ts'
import { formatWorkName, formatWorkNumber, type TimeEntry } from './model.ts'

interface EntryRowProps {
  entry: TimeEntry
  today: string
  /** Whether the row names the ticket instead of the person and the day. */
  ticket?: boolean
  /** Whether the row names the task. */
  task?: boolean
  /** A link to the reply that the entry was logged with. */
  replyHref?: string | undefined
  /** Opens the entry. Undefined makes the row read-only. */
  onOpen?: (() => void) | undefined
}

/** Shows the charged minutes if they differ from the worked minutes, and the agreement. */
function Charged({ entry: { minutes, charged, multiplier, agreement, overage } }: { entry: TimeEntry }) {
  const under = agreement ? ` · A-${agreement.number}` : ''
  if (charged === null)
    return <span className="block">{agreement ? `Covered by agreement A-${agreement.number}` : 'No hours used'}</span>
  if (charged === minutes && overage === 0 && !agreement) return null
  const times = multiplier === 100 ? '' : ` × ${multiplier / 100}`
  return (
    <span className="block">
      {charged === minutes && !times ? 'Billable' : `${formatMinutes(charged)} used${times && ` (${times.trim()})`}`}
      {under}
      {overage > 0 && <span className="text-warn">{` · ${formatMinutes(overage)} billed as overage`}</span>}
    </span>
  )
}

/** A time entry in a narrow list. */
export function EntryRow({ entry, today, ticket = false, task = false, replyHref, onOpen }: EntryRowProps) {
  const gone = entry.removed !== null
  const about = [
    ...(task ? [entry.task?.title ?? ''] : []),
    ...(ticket ? [] : [formatWeekDay(entry.workedOn, today)]),
    ...(ticket ? [entry.company.name] : []),
    ...(ticket && entry.task ? [entry.task.project.name] : []),
    ...(entry.workType === 'remote' ? [] : [workLabels[entry.workType]]),
  ]
  const content = (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className={cx('min-w-0 truncate', gone && 'text-muted')}>
          {ticket ? `${formatWorkNumber(entry)} ${formatWorkName(entry)}` : entry.user.name}
        </span>
        <span className={cx('tabular shrink-0', gone && 'text-muted line-through')}>
          <ColumnMinutes minutes={entry.minutes} />
        </span>
      </span>
      <span className="block text-muted text-xs [overflow-wrap:anywhere]">
        {about.join(' · ')}
        {entry.removed && ` · Deleted by ${entry.removed.by}`}
        {!entry.reason && !gone && <Charged entry={entry} />}
        {entry.reason && (
          <span className="block text-good">Non-billable: {freeLabels[entry.reason].toLowerCase()}</span>
        )}
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
          <span className="sr-only">{entry.can.change ? 'Edit' : 'View'} </span>
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
              Show reply
            </a>
          )}
        </div>
      )}
    </li>
  )
}
