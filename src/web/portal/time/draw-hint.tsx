import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import type { TimePreview } from '../../../contract/time.ts'
import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { useDebounced } from '../platform/data/use-debounced.ts'
import { useLive } from '../platform/live/use-live.ts'
import type { WorkType } from './model.ts'

const WAIT_MS = 200
const FRESH_MS = 2_000

type Preview = z.infer<typeof TimePreview>

/** The advice shown if the hours do not suffice. */
export const EXHAUSTED = 'Propose an estimate so that the partner can buy hours, or log the time as non-billable.'

/** Describes how many hours an entry would use. `short` is true if it would be rejected. */
function describePreview(p: Preview): { text: string; short: boolean } {
  if (p.repair)
    return { text: 'Repair and setup of automations are never charged, even if “Billable” is checked.', short: false }
  if (p.charged === null)
    return {
      text: `Covered by ${p.agreement ? `agreement A-${p.agreement.number}` : 'the agreement'}. No hours will be used.`,
      short: false,
    }
  const times = p.multiplier === 100 ? '' : ` (× ${p.multiplier / 100})`
  const balance = formatMinutes(p.balance)
  if (p.missing > 0)
    return {
      text: `Uses ${formatMinutes(p.draws)}${times}, but the balance is ${balance} (${formatMinutes(p.missing)} short).`,
      short: true,
    }
  if (p.draws < 0) return { text: `Returns ${formatMinutes(-p.draws)}. Balance: ${balance}.`, short: false }
  if (p.draws === 0) return { text: `Uses no additional hours. Balance: ${balance}.`, short: false }
  const beyond = p.overage > 0 ? ` ${formatMinutes(p.overage)} will be billed at the agreed rate.` : ''
  return {
    text:
      p.balance > 0
        ? `Uses ${formatMinutes(p.draws)}${times} of ${balance} left.${beyond}`
        : `Uses ${formatMinutes(p.draws)}${times}. Balance: ${balance}.${beyond}`,
    short: false,
  }
}

interface DrawHintProps {
  /** A ticket, or a task of a project. */
  ticketId?: string | undefined
  taskId?: string | undefined
  minutes: number | undefined
  workType: WorkType
  /** The entry being edited. */
  entryId?: string | undefined
}

/** A hint below the time field: how many hours the entry will use, and how many are left. */
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
  const { text, short } = describePreview(data)
  return (
    <p role="status" className={short ? 'text-warn text-xs' : 'text-muted text-xs'}>
      {text} {short && EXHAUSTED}
    </p>
  )
}
