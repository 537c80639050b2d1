// Route loaders: they set the questions going and let the screen appear at once.
import { queries } from '../platform/queries.ts'
import { readSession } from '../platform/session.client.ts'
import { readFilter } from './list-filter.ts'
import { isId } from './model.ts'
import { countsOptions, listOptions, messagesOptions, ticketOptions } from './ticket-queries.ts'

/** Begins to load the list that an address shows. */
export async function loadList({ request }: { request: Request }): Promise<null> {
  if (!readSession()) return null
  const filter = readFilter(new URL(request.url).searchParams)
  void queries.prefetchInfiniteQuery(listOptions(filter))
  void queries.prefetchQuery(countsOptions(filter.company))
  return null
}

/** Begins to load a ticket, its conversation, and what shows it. */
export async function loadTicket({ params }: { params: { id?: string } }): Promise<null> {
  const { id } = params
  if (!id || !isId(id) || !readSession()) return null
  void queries.prefetchQuery(ticketOptions(id))
  void queries.prefetchInfiniteQuery(messagesOptions(id))
  void import('../../ui/markdown.ts')
  return null
}
