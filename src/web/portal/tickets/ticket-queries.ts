// The queries of the ticket screens, and functions that update the cache of one query from the response of another.
import type { InfiniteData } from '@tanstack/react-query'
import { api, client } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import type { Message, Ticket, TicketRow } from './model.ts'

const MESSAGES = 100
const first: string | undefined = undefined

type Page<T> = { items: T[]; nextCursor: string | null }
type Pages<T> = InfiniteData<Page<T>, string | undefined>

/** Others change tickets all the time: cached data is shown immediately and refetched on every visit. */
const FRESH_MS = 2_000

/** Query options for the ticket counts of a list's views. */
export const ticketCountsOptions = (company: string | undefined) =>
  api.tickets.counts.queryOptions({ input: { company }, staleTime: FRESH_MS })

/** Query options for one ticket. `id` can be a ticket number. */
export const ticketOptions = (id: string) => api.tickets.get.queryOptions({ input: { id }, staleTime: FRESH_MS })

/** Query options for the conversation of a ticket, oldest first. */
export const messagesOptions = (id: string) =>
  api.tickets.messages.infiniteOptions({
    input: (cursor: string | undefined) => ({ id, limit: MESSAGES, cursor }),
    initialPageParam: first,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: FRESH_MS,
  })

/** Query options for the hours that are left for a ticket. */
export const hoursOptions = (id: string) => api.tickets.hours.queryOptions({ input: { id }, staleTime: FRESH_MS })

/** Query options for the suggestions for a ticket, and for what the model can be asked about it. */
export const proposedOptions = (id: string) => api.prompts.ofTicket.queryOptions({ input: { id } })

/** Query options for the staff who can be assigned to a ticket. */
export const assigneeOptions = () => api.companies.staff.queryOptions({ select: (found) => found.items })

/** Refetches the counts. */
export const refreshTicketCounts = (): Promise<void> =>
  queries.invalidateQueries({ queryKey: api.tickets.counts.key() })

/** Refetches every list that was shown, and the counts. */
export function refreshTicketLists(): void {
  void queries.invalidateQueries({ queryKey: api.tickets.list.key() })
  void refreshTicketCounts()
}

/** Refetches a ticket. */
export const refreshTicket = (id: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: ticketOptions(id).queryKey })

/** Writes a ticket that the server just returned to the cache of every screen. */
export function keepTicket(ticket: Ticket): void {
  queries.setQueryData(ticketOptions(ticket.id).queryKey, ticket)
  keepRow(ticket)
}

/** Updates a row in every cached list that has it. The next response removes rows that no longer match a list. */
export function keepRow(row: Partial<TicketRow> & { id: string }): void {
  queries.setQueriesData<Pages<TicketRow>>({ queryKey: api.tickets.list.key({ type: 'infinite' }) }, (data) => {
    if (!data?.pages.some((p) => p.items.some((r) => r.id === row.id))) return data
    const put = (r: TicketRow): TicketRow => (r.id === row.id ? { ...r, ...row } : r)
    return { ...data, pages: data.pages.map((p) => ({ ...p, items: p.items.map(put) })) }
  })
}

/** Returns a ticket's row from a cached list, to show until the full ticket is loaded. Undefined if no list has it. */
export function getTicketFromLists(id: string): TicketRow | undefined {
  for (const [, data] of queries.getQueriesData<Pages<TicketRow>>({
    queryKey: api.tickets.list.key({ type: 'infinite' }),
  })) {
    const row = data?.pages.flatMap((p) => p.items).find((r) => r.id === id)
    if (row) return row
  }
  return undefined
}

/** Returns a ticket as it is shown now. Base a change on it, because a change just before may not have rendered yet. */
export const getShownTicket = (ticket: TicketRow): TicketRow =>
  queries.getQueryData(ticketOptions(ticket.id).queryKey) ?? getTicketFromLists(ticket.id) ?? ticket

/** Shows changed fields of a ticket on every screen. */
export function showTicketChange(id: string, fields: Partial<TicketRow>): void {
  keepRow({ ...fields, id })
  queries.setQueryData(ticketOptions(id).queryKey, (kept: Ticket | undefined) => kept && { ...kept, ...fields })
}

/**
 * Refetches the end of a conversation without the pages before it. Does nothing while the end is not loaded, because
 * the reader has not asked for it yet.
 */
export async function refreshMessages(id: string): Promise<void> {
  const { queryKey } = messagesOptions(id)
  const kept = queries.getQueryData(queryKey)
  if (!kept) return void queries.invalidateQueries({ queryKey })
  if (kept.pages.at(-1)?.nextCursor) return
  await loadFrom(id, kept.pageParams.at(-1))
}

/** Refetches a full conversation, after messages were added to its middle or removed from it. */
export const reloadMessages = (id: string): void =>
  void queries.invalidateQueries({ queryKey: messagesOptions(id).queryKey })

/** Loads the remaining pages of a conversation. */
export async function loadRest(id: string): Promise<void> {
  const { queryKey } = messagesOptions(id)
  const next = queries.getQueryData(queryKey)?.pages.at(-1)?.nextCursor
  await (next ? loadFrom(id, next) : refreshMessages(id))
}

async function loadFrom(id: string, cursor: string | undefined): Promise<void> {
  const { queryKey } = messagesOptions(id)
  for (let at: string | undefined | null = cursor; at !== null; ) {
    const asked: string | undefined = at
    const page: Page<Message> = await client.tickets.messages({ id, limit: MESSAGES, cursor: asked })
    queries.setQueryData(queryKey, (data) => {
      if (!data) return data
      const index = data.pageParams.indexOf(asked)
      if (index < 0) return { pages: [...data.pages, page], pageParams: [...data.pageParams, asked] }
      return { ...data, pages: data.pages.with(index, page) }
    })
    at = page.nextCursor
  }
}

/** Replaces a changed message in the cached conversation. */
export function replaceMessage(id: string, message: Message): void {
  queries.setQueryData(
    messagesOptions(id).queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((p) => ({ ...p, items: p.items.map((m) => (m.id === message.id ? message : m)) })),
      },
  )
}

/** Appends a message that the server just accepted to the cached conversation, if its end is loaded. */
export function keepMessage(id: string, message: Message): void {
  queries.setQueryData(messagesOptions(id).queryKey, (data) => {
    const last = data?.pages.at(-1)
    if (!data || !last || last.nextCursor || last.items.some((m) => m.id === message.id)) return data
    return { ...data, pages: data.pages.with(-1, { ...last, items: [...last.items, message] }) }
  })
}
