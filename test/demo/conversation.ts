// Canned replies, watchers, a mention, an edited message and an unsent draft, for the conversation screens.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Platform } from '../../src/server/platform/platform.ts'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'

const CANNED = [
  {
    name: 'Ask for the run log',
    shortcut: 'run-log',
    body: 'Hi {{ requester.first_name }},\n\nPlease attach the log of the failed run: open the automation, choose the run and copy its details. Then we can see at which step {{ ticket.number }} started.\n\n{{ me.first_name }}',
  },
  {
    name: 'Fixed, please confirm',
    shortcut: 'fixed',
    body: 'Hi {{ requester.first_name }},\n\nWe fixed the cause, and the last two runs succeeded. Please check that everything looks right on your end, and we’ll close {{ ticket.number }}.\n\n{{ me.first_name }}',
  },
  {
    name: 'Waiting for the vendor',
    shortcut: 'vendor',
    body: 'Hi {{ requester.first_name }},\n\nThe vendor of the connected system has confirmed the issue on their side and is working on it. We follow up every day and will post here as soon as there’s an update. There’s nothing for {{ company.name }} to do until then.\n\n{{ me.first_name }}',
  },
  {
    name: 'Missing permission',
    shortcut: 'permission',
    body: 'Hi {{ requester.first_name }},\n\nThe account that the automation uses no longer has permission to do this. Please grant it these permissions again:\n\n- \n\nReply here when that’s done, and we’ll rerun it.\n\n{{ me.first_name }}',
  },
  {
    name: 'P1 in progress',
    shortcut: 'p1',
    body: 'Hi {{ requester.first_name }},\n\nI’m working on {{ ticket.number }} and nothing else until it’s resolved.{% if ticket.priority == "P1" %} I’ll update you every 30 minutes, even if there’s nothing new.{% endif %}\n\n{{ me.name }}, {{ provider.name }}',
  },
]

type World = { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; now: number }

/** Writes conversation data. Needs the tickets. */
export async function seedConversation(db: Owner, _: Platform, { companies, people, now }: World): Promise<void> {
  const provider = [...companies.values()].find((c) => c.is_internal) as MadeCompany
  const northgate = companies.get('Northgate IT') as MadeCompany
  const who = (email: string) => people.get(email) as MadeUser
  const [engineer, admin, owner, member] = [
    'engineer@millwright.example',
    'admin@millwright.example',
    'owner@northgate.example',
    'member@northgate.example',
  ].map(who) as [MadeUser, MadeUser, MadeUser, MadeUser]
  await db
    .insertInto('canned_replies')
    .values(
      CANNED.map((c, i) => ({
        company_id: provider.id,
        id: uuid(),
        ...c,
        updated_by: i % 2 ? admin.id : engineer.id,
        updated_at: new Date(now - (i + 2) * 5 * 86_400_000).toISOString(),
      })),
    )
    .execute()

  const open = await db
    .selectFrom('tickets')
    .select(['id', 'company_id', 'requester_id'])
    .where('company_id', '=', northgate.id)
    .where('status', 'not in', ['resolved', 'closed'])
    .orderBy('updated_at', 'desc')
    .limit(4)
    .execute()
  const contact = await db
    .selectFrom('contacts')
    .select('id')
    .where('company_id', '=', northgate.id)
    .where('email', 'is not', null)
    .where('archived_at', 'is', null)
    .orderBy('full_name')
    .executeTakeFirst()
  for (const [i, ticket] of open.entries()) {
    const colleague = ticket.requester_id === owner.id ? member : owner
    const place = { company_id: ticket.company_id, ticket_id: ticket.id }
    await db
      .insertInto('ticket_watchers')
      .values([
        { ...place, id: uuid(), user_id: colleague.id, added_by: ticket.requester_id },
        ...(i === 0 && contact
          ? [{ ...place, id: uuid(), contact_id: contact.id, added_by: ticket.requester_id }]
          : []),
        ...(i < 2 ? [{ ...place, id: uuid(), user_id: admin.id, added_by: admin.id }] : []),
      ])
      .execute()
    const last = await db
      .selectFrom('messages')
      .select(['id', 'body', 'created_at'])
      .where('ticket_id', '=', ticket.id)
      .where('kind', '=', 'reply')
      .where('author_id', '=', engineer.id)
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
    if (!last) continue
    // The last reply was edited after two minutes to mention the colleague.
    const body = `@[${colleague.fullName}](mention:${colleague.id}) FYI.\n\n${last.body}`
    const edited = sql<string>`${last.created_at}::timestamptz + interval '2 minutes'`
    await db
      .insertInto('message_versions')
      .values({
        company_id: ticket.company_id,
        id: uuid(),
        message_id: last.id,
        body: last.body,
        written_at: last.created_at,
        replaced_at: edited,
      })
      .execute()
    await db
      .updateTable('messages')
      .set({ body, version: 2, edited_at: edited })
      .where('company_id', '=', ticket.company_id)
      .where('id', '=', last.id)
      .execute()
    await db
      .insertInto('mentions')
      .values({ company_id: ticket.company_id, message_id: last.id, user_id: colleague.id, ticket_id: ticket.id })
      .execute()
  }
  const begun = open[1]
  if (!begun) return
  await db
    .insertInto('ticket_drafts')
    .values({
      company_id: provider.id,
      id: uuid(),
      user_id: engineer.id,
      kind: 'note',
      ticket_company_id: begun.company_id,
      ticket_id: begun.id,
      body: 'Before replying, compare with last Tuesday’s run. The step order is different.',
      revision: uuid(),
      updated_at: new Date(now - 40 * 60_000).toISOString(),
    })
    .execute()
}
