// The route loader of a ticket. It has its own file so that the page of a ticket does not load the declared lists.
import { isId } from '../platform/data/is-id.ts'
import { queries } from '../platform/data/queries.ts'
import { readSession } from '../platform/session/session.client.ts'
import { messagesOptions, ticketOptions } from './ticket-queries.ts'

/** Loads the composer, a separate chunk that loads in parallel with the conversation. */
export const loadComposer = () => import('./conversation/composer.tsx')

/** Loads the actions of staff on a ticket, including their keyboard shortcuts. */
export const loadStaffBar = () => import('./staff-bar.tsx')

/** Starts to load a ticket, its conversation, and the code that shows them. */
export async function loadTicket({ params, request }: { params: { id?: string }; request: Request }): Promise<null> {
  const { id } = params
  if (!id || !isId(id) || !readSession()) return null
  void queries.prefetchQuery(ticketOptions(id))
  void queries.prefetchInfiniteQuery(messagesOptions(id))
  void import('../../ui/text/markdown.ts').catch(() => {})
  void loadComposer().catch(() => {}) // the screen retries
  // Loaded early because a key that is pressed before its code has loaded would be lost.
  if (new URL(request.url).pathname.startsWith('/admin/')) void loadStaffBar().catch(() => {})
  return null
}
