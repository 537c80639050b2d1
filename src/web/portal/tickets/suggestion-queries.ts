import { api } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { refreshLists, refreshTicket } from './ticket-queries.ts'

/** What a model proposed for a ticket, and what it may be asked. */
export const proposedOptions = (id: string) => api.prompts.ofTicket.queryOptions({ input: { id } })
/** Triage of any ticket that nobody has decided about. */
export const undecidedOptions = () => api.prompts.suggestions.queryOptions({ input: { limit: 50 } })

/** Asks again for what was proposed, and for a ticket that was changed by it. */
export async function refreshProposed(ticketId: string, edited: boolean): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: proposedOptions(ticketId).queryKey }),
    queries.invalidateQueries({ queryKey: api.prompts.suggestions.key() }),
    ...(edited ? [refreshTicket(ticketId), refreshLists()] : []),
  ])
}
