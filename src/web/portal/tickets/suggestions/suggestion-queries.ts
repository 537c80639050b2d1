import { api } from '../../platform/data/api.ts'
import { queries } from '../../platform/data/queries.ts'
import { proposedOptions, refreshTicket, refreshTicketLists } from '../ticket-queries.ts'

/** Query options for the undecided triage suggestions of all tickets. */
export const undecidedOptions = () => api.prompts.suggestions.queryOptions({ input: { limit: 50 } })

/** Refetches the suggestions, and the ticket if a suggestion changed it. */
export async function refreshProposed(ticketId: string, edited: boolean): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: proposedOptions(ticketId).queryKey }),
    queries.invalidateQueries({ queryKey: api.prompts.suggestions.key() }),
    ...(edited ? [refreshTicket(ticketId), refreshTicketLists()] : []),
  ])
}
