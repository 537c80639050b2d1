import { TicketFilter } from '../../../contract/tickets/index.ts'
import type { Actor, Db } from '../../platform/database/db.ts'
import type { SearchResult } from '../../platform/search/search-providers.ts'
import { listFound } from '../list.ts'
import { parseSearch } from './typed.ts'

/** Returns tickets whose number, text or conversation matches, for the command palette. Most recently updated first. */
export async function findTickets(db: Db, actor: Actor, words: string, limit: number): Promise<SearchResult> {
  const typed = parseSearch(words)
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
      // The excerpt explains the match where the subject does not.
      text: t.found?.subject.some((p) => p.hit) ? null : (t.found?.text ?? null),
      path: `${staff ? '/admin/tickets' : '/tickets'}/${t.id}`,
    })),
  }
}
