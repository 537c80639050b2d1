// Which tickets other staff have open. Live updates report it, and polling finds those who lost their connection.
import { useEffect, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import type * as contract from '../../../../contract/tickets/index.ts'
import { client } from '../../platform/data/api.ts'
import { useCoalesced, useLive } from '../../platform/live/use-live.ts'

type Presence = z.infer<typeof contract.Presence>

/** The interval of the presence heartbeat and of polling. */
export const BEAT_MS = 10_000
/** The minimum time between two requests. */
export const GAP_MS = 300
const NOBODY: readonly Presence[] = []

let byTicket = new Map<string, readonly Presence[]>()
const changed = new EventTarget()
const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}
function put(next: Map<string, readonly Presence[]>) {
  byTicket = next
  changed.dispatchEvent(new Event('change'))
}

/** Stores who has one ticket open, as the server reported it. */
export const putPresence = (id: string, here: readonly Presence[]): void => put(new Map(byTicket).set(id, here))

/** Returns who else has this ticket open. */
export const usePresenceOf = (id: string): readonly Presence[] =>
  useSyncExternalStore(
    subscribe,
    () => byTicket.get(id) ?? NOBODY,
    () => NOBODY,
  )

/** Keeps `usePresenceOf` up to date for all tickets while the component is mounted. */
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
    // A reader who loses the connection sends nothing, so presence must be polled.
    const timer = setInterval(() => {
      if (!document.hidden && byTicket.size > 0) load()
    }, BEAT_MS)
    return () => clearInterval(timer)
  }, [load])
}

/** Describes presence as a sentence: "Dana is writing a message". */
export function describePresence(here: readonly Presence[]): string {
  const writers = here.filter((p) => p.writing)
  const names = (of: readonly Presence[]) => {
    const all = of.map((p) => p.person.name)
    return all.length > 2 ? `${all[0]} and ${all.length - 1} others` : all.join(' and ')
  }
  if (writers.length > 0) return `${names(writers)} ${writers.length > 1 ? 'are' : 'is'} writing a message`
  return `${names(here)} ${here.length > 1 ? 'are' : 'is'} viewing this ticket`
}
