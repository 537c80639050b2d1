import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { Actor } from '../platform/database/db.ts'
import { ticketFields } from './fields.ts'
import { type Filter, filterTickets, pageWithNames } from './filter.ts'
import { ticketRows } from './queries.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

type Plan = { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }
const actor = (): Actor => ({
  kind: 'tenant',
  role: 'owner',
  companyId: world.north.company.id,
  userId: world.north.owner.id,
})
/** Returns the pages that Postgres reads for a list of 25. */
async function pagesOf(filter: Partial<Filter>): Promise<number> {
  const list = { sort: 'updated', order: 'desc', ...filter } as Filter
  const {
    rows: [row],
  } = await server.platform.db.askAs(actor(), (db) =>
    sql`explain (analyze, buffers, format json) ${pageWithNames(filterTickets(db, actor(), list, undefined, 26), list)}`.execute(
      db,
    ),
  )
  const { Plan } = (row as { 'QUERY PLAN': [Plan] })['QUERY PLAN'][0]
  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
}
/** Creates tickets that were last updated `minutes` ago, and before that, one per minute. */
const fill = async (of: World['north'], count: number, minutes: number) => {
  await sql`insert into tickets (company_id, id, subject, description, category, impact, urgency, priority, requester_id, created_at, updated_at)
    select ${of.company.id}, gen_random_uuid(), 'A ticket', 'Of this company.', 'other', 'one', 'medium', 'P3', ${of.owner.id}, at, at
    from generate_series(1, ${count}::int) i cross join lateral (select now() - interval '1 minute' * (${minutes}::int + i) as at) a`.execute(
    server.db,
  )
  await sql`analyze tickets`.execute(server.db)
}

test('a page has the rows and names of a query that looks up each name in each row, in the same order', async () => {
  const { company, owner } = world.north
  const client = crypto.randomUUID()
  const contact = crypto.randomUUID()
  await sql`insert into clients (company_id, id, name) values (${company.id}, ${client}, 'A client "of" ours')`.execute(
    server.db,
  )
  await sql`insert into contacts (company_id, id, client_id, full_name, email) values (${company.id}, ${contact}, ${client}, 'Ann', 'ann@example.test')`.execute(
    server.db,
  )
  await fill(world.north, 12, 50)
  await fill(world.south, 12, 55)
  await sql`update tickets set client_id = ${client}, contact_id = ${contact}, assignee_id = ${world.engineer.id}, sla_due_at = now() + interval '1 hour'
    where company_id = ${company.id} and number % 3 = 0`.execute(server.db)
  const staff: Actor = { kind: 'staff', role: 'engineer', companyId: world.provider.id, userId: world.engineer.id }
  const orders = [{}, { sort: 'due', order: 'asc' }, { sort: 'priority', order: 'asc' }, { sort: 'number' }] as const
  for (const reader of [actor(), staff])
    for (const order of orders) {
      const list = { sort: 'updated', order: 'desc', ...order } as Filter
      const [page, plain] = await server.platform.db.asActor(reader, (db) =>
        Promise.all([
          pageWithNames(filterTickets(db, reader, list, undefined, 20), list)
            .execute(db)
            .then(({ rows }) => rows),
          filterTickets(db, reader, list, undefined, 20).execute(),
        ]),
      )
      expect(page).toEqual(plain)
      const named = page.filter((row) => row.client === 'A client "of" ours' && row.contact === 'Ann' && row.assignee)
      expect(named.length).toBeGreaterThan(0)
      expect(page.every((row) => row.company !== null && (row.requester_id !== owner.id || row.requester))).toBe(true)
    }
})

test('a partner’s list reads the same pages, however many newer tickets another company has', async () => {
  await fill(world.north, 100, 10_000)
  const lists: Partial<Filter>[] = [{}, { sort: 'created' }, { sort: 'number' }, { sort: 'due', order: 'asc' }]
  const read = async () => {
    const pages: number[] = []
    for (const list of lists) pages.push(await pagesOf(list))
    return pages
  }
  const before = await read()
  await fill(world.south, 4_000, 0)
  const after = await read()
  for (const [i, pages] of after.entries())
    expect(pages, JSON.stringify({ list: lists[i], before, after })).toBeLessThan((before[i] as number) * 1.3 + 20)
})

test('opening a ticket reads the same pages, however many tickets of the company are watched', async () => {
  await fill(world.south, 50, 20_000)
  const { south, engineer } = world
  const watch = (max: number) =>
    sql`insert into ticket_watchers (company_id, id, ticket_id, user_id)
      select company_id, gen_random_uuid(), id, ${engineer.id} from tickets where company_id = ${south.company.id}
      order by created_at limit ${max} on conflict do nothing`.execute(server.db)
  await watch(10)
  const { id } = await server.db
    .selectFrom('ticket_watchers')
    .select('ticket_id as id')
    .where('company_id', '=', south.company.id)
    .limit(1)
    .executeTakeFirstOrThrow()
  const pages = async () => {
    await sql`analyze ticket_watchers`.execute(server.db)
    const staff: Actor = { kind: 'staff', role: 'engineer', companyId: world.provider.id, userId: engineer.id }
    const {
      rows: [row],
    } = await server.platform.db.askAs(staff, (db) =>
      sql`explain (analyze, buffers, format json) ${ticketRows(db).select(ticketFields.record).where('t.id', '=', id)}`.execute(
        db,
      ),
    )
    const { Plan } = (row as { 'QUERY PLAN': [Plan] })['QUERY PLAN'][0]
    return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
  }
  const before = await pages()
  await watch(4_000)
  expect(await pages()).toBeLessThan(before + 10)
})
