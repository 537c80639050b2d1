// The reads and the route loader of a ticket. They have their own file so that the page of a ticket does not load the
// declared lists.
import { isId } from '../platform/data/is-id.ts'
import { loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { readSession } from '../platform/session/session.client.ts'
import { messagesOptions, ticketOptions } from './ticket-queries.ts'

/** Loads the composer, a separate chunk that loads in parallel with the conversation. */
export const loadComposer = () => import('./conversation/composer.tsx')

/** Loads the actions of staff on a ticket, including their keyboard shortcuts. */
export const loadStaffBar = () => import('./staff-bar.tsx')

/** The reads of a ticket: the ticket and its conversation. */
export const ticketReads: ScreenReads = ({ params: { id } }) =>
  id && isId(id) ? [ticketOptions(id), messagesOptions(id)] : []
const startReads = loadReads(ticketReads)

/** Starts to load a ticket, its conversation, and the code that shows them. */
export async function loadTicket(route: { params: { id?: string }; request: Request }): Promise<null> {
  if (!isId(route.params.id ?? '') || !readSession()) return null
  void startReads(route)
  void import('../../ui/text/markdown.ts').catch(() => {})
  void loadComposer().catch(() => {}) // the screen retries
  // Loaded early because a key that is pressed before its code has loaded would be lost.
  if (new URL(route.request.url).pathname.startsWith('/admin/')) void loadStaffBar().catch(() => {})
  return null
}
