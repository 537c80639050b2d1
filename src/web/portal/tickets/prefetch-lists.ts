// Route loaders of the lists: they set the questions going and let the screen appear at once.
import { readFilter } from '../lists/filter.ts'
import { loadList } from '../lists/list.ts'
import { queries } from '../platform/queries.ts'
import { readSession } from '../platform/session.client.ts'
import { ownTickets, ticketQueue } from './lists.tsx'
import { countsOptions } from './ticket-queries.ts'

/** Begins to load the list of one's own tickets that an address shows. */
export function loadOwnTickets(route: { request: Request }): Promise<null> {
  if (readSession()) void queries.prefetchQuery(countsOptions(undefined))
  return loadList(ownTickets)(route)
}

/** Begins to load the queue that an address shows. */
export function loadTicketQueue(route: { request: Request }): Promise<null> {
  const { company } = readFilter(ticketQueue.filter, new URL(route.request.url).searchParams)
  if (readSession()) void queries.prefetchQuery(countsOptions(company))
  return loadList(ticketQueue)(route)
}
