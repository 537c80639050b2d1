import { TicketFilter } from '../../contract/tickets.ts'
import type { Actor, Db } from '../platform/db.ts'
import type { Finding } from '../platform/finders.ts'
import { listFound } from './list.ts'
import { readTyped } from './typed.ts'

/** Tickets by number, words and conversation, for the palette: those that moved last come first. */
export async function findTickets(db: Db, actor: Actor, words: string, limit: number): Promise<Finding> {
  const typed = readTyped(words)
  if (!typed) return { items: [] }
  const staff = actor.kind === 'staff'
  const { items, instead } = await listFound(db, actor, { ...TicketFilter.parse({ q: words }), limit }, typed)
  return {
    loose: instead != null,
    instead: instead ?? null,
    items: items.map((t) => ({
      kind: 'ticket',
      id: t.id,
      title: t.subject,
      pieces: t.found?.subject ?? [{ text: t.subject, hit: false }],
      detail: staff ? `T-${t.number} · ${t.company.name}` : `T-${t.number}`,
      // The line of the text says why it is here where the subject does not.
      text: t.found?.subject.some((p) => p.hit) ? null : (t.found?.text ?? null),
      path: `${staff ? '/admin/tickets' : '/tickets'}/${t.id}`,
    })),
  }
}
