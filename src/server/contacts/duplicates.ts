import { sql } from 'kysely'
import type { z } from 'zod'
import type { ContactRow } from '../../contract/contacts.ts'
import type { Actored } from '../platform/api.ts'
import { presentContactRow } from './present.ts'
import { contactRows } from './queries.ts'

type Asked = { company?: string; email?: string; fullName?: string; client?: string; except?: string }
type Found = z.infer<typeof ContactRow> & { same: 'email' | 'name' }
const MOST = 5

/**
 * Contacts that may be the same person: the same email, or the same name at the same client. Archived ones are among
 * them: restoring is better than typing again.
 */
export async function duplicates({ platform, actor }: Actored, asked: Asked): Promise<{ items: Found[] }> {
  const company = actor.kind === 'tenant' ? actor.companyId : asked.company
  const email = asked.email?.trim().toLowerCase()
  const name = asked.fullName?.trim()
  if (!company || (!email && !name)) return { items: [] }
  return platform.db.asActor(actor, async (db) => {
    const of = () => {
      const query = contactRows(db).where('t.company_id', '=', company).orderBy('t.id').limit(MOST)
      return asked.except ? query.where('t.id', '<>', asked.except) : query
    }
    const [byEmail, byName] = await Promise.all([
      email ? of().where('t.email_key', '=', email).execute() : [],
      name
        ? of()
            .where('t.name_key', '=', sql<string>`fold_text(${name})`)
            .where('t.client_id', asked.client ? '=' : 'is', asked.client ?? null)
            .execute()
        : [],
    ])
    const found: Found[] = byEmail.map((r) => ({ ...presentContactRow(r, actor), same: 'email' as const }))
    for (const r of byName) {
      if (!found.some((f) => f.id === r.id)) found.push({ ...presentContactRow(r, actor), same: 'name' })
    }
    return { items: found.slice(0, MOST) }
  })
}
