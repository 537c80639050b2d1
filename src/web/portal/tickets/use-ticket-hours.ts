import { useQuery } from '@tanstack/react-query'
import { api } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { useLive } from '../platform/use-live.ts'

const FRESH_MS = 2_000

/** The hours that are left for a ticket, kept true while they are looked at. */
export function useTicketHours(ticketId: string, wanted: boolean) {
  const { data } = useQuery({
    ...api.tickets.hours.queryOptions({ input: { id: ticketId }, staleTime: FRESH_MS }),
    enabled: wanted,
  })
  useLive(['hours', 'ticket'], (event) => {
    if (
      wanted &&
      (event === 'resumed' || event.topic === 'hours' || ['estimate', 'status', 'time'].includes(event.kind))
    )
      void queries.invalidateQueries({ queryKey: api.tickets.hours.key() })
  })
  return wanted ? data : undefined
}
