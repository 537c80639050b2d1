// Canned replies, watchers, a mention, a corrected message and an unsent draft: what the conversation's screens show.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Platform } from '../../src/server/platform/platform.ts'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'

const CANNED = [
  {
    name: 'Ask for the run log',
    shortcut: 'run-log',
    body: 'Hi {{ requester.first_name }},\n\nplease attach the log of the run that failed: open the automation, choose the run, then **Download log**. With it we see at which step {{ ticket.number }} began.\n\n{{ me.first_name }}',
  },
  {
    name: 'Fixed, please confirm',
    shortcut: 'fixed',
    body: 'Hi {{ requester.first_name }},\n\nthe cause is removed and the last two runs went through. Please look whether everything is as it should be at your end; then we close {{ ticket.number }}.\n\n{{ me.first_name }}',
  },
  {
    name: 'Waiting for the vendor',
    shortcut: 'vendor',
    body: 'Hi {{ requester.first_name }},\n\nthe vendor of the connected system has confirmed the fault on their side and works on it. We ask again every day and write here as soon as there is news. Nothing to do for {{ company.name }} until then.\n\n{{ me.first_name }}',
  },
  {
    name: 'Permission is missing',
    shortcut: 'permission',
    body: 'Hi {{ requester.first_name }},\n\nthe account that the automation uses may not do this any more. Please grant it these rights again:\n\n- \n\nThen choose **Run again**; the run goes on where it stopped.\n\n{{ me.first_name }}',
  },
  {
    name: 'P1 taken over',
    shortcut: 'p1',
    body: 'Hi {{ requester.first_name }},\n\nI have {{ ticket.number }} and do nothing else until it is solved.{% if ticket.priority == "P1" %} You hear from me every 30 minutes, also when there is nothing new.{% endif %}\n\n{{ me.name }}, {{ provider.name }}',
  },
]

type World = { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; now: number }

/** Runs after the tickets are there. */
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
    // The last answer names the colleague, and was put right two minutes later.
    const body = `@[${colleague.fullName}](mention:${colleague.id}) for your information.\n\n${last.body}`
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
      body: 'Before answering: compare with the run of last Tuesday, the step order differs.',
      revision: uuid(),
      updated_at: new Date(now - 40 * 60_000).toISOString(),
    })
    .execute()
}
