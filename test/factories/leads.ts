import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { LeadActivities, Leads } from '../../src/server/platform/database/db.types.ts'
import type { MadeUser, Owner } from './people.ts'

let count = 0

/** Creates a lead of the provider. Default: a question from the contact form. */
export async function makeLead(
  db: Owner,
  provider: { id: string },
  fields: Partial<Insertable<Leads>> = {},
): Promise<{ id: string; company_id: string }> {
  const n = ++count
  const id = fields.id ?? uuid()
  return db
    .insertInto('leads')
    .values({
      company_id: provider.id,
      id,
      kind: 'contact',
      name: `Lead ${n}`,
      email: `lead${n}-${id.slice(-6)}@lead.example`,
      message: 'Can you count our licenses?',
      page: '/contact',
      form: `made ${id}`,
      ...fields,
    })
    .returning(['id', 'company_id'])
    .executeTakeFirstOrThrow()
}

/** Creates an activity of a lead. Default: a note. */
export async function makeLeadActivity(
  db: Owner,
  lead: { id: string; company_id: string },
  author: MadeUser,
  fields: Partial<Insertable<LeadActivities>> = {},
): Promise<void> {
  await db
    .insertInto('lead_activities')
    .values({
      company_id: lead.company_id,
      id: uuid(),
      lead_id: lead.id,
      kind: 'note',
      author_id: author.id,
      author_name: author.fullName,
      text: 'Called, no answer.',
      ...fields,
    })
    .execute()
}
