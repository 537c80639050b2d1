// What the ticket screens ask the server for, and how an answer to one question serves the others.
import type { InfiniteData } from '@tanstack/react-query'
import { api, client } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import type { Message, Ticket, TicketRow } from './model.ts'

const MESSAGES = 100
const first: string | undefined = undefined

type Page<T> = { items: T[]; nextCursor: string | null }
type Pages<T> = InfiniteData<Page<T>, string | undefined>

/** Others change tickets all the time: what is kept is shown at once, and asked for again on every visit. */
const FRESH_MS = 2_000

/** The numbers at a list's head. */
export const countsOptions = (company: string | undefined) =>
  api.tickets.counts.queryOptions({ input: { company }, staleTime: FRESH_MS })

/** One ticket. */
export const ticketOptions = (id: string) => api.tickets.get.queryOptions({ input: { id }, staleTime: FRESH_MS })

/** The conversation of a ticket, oldest first. */
export const messagesOptions = (id: string) =>
  api.tickets.messages.infiniteOptions({
    input: (cursor: string | undefined) => ({ id, limit: MESSAGES, cursor }),
    initialPageParam: first,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: FRESH_MS,
  })

/** Who can take a ticket. */
export const staffOptions = () => api.companies.staff.queryOptions({ select: (found) => found.items })

/** Asks again for the counts. */
export const refreshCounts = (): Promise<void> => queries.invalidateQueries({ queryKey: api.tickets.counts.key() })

/** Asks again for every list that was shown, and for the counts. */
export function refreshLists(): void {
  void queries.invalidateQueries({ queryKey: api.tickets.list.key() })
  void refreshCounts()
}

/** Asks again for a ticket. */
export const refreshTicket = (id: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: ticketOptions(id).queryKey })

/** Puts a ticket that the server just gave where every screen finds it. */
export function keepTicket(ticket: Ticket): void {
  queries.setQueryData(ticketOptions(ticket.id).queryKey, ticket)
  keepRow(ticket)
}

/** Puts a row into every list that has it. Rows that no longer belong there leave with the next answer. */
export function keepRow(row: TicketRow): void {
  queries.setQueriesData<Pages<TicketRow>>({ queryKey: api.tickets.list.key({ type: 'infinite' }) }, (data) => {
    if (!data?.pages.some((p) => p.items.some((r) => r.id === row.id))) return data
    const put = (r: TicketRow): TicketRow => (r.id === row.id ? { ...r, ...row } : r)
    return { ...data, pages: data.pages.map((p) => ({ ...p, items: p.items.map(put) })) }
  })
}

/** A ticket as a list showed it, until the whole of it is there. */
export function knownRow(id: string): TicketRow | undefined {
  for (const [, data] of queries.getQueriesData<Pages<TicketRow>>({
    queryKey: api.tickets.list.key({ type: 'infinite' }),
  })) {
    const row = data?.pages.flatMap((p) => p.items).find((r) => r.id === id)
    if (row) return row
  }
  return undefined
}

/**
 * Brings the end of a conversation up to date without asking for the pages before it. Where the end was not loaded
 * yet, nothing is missing that the reader has not asked for.
 */
export async function refreshMessages(id: string): Promise<void> {
  const { queryKey } = messagesOptions(id)
  const kept = queries.getQueryData(queryKey)
  if (!kept) return void queries.invalidateQueries({ queryKey })
  if (kept.pages.at(-1)?.nextCursor) return
  await loadFrom(id, kept.pageParams.at(-1))
}

/** Asks again for a whole conversation: messages came into its middle, or left it. */
export const reloadMessages = (id: string): void =>
  void queries.invalidateQueries({ queryKey: messagesOptions(id).queryKey })

/** Loads what is left of a conversation. */
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

/** Puts a message that was changed where it stands. */
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

/** Puts a message that the server just took at the end of its conversation, if the end is loaded. */
export function keepMessage(id: string, message: Message): void {
  queries.setQueryData(messagesOptions(id).queryKey, (data) => {
    const last = data?.pages.at(-1)
    if (!data || !last || last.nextCursor || last.items.some((m) => m.id === message.id)) return data
    return { ...data, pages: data.pages.with(-1, { ...last, items: [...last.items, message] }) }
  })
}
