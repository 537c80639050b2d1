// The reads and the route loader of a ticket. They have their own file so that the page of a ticket does not load the
// declared lists.
import { readStart } from '../../start.ts'
import { isId } from '../platform/data/is-id.ts'
import { loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { loadKeptCode } from '../platform/loading/kept-code.ts'
import { readSession } from '../platform/session/session.client.ts'
import { messagesOptions, proposedOptions, ticketOptions } from './ticket-queries.ts'

/** Loads the composer, a separate chunk that loads in parallel with the conversation. */
export const loadComposer = () => import('./conversation/composer.tsx')

/** Loads the actions of staff on a ticket, including their keyboard shortcuts. */
export const loadStaffBar = () => import('./staff-bar.tsx')

/** Loads what a language model suggests above a conversation. */
export const loadSuggestions = () => import('./suggestions/suggestions.tsx').then((m) => m.Suggestions)

/** Loads the request for a reply that a language model drafts. */
export const loadReplyDraft = () => import('./conversation/reply-draft.tsx').then((m) => m.ReplyDraft)

/** The reads of a ticket: the ticket, its conversation and, for staff, what a model suggests. */
export const ticketReads: ScreenReads = ({ params: { id }, url, site }) => {
  if (!id || !isId(id)) return []
  const suggesting = site.suggestions && url.pathname.startsWith('/admin/')
  return [ticketOptions(id), messagesOptions(id), ...(suggesting ? [proposedOptions(id)] : [])]
}
const startReads = loadReads(ticketReads)

/** Starts to load a ticket, its conversation, and the code that shows them. */
export async function loadTicket(route: { params: { id?: string }; request: Request }): Promise<null> {
  if (!isId(route.params.id ?? '') || !readSession()) return null
  void startReads(route)
  void import('../../ui/text/markdown.ts').catch(() => {})
  void loadComposer().catch(() => {}) // the screen retries
  if (!new URL(route.request.url).pathname.startsWith('/admin/')) return null
  // Loaded early because a key that is pressed before its code has loaded would be lost.
  void loadStaffBar().catch(() => {})
  // Loaded early so that they rarely appear after the conversation, which they would move.
  if (readStart().site.suggestions)
    void Promise.allSettled([loadKeptCode(loadSuggestions), loadKeptCode(loadReplyDraft)])
  return null
}
