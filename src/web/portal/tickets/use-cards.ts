// The cards above the conversation of a ticket and above its editor. Their heights are known only when their code and
// their data have loaded.
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { readStart } from '../../start.ts'
import { isSettled } from '../platform/data/is-settled.ts'
import { lazy } from '../platform/loading/lazy.ts'
import type { Side } from './facts/labels.ts'
import type { Ticket } from './model.ts'
import { loadReplyDraft, loadSuggestions } from './prefetch.ts'
import { hoursOptions, proposedOptions } from './ticket-queries.ts'

const loadEstimateCard = () => import('./estimates/estimate-cards.tsx').then((m) => m.EstimateCard)

/** Returns a component once its code has loaded. If the code cannot be fetched, returns one that keeps trying. */
function useLoaded<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  needed: boolean,
): ComponentType<Props> | undefined {
  const [loaded, setLoaded] = useState<ComponentType<Props>>()
  useEffect(() => {
    const keep = (component: ComponentType<Props>) => setLoaded(() => component)
    if (needed) void load().then(keep, () => keep(lazy(async () => ({ default: await load() }))))
  }, [load, needed])
  return loaded
}

/**
 * Returns the cards of a ticket that have loaded, and whether the ticket can be shown without anything moving later.
 * `ready` stays true once it was, because an estimate that is proposed later must not replace what the reader has on
 * the screen.
 */
export function useCards(ticket: Ticket | undefined, side: Side) {
  const estimated = (ticket?.estimates.length ?? 0) > 0
  const open = ticket?.estimates.some((e) => e.status === 'proposed') ?? false
  const suggesting = ticket !== undefined && side === 'staff' && readStart().site.suggestions
  const EstimateCard = useLoaded(loadEstimateCard, estimated)
  const Suggestions = useLoaded(loadSuggestions, suggesting)
  const ReplyDraft = useLoaded(loadReplyDraft, suggesting)
  const id = ticket?.id ?? ''
  const hours = useQuery({ ...hoursOptions(id), enabled: open })
  const proposed = useQuery({ ...proposedOptions(id), enabled: suggesting })
  const ready =
    ticket !== undefined &&
    (!estimated || EstimateCard !== undefined) &&
    (!open || isSettled(hours)) &&
    (!suggesting || (Suggestions !== undefined && ReplyDraft !== undefined && isSettled(proposed)))
  const [shown, setShown] = useState(ready)
  if (ready && !shown) setShown(true)
  return { ready: ready || shown, EstimateCard, Suggestions, ReplyDraft }
}
