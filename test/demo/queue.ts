import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Platform } from '../../src/server/platform/platform.ts'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'

/** The company whose tickets are assigned to each engineer, so that the work is shared. */
const HANDS: Record<string, string> = {
  'Joel Abernathy': 'Lakeshore Tech Partners',
  'Nadia Rahman': 'Redrock Computing',
  'Sofia Bergqvist': 'Fieldstone Managed IT',
}
/** Saved views of the demo's engineer. */
const VIEWS = [
  { name: 'Urgent and high', query: 'priority=P1&priority=P2' },
  { name: 'Billing questions', query: 'category=billing' },
]

/** Assigns open tickets of some companies to these engineers, and writes saved views of the demo's engineer. */
export async function seedQueue(
  db: Owner,
  _platform: Platform,
  { companies, people }: { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; now: number },
): Promise<void> {
  for (const [name, company] of Object.entries(HANDS)) {
    await sql`
      update tickets t set assignee_id = p.id
      from profiles p join companies own on own.id = p.company_id and own.is_internal, companies c
      where p.full_name = ${name} and c.name = ${company} and t.company_id = c.id
        and t.assignee_id is not null and t.status not in ('resolved', 'closed')`.execute(db)
  }
  const engineer = people.get('engineer@millwright.example')
  if (!engineer || companies.size === 0) return
  await db
    .insertInto('saved_views')
    .values(
      VIEWS.map((view, position) => ({
        ...view,
        company_id: engineer.companyId,
        id: uuid(),
        user_id: engineer.id,
        list: 'ticket-queue',
        position,
      })),
    )
    .execute()
}
