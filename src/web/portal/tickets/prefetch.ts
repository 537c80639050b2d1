// The route loader of a ticket. Apart from those of the lists: this page does not need what they declare.
import { isId } from '../platform/is-id.ts'
import { queries } from '../platform/queries.ts'
import { readSession } from '../platform/session.client.ts'
import { messagesOptions, ticketOptions } from './ticket-queries.ts'

/** Where an answer is written: a chunk of its own, which comes beside the conversation. */
export const loadComposer = () => import('./composer.tsx')

/** What staff do with a ticket, its keys among it. */
export const loadStaffBar = () => import('./staff-bar.tsx')

/** Begins to load a ticket, its conversation, and what shows it. */
export async function loadTicket({ params, request }: { params: { id?: string }; request: Request }): Promise<null> {
  const { id } = params
  if (!id || !isId(id) || !readSession()) return null
  void queries.prefetchQuery(ticketOptions(id))
  void queries.prefetchInfiniteQuery(messagesOptions(id))
  void import('../../ui/markdown.ts')
  void loadComposer().catch(() => {}) // the screen tries again
  // A key that is pressed before its code is there would be lost.
  if (new URL(request.url).pathname.startsWith('/admin/')) void loadStaffBar().catch(() => {})
  return null
}
