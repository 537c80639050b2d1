import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/data/api.ts'
import { queries } from '../../platform/data/queries.ts'
import { useLive } from '../../platform/live/use-live.ts'
import { hoursOptions } from '../ticket-queries.ts'

/** Returns the hours that are left for a ticket, kept up to date while `wanted`. */
export function useTicketHours(ticketId: string, wanted: boolean) {
  const { data } = useQuery({ ...hoursOptions(ticketId), enabled: wanted })
  useLive(['hours', 'ticket'], (event) => {
    if (
      wanted &&
      (event === 'resumed' || event.topic === 'hours' || ['estimate', 'status', 'time'].includes(event.kind))
    )
      void queries.invalidateQueries({ queryKey: api.tickets.hours.key() })
  })
  return wanted ? data : undefined
}
