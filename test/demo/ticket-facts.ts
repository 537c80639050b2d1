import { sql } from 'kysely'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'
import { conversations } from './conversations.ts'

type Made = { companies: Map<string, MadeCompany>; people: Map<string, MadeUser> }

/** Ratings that partners gave their tickets, by subject. */
const ratings: Record<string, { rating: number; comment?: string; by: string }> = {
  'New phone, locked out of the portal': {
    rating: 5,
    comment: 'Back in within the hour, and you verified who was asking.',
    by: 'member@northgate.example',
  },
  'Datto RMM webhook answers 401 after we rotated the API keys': { rating: 4, by: 'member@northgate.example' },
  'Backup report cries wolf': {
    rating: 3,
    comment: 'Fixed, but we had to ask twice for an update.',
    by: 'owner@northgate.example',
  },
  'After-hours callers land in the billing queue': { rating: 5, by: 'owner@northgate.example' },
}

/** Writes clients and contacts of the tickets, the source of some, links, and ratings. */
export async function seedTicketFacts(db: Owner, { companies, people }: Made): Promise<void> {
  const companyOf = { northgate: 'Northgate IT', bluepeak: 'Bluepeak Managed Services' }
  for (const t of conversations) {
    if (!t.client) continue
    const companyId = (companies.get(companyOf[t.company]) as MadeCompany).id
    await sql`
      update tickets set client_id = c.id,
        contact_id = (select k.id from contacts k where k.company_id = c.company_id and k.client_id = c.id and k.archived_at is null
          order by k.created_at, k.id limit 1)
      from clients c where c.company_id = ${companyId} and c.name = ${t.client} and c.archived_at is null
        and tickets.company_id = ${companyId} and tickets.subject = ${t.subject}`.execute(db)
  }
  const north = (companies.get(companyOf.northgate) as MadeCompany).id
  const idOf = (email: string) => (people.get(email) as MadeUser).id
  const done = await db
    .selectFrom('tickets')
    .select(['id', 'subject'])
    .where('company_id', '=', north)
    .where('status', 'in', ['resolved', 'closed'])
    .orderBy('resolved_at', 'desc')
    .limit(12)
    .execute()
  for (const [subject, { rating, comment, by }] of Object.entries(ratings)) {
    const ticket = done.find((t) => t.subject === subject)
    if (ticket)
      await db
        .updateTable('tickets')
        .set({
          rating,
          rating_comment: comment ?? null,
          rated_by: idOf(by),
          rated_at: sql<string>`least(now(), resolved_at + interval '3 hours')`,
        })
        .where('id', '=', ticket.id)
        .execute()
  }
  const sources = await db
    .selectFrom('tickets')
    .select('id')
    .where('company_id', '=', north)
    .orderBy('number', 'desc')
    .limit(12)
    .execute()
  for (const [at, source] of [
    [2, 'mail'],
    [7, 'mail'],
    [9, 'api'],
  ] as const) {
    const ticket = sources[at]
    if (ticket) await db.updateTable('tickets').set({ source }).where('id', '=', ticket.id).execute()
  }
  await seedTied(
    db,
    north,
    idOf('engineer@millwright.example'),
    done.map((d) => d.id),
  )
}

/** Links two related tickets, and a ticket with its cause. */
async function seedTied(db: Owner, companyId: string, by: string, done: string[]): Promise<void> {
  const tickets = await db
    .selectFrom('tickets')
    .select(['id', 'number', 'subject', 'category'])
    .where('company_id', '=', companyId)
    .where('status', 'not in', ['resolved', 'closed'])
    .orderBy('number', 'desc')
    .execute()
  const [first] = tickets
  const alike = tickets.find((t) => t.id !== first?.id && t.category === first?.category)
  const [, , , past] = done
  const tie = (ticket_id: string, other_id: string, kind: string) =>
    db
      .insertInto('ticket_links')
      .values({
        company_id: companyId,
        id: crypto.randomUUID(),
        ticket_id,
        other_company_id: companyId,
        other_id,
        kind,
        created_by: by,
      })
      .execute()
  if (first && alike) await tie(first.id, alike.id, 'related')
  if (first && past) await tie(first.id, past, 'caused_by')
}
