import { formatLongDay } from '../../contract/plain/dates.ts'
import { formatCents } from '../../contract/plain/money.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { type SearchResult, toHit } from '../platform/search/search-providers.ts'
import { INVOICES } from './company-export.ts'
import { isAdmin } from './policy.ts'
import { invoiceRows } from './queries.ts'

/**
 * Parses "INV-2026-0042", also within a copied text, "inv 2026 42", "2026-0042" or "inv 42". Returns undefined for a
 * bare "42" and for other text.
 */
function numberTyped(words: string): { year: string | undefined; count: string } | undefined {
  const typed = /^(inv(?:oice)?[\s#:-]*)?(?:(\d{4})[\s-]+)?0*(\d{1,9})$/i.exec(words.trim())
  const copied = /(?<![\p{L}\p{N}])INV-(\d{4})-0*(\d{1,9})(?!\d)/iu.exec(words)
  if (copied) return { year: copied[1], count: copied[2] as string }
  const count = typed?.[3]
  // A bare number means a ticket. An invoice number needs the prefix or the year.
  if (!typed || !count || !(typed[1] || typed[2])) return undefined
  return { year: typed[2], count }
}

/** Finds invoices by number. Returns none unless the actor is an owner or an administrator. */
export async function findInvoices(db: Db, actor: Actor, words: string, limit: number): Promise<SearchResult> {
  if (actor.role !== 'owner' && !isAdmin(actor)) return { items: [] }
  const typed = numberTyped(words)
  if (!typed) return { items: [] }
  let query = invoiceRows(db)
    .where('i.number', 'like', `INV-${typed.year ?? '____'}-${typed.count.padStart(4, '0')}`)
    .orderBy('i.issued_at', 'desc')
    .limit(limit)
  if (!isAdmin(actor)) query = query.where('i.company_id', '=', actor.companyId)
  const rows = await query.execute()
  return {
    items: rows.map((i) =>
      toHit(words, {
        kind: 'invoice',
        id: i.id,
        title: i.number as string,
        detail: [
          ...(isAdmin(actor) ? [i.company] : []),
          formatCents(i.total_cents),
          i.overdue ? `Overdue since ${formatLongDay(i.due_on)}` : (INVOICES[i.status] ?? i.status),
        ].join(' · '),
        path: isAdmin(actor)
          ? `/companies/${i.company_id}?tab=billing&invoice=${i.id}`
          : `/settings/billing?invoice=${i.id}`,
      }),
    ),
  }
}
