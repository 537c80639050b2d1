import { memo, useCallback } from 'react'
import { useTimeZone } from '../../ui/relative-time.tsx'
import { exactTimeText } from '../../ui/relative-time-text.ts'
import { StatusMark } from '../../ui/status.tsx'
import type { TicketRow } from './model.ts'
import { dueLook, type Look } from './sla-text.ts'
import { useLiveText } from './use-live-text.ts'

interface SlaMarkProps {
  ticket: Pick<TicketRow, 'sla' | 'status'>
  /** Where no head says what it is about. */
  named?: boolean
}

/** What is due next, counted down; drawn again only when its words change. */
export const SlaMark = memo(function SlaMark({ ticket, named }: SlaMarkProps) {
  const { sla, status } = ticket
  const timeZone = useTimeZone()
  const textAt = useCallback(
    (now: number) => JSON.stringify(dueLook(sla, status, now, timeZone) ?? null),
    [sla, status, timeZone],
  )
  const look = JSON.parse(useLiveText(textAt)) as Look | null
  if (!look) return named ? null : <span className="text-muted">–</span>
  const { nextDueAt, response } = sla
  const what = response.metAt || nextDueAt !== response.dueAt ? 'Resolution' : 'First response'
  const due = named && (look.tone === 'neutral' || look.tone === 'warn') && look.shape !== 'pause' && nextDueAt
  return (
    <span
      title={nextDueAt ? `${what} due ${exactTimeText(new Date(nextDueAt), timeZone)}` : undefined}
      className={look.tone === 'bad' ? 'tabular text-bad' : look.tone === 'warn' ? 'tabular text-warn' : 'tabular'}
    >
      <StatusMark tone={look.tone} shape={look.shape}>
        {due ? `Due ${look.text}` : look.text}
      </StatusMark>
    </span>
  )
})
