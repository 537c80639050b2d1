import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isSettled } from '../../platform/data/is-settled.ts'
import { useKeptCode } from '../../platform/loading/kept-code.ts'
import type { Ticket } from '../model.ts'
import { hoursOptions } from '../ticket-queries.ts'

const loadCard = () => import('./estimate-cards.tsx').then((m) => m.EstimateCard)

/**
 * Returns the card for the estimates of a ticket, and whether the ticket can be shown without the card moving what is
 * below it: its code and the hours that are left are loaded. `ready` stays true once it was, because an estimate that is
 * proposed later must not replace what the reader has on the screen.
 */
export function useEstimateCard(ticket: Ticket | undefined) {
  const needed = (ticket?.estimates.length ?? 0) > 0
  const open = ticket?.estimates.some((e) => e.status === 'proposed') ?? false
  const EstimateCard = useKeptCode(loadCard, needed)
  const hours = useQuery({ ...hoursOptions(ticket?.id ?? ''), enabled: open })
  const ready = ticket !== undefined && (!needed || EstimateCard !== undefined) && (!open || isSettled(hours))
  const [shown, setShown] = useState(ready)
  if (ready && !shown) setShown(true)
  return { EstimateCard, ready: ready || shown }
}
