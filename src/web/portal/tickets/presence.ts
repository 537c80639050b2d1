// Who else of the provider has which ticket open: told by the live line, asked for again where silence would not tell.
import { useEffect, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import type * as contract from '../../../contract/tickets.ts'
import { client } from '../platform/api.ts'
import { useCoalesced, useLive } from '../platform/use-live.ts'

type Presence = z.infer<typeof contract.Presence>

/** A page says so often that it is there, and asks so often where silence would not tell. */
export const BEAT_MS = 10_000
/** Between two questions. */
export const GAP_MS = 300
const NOBODY: readonly Presence[] = []

let byTicket = new Map<string, readonly Presence[]>()
const changed = new EventTarget()
const subscribe = (tell: () => void) => {
  changed.addEventListener('change', tell)
  return () => changed.removeEventListener('change', tell)
}
function put(next: Map<string, readonly Presence[]>) {
  byTicket = next
  changed.dispatchEvent(new Event('change'))
}

/** Puts what the server says of one ticket. */
export const putPresence = (id: string, here: readonly Presence[]): void => put(new Map(byTicket).set(id, here))

/** Who else has this ticket open. */
export const usePresenceOf = (id: string): readonly Presence[] =>
  useSyncExternalStore(
    subscribe,
    () => byTicket.get(id) ?? NOBODY,
    () => NOBODY,
  )

/** Keeps what `usePresenceOf` tells up to date for all tickets, as long as the component is there. */
export function usePresenceFeed(): void {
  const load = useCoalesced(
    async () => {
      const { items } = await client.tickets.presence()
      put(Map.groupBy(items, (p) => p.ticketId))
    },
    () => GAP_MS,
  )
  useLive(['presence'], load)
  useEffect(() => {
    load()
    // Whoever loses the connection says nothing: silence has to be asked about.
    const timer = setInterval(() => {
      if (!document.hidden && byTicket.size > 0) load()
    }, BEAT_MS)
    return () => clearInterval(timer)
  }, [load])
}

/** In a sentence: "Dana is writing a reply". */
export function presenceText(here: readonly Presence[]): string {
  const writers = here.filter((p) => p.writing)
  const names = (of: readonly Presence[]) => {
    const all = of.map((p) => p.person.name)
    return all.length > 2 ? `${all[0]} and ${all.length - 1} others` : all.join(' and ')
  }
  if (writers.length > 0) return `${names(writers)} ${writers.length > 1 ? 'are' : 'is'} writing an answer`
  return `${names(here)} ${here.length > 1 ? 'have' : 'has'} this open`
}
