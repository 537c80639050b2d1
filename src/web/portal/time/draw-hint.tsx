import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { TimePreview } from '../../../contract/time.ts'
import { showMinutes } from '../../ui/minutes-text.ts'
import { api } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { useDebounced } from '../platform/use-debounced.ts'
import { useLive } from '../platform/use-live.ts'
import type { WorkType } from './model.ts'

const WAIT_MS = 200
const FRESH_MS = 2_000

type Preview = z.infer<typeof TimePreview>

/** What to do where the hours do not reach. */
export const EXHAUSTED = 'Propose an estimate so that the partner buys hours, or book it as not charged.'

/** What a booking would draw, in words; `short` when it would be refused. */
export function previewText(p: Preview): { text: string; short: boolean } {
  if (p.repair) return { text: 'Repair or set-up of an automation: not charged, whatever is ticked.', short: false }
  const under = p.agreement ? ` (A-${p.agreement.number})` : ''
  if (p.charged === null) return { text: `Covered by the agreement${under}: draws nothing.`, short: false }
  const times = p.multiplier === 100 ? '' : ` (× ${p.multiplier / 100})`
  const left = p.balance < 0 ? `${showMinutes(-p.balance)} below zero` : `${showMinutes(p.balance)} left`
  if (p.missing > 0)
    return {
      text: `Draws ${showMinutes(p.draws)}${times}: ${showMinutes(p.missing)} more than the ${left}.`,
      short: true,
    }
  if (p.draws < 0) return { text: `Gives back ${showMinutes(-p.draws)}; ${left} now.`, short: false }
  if (p.draws === 0) return { text: `Draws nothing more; ${left}.`, short: false }
  const beyond = p.overage > 0 ? ` ${showMinutes(p.overage)} of it are billed at the agreed rate.` : ''
  return {
    text:
      p.balance > 0
        ? `Draws ${showMinutes(p.draws)}${times} of ${left}.${beyond}`
        : `Draws ${showMinutes(p.draws)}${times}; ${left}.${beyond}`,
    short: false,
  }
}

interface DrawHintProps {
  /** A ticket, or a task of a project. */
  ticketId?: string | undefined
  taskId?: string | undefined
  minutes: number | undefined
  workType: WorkType
  /** The entry that is changed. */
  entryId?: string | undefined
}

/** Beneath a field for charged time: what the entry will draw, and of how much. */
export function DrawHint({ ticketId, taskId, minutes, workType, entryId }: DrawHintProps) {
  const asked = useDebounced(minutes, WAIT_MS)
  const input = { minutes: asked ?? 1, workType, ...(entryId ? { entryId } : {}) }
  const more = {
    enabled: asked !== undefined && minutes !== undefined,
    staleTime: FRESH_MS,
    placeholderData: (before: Preview | undefined) => before,
  }
  const ofTicket = useQuery({
    ...api.time.preview.queryOptions({ input: { ticketId: ticketId ?? '', ...input } }),
    ...more,
    enabled: more.enabled && ticketId !== undefined,
  })
  const ofTask = useQuery({
    ...api.time.previewOnTask.queryOptions({ input: { taskId: taskId ?? '', ...input } }),
    ...more,
    enabled: more.enabled && taskId !== undefined,
  })
  const { data } = taskId ? ofTask : ofTicket
  useLive(['hours'], () => {
    void queries.invalidateQueries({ queryKey: api.time.preview.key() })
    void queries.invalidateQueries({ queryKey: api.time.previewOnTask.key() })
  })
  if (minutes === undefined || !data) return null
  const { text, short } = previewText(data)
  return (
    <p role="status" className={short ? 'text-warn text-xs' : 'text-muted text-xs'}>
      {text} {short && EXHAUSTED}
    </p>
  )
}
