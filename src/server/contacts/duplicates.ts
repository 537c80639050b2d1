import { sql } from 'kysely'
import type { z } from 'zod'
import type { ContactRow } from '../../contract/contacts/index.ts'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { presentContactRow } from './present.ts'
import { contactRows } from './queries.ts'

type Found = z.infer<typeof ContactRow> & { same: 'email' | 'name' }
const MOST = 5

/**
 * Returns contacts that may be the same person: same email, or same name at the same client. Includes archived
 * contacts, because restoring one is better than entering it again.
 */
export const listDuplicates = action(contract.contacts.duplicates, async ({ platform, actor }, asked) => {
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
})
