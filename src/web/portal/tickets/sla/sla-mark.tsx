import { memo, useCallback } from 'react'
import { StatusMark } from '../../../ui/status.tsx'
import { useTimeZone } from '../../../ui/text/relative-time.tsx'
import { formatExactTime } from '../../../ui/text/relative-time-text.ts'
import type { TicketRow } from '../model.ts'
import { getDueLook, type Look } from './sla-text.ts'
import { useLiveText } from './use-live-text.ts'

interface SlaMarkProps {
  ticket: Pick<TicketRow, 'sla' | 'status'>
  /** Adds a name, where no column header says what it is. */
  named?: boolean
}

/** The next due time of a ticket, counted down. Renders again only when its text changes. */
export const SlaMark = memo(function SlaMark({ ticket, named }: SlaMarkProps) {
  const { sla, status } = ticket
  const timeZone = useTimeZone()
  const textAt = useCallback(
    (now: number) => JSON.stringify(getDueLook(sla, status, now, timeZone) ?? null),
    [sla, status, timeZone],
  )
  const look = JSON.parse(useLiveText(textAt)) as Look | null
  if (!look) return named ? null : <span className="text-muted">–</span>
  const { nextDueAt, response } = sla
  const what = response.metAt || nextDueAt !== response.dueAt ? 'Resolution' : 'First response'
  const due = named && (look.tone === 'neutral' || look.tone === 'warn') && look.shape !== 'pause' && nextDueAt
  return (
    <span
      title={nextDueAt ? `${what} due ${formatExactTime(new Date(nextDueAt), timeZone)}` : undefined}
      className={look.tone === 'bad' ? 'tabular text-bad' : look.tone === 'warn' ? 'tabular text-warn' : 'tabular'}
    >
      <StatusMark tone={look.tone} shape={look.shape}>
        {due ? `Due ${look.text}` : look.text}
      </StatusMark>
    </span>
  )
})
