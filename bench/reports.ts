// A year of a large and of a small company: how long the report of twelve months takes, with the twelve before, and how
// its medians compare with `percentile_disc` alone.
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { createHttp } from '../src/server/http.ts'
import { type Db, systemOf } from '../src/server/platform/database/db.ts'
import { refreshDays, rowsWithin, type Scope, scopeOf, spanName } from '../src/server/reports/scope.ts'
import { spread } from '../src/server/reports/sections/spread.ts'
import { makeInstallation } from '../test/factories/automations.ts'
import { makeClient } from '../test/factories/contacts.ts'
import { type MadeCompany, makeCompany, makeUser, type Owner } from '../test/factories/people.ts'
import { bootServer, tokenOf } from './bench-server.ts'
import type { Env } from './cluster.ts'

const CALLS = 15
const CLIENTS = 20
const AUTOMATIONS = 10
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number

/**
 * Inserts two years of tickets, `tickets` per year, and of run days with `runs` runs per year. Returns the id of a
 * client.
 */
async function fill(
  db: Owner,
  of: { company: MadeCompany; owner: string },
  tickets: number,
  runs: number,
): Promise<string> {
  const { company, owner } = of
  const clients: string[] = []
  for (let n = 0; n < CLIENTS; n++) clients.push((await makeClient(db, { company_id: company.id })).id)
  const installed: string[] = []
  for (let n = 0; n < AUTOMATIONS; n++)
    installed.push((await makeInstallation(db, { companyId: company.id, name: `Automation ${n}` })).id)
  // The triggers of so many tickets would take minutes. The one mark inserted below says that all days must be
  // calculated.
  await sql`alter table tickets disable trigger user`.execute(db)
  await sql`
    insert into tickets (company_id, id, subject, description, category, impact, urgency, priority, status, requester_id, client_id,
      created_at, first_response_at, response_due_at, resolved_at, resolution_due_at, next_sla_check_at)
    select ${company.id}, gen_random_uuid(), 'Ticket ' || i, 'What happened.',
      (array['automation', 'integration', 'licences', 'reporting', 'ai', 'voice', 'account', 'billing', 'other'])[1 + i % 9], 'one', 'low',
      'P' || (1 + i % 4), 'resolved', ${owner}, (${clients}::uuid[])[1 + i % (${CLIENTS}::int + 1)], x.at,
      x.at + make_interval(mins => 5 + (i::bigint * 7919 % 1000)::int), x.at + interval '8 hours',
      x.at + make_interval(mins => 60 + (i::bigint * 104729 % 9000)::int), x.at + interval '3 days', null
    from generate_series(1, ${tickets * 2}::int) i cross join lateral (select now() - i * (interval '730 days' / ${tickets * 2}::int) as at) x`.execute(
    db,
  )
  await sql`alter table tickets enable trigger user`.execute(db)
  await sql`insert into report_marks (company_id) values (${company.id})`.execute(db)
  await sql`
    insert into run_days (company_id, installation_id, day, client_id, succeeded, failed, skipped, minutes_saved, seconds)
    select ${company.id}, (${installed}::uuid[])[a], current_date - d, (${clients}::uuid[])[c], x.each - x.each / 20, x.each / 20, 0, x.each * 3, x.each * 20
    from generate_series(1, ${AUTOMATIONS}::int) a, generate_series(0, 729) d, generate_series(1, ${CLIENTS}::int) c,
      lateral (select greatest(1, ${runs}::bigint / (365 * ${AUTOMATIONS}::int * ${CLIENTS}::int))::int as each) x`.execute(
    db,
  )
  return clients[0] as string
}

/** Returns the same medians and 90th percentiles as `spread`, by sorting all minutes. */
const sortAll = (scope: Scope, column: 'responses' | 'resolutions') => sql<{
  period: string
  value: string | null
  half: number
  most: number
}>`
  select period, value, at[1] as half, at[2] as most from (
    select ${spanName(scope)} as period, r.value, percentile_disc(array[0.5, 0.9]) within group (order by m) as at
    from report_days r cross join lateral unnest(r.${sql.ref(column)}) m
    where ${rowsWithin(scope)} and r.dimension = 'priority' group by grouping sets ((1), (1, 2))) x
  where period = 'now' or period = 'before' and value is null`

/** Returns the milliseconds that the medians of both columns take. Throws when the two methods disagree. */
async function compareMedians(db: Db, company: MadeCompany, period: { from: string; to: string }) {
  const scope = await scopeOf(db, systemOf(company.id), { ...period, company: company.id, compare: true })
  const time = async (make: typeof sortAll) => {
    const each: number[] = []
    let found = ''
    for (let n = 0; n < CALLS; n++) {
      const begun = performance.now()
      const { rows } = await make(scope, 'responses').execute(db)
      const { rows: more } = await make(scope, 'resolutions').execute(db)
      each.push(performance.now() - begun)
      found = [rows, more].map((all) => all.map((r) => `${r.period} ${r.value} ${r.half} ${r.most}`).toSorted()).join()
    }
    return { ms: Math.round(median(each)), found }
  }
  const [own, plain] = [await time(spread), await time(sortAll)]
  if (own.found !== plain.found) throw new Error(`The medians differ: ${own.found} and ${plain.found}`)
  return { own: own.ms, plain: plain.ms }
}

/**
 * Returns the response times of `GET /reports` over twelve months in milliseconds, for a company with 100,000 tickets a
 * year and for a small one.
 */
export async function reportFigures(from: Env & { DATABASE_URL: string }) {
  const product = await bootServer(from)
  const { env, platform, close } = product
  const app = createHttp(platform, { stopping: false })
  const db = platform.db.system
  const provider = await makeCompany(db, { is_internal: true })
  const rows: Record<string, string | number>[] = []
  try {
    const reader = async (company: MadeCompany, role: 'owner' | 'admin') => {
      const user = await makeUser(db, { companyId: company.id, role })
      const kind = role === 'owner' ? ('tenant' as const) : ('staff' as const)
      // A new token for every call, because filling and calculating take longer than a token is valid.
      const token = () => tokenOf(product, { kind, companyId: company.id, userId: user.id, role })
      return { user, token }
    }
    type Reader = Awaited<ReturnType<typeof reader>>
    const ask = async (who: Reader, query: string) => {
      const token = await who.token()
      const begun = performance.now()
      const r = await app.fetch(
        new Request(`http://127.0.0.1:1/api/v1/reports?${query}`, {
          headers: { apikey: env.publishableKey, authorization: `Bearer ${token}` },
        }),
        { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
      )
      const body = await r.text()
      if (r.status !== 200) throw new Error(`A report answered ${r.status}: ${body}`)
      return { ms: performance.now() - begun, bytes: body.length }
    }
    const to = new Date().toISOString().slice(0, 10)
    const from = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10)
    const period = `from=${from}&to=${to}`
    const admin = await reader(provider, 'admin')
    for (const [name, tickets, runs] of [
      ['1,000 tickets and 100,000 runs a year', 1_000, 100_000],
      ['100,000 tickets and 10,000,000 runs a year', 100_000, 10_000_000],
    ] as const) {
      const company = await makeCompany(db, { name })
      const owner = await reader(company, 'owner')
      const client = await fill(db, { company, owner: owner.user.id }, tickets, runs)
      await sql`vacuum analyze tickets`.execute(db)
      await sql`vacuum analyze run_days`.execute(db)
      await sql`vacuum analyze run_months`.execute(db)
      // The first read comes before any of the two years is calculated. Then the days are calculated as the job does
      // it.
      const first = await ask(owner, period)
      const begun = performance.now()
      await refreshDays(db, company.id)
      const calculationMs = performance.now() - begun
      await sql`vacuum analyze report_days`.execute(db)
      const time = async (who: Reader, query: string) => {
        const each: number[] = []
        for (let n = 0; n < CALLS; n++) each.push((await ask(who, query)).ms)
        return Math.round(median(each))
      }
      const medians = await db.transaction().execute((tx) => compareMedians(tx, company, { from, to }))
      rows.push({
        company: name,
        'first read, nothing calculated, ms': Math.round(first.ms),
        'the rest by the job, ms': Math.round(calculationMs),
        'twelve months, ms': await time(owner, period),
        'one end client, ms': await time(owner, `${period}&client=${client}`),
        'staff, ms': await time(admin, `${period}&company=${company.id}`),
        'staff, all companies, ms': await time(admin, period),
        'medians, ms': medians.own,
        'medians by percentile_disc alone, ms': medians.plain,
      })
    }
  } finally {
    await close()
  }
  return rows
}
