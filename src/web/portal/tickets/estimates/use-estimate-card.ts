import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { isSettled } from '../../platform/data/is-settled.ts'
import { lazy } from '../../platform/loading/lazy.ts'
import type { Side } from '../facts/labels.ts'
import type { Ticket } from '../model.ts'
import { hoursOptions } from '../ticket-queries.ts'

type Card = ComponentType<{ ticket: Ticket; side: Side }>
const loadCard = (): Promise<Card> => import('./estimate-cards.tsx').then((m) => m.EstimateCard)
/** For a card whose code could not be fetched: tries again, while the rest of the ticket is shown. */
const LateCard = lazy(() => loadCard().then((card) => ({ default: card })))

/**
 * Returns the card for the estimates of a ticket, and whether the ticket can be shown without moving what is below the
 * card: its code and the hours that are left are loaded. `ready` stays true once it was, because an estimate that is
 * proposed later must not replace what the reader has on the screen.
 */
export function useEstimateCard(ticket: Ticket | undefined): { EstimateCard: Card | undefined; ready: boolean } {
  const needed = (ticket?.estimates.length ?? 0) > 0
  const open = ticket?.estimates.some((e) => e.status === 'proposed') ?? false
  const [card, setCard] = useState<Card>()
  useEffect(() => {
    const keep = (loaded: Card) => setCard(() => loaded)
    if (needed) void loadCard().then(keep, () => keep(LateCard))
  }, [needed])
  const hours = useQuery({ ...hoursOptions(ticket?.id ?? ''), enabled: open })
  const ready = ticket !== undefined && (!needed || card !== undefined) && (!open || isSettled(hours))
  const [shown, setShown] = useState(ready)
  if (ready && !shown) setShown(true)
  return { EstimateCard: card, ready: ready || shown }
}
