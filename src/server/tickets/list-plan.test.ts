import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { Actor } from '../platform/database/db.ts'
import { type Filter, filterTickets } from './filter.ts'

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
  const [row] = await server.platform.db.askAs(actor(), (db) =>
    filterTickets(db, actor(), { sort: 'updated', order: 'desc', ...filter } as Filter, undefined, 26).explain<{
      'QUERY PLAN': Plan[]
    }>('json', sql`analyze, buffers`),
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
