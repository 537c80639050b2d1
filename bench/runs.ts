// Runs of automations: the cost of receiving them, how many per second, and how reading slows down from 100,000 to
// 10,000,000 runs of the same automations, in one cluster.
import http from 'node:http'
import pg from 'pg'
import type { Cluster } from '../src/server/platform/database/postgres.ts'
import { type Env, makeDatabase } from './cluster.ts'
import { type Case, measure, serverUnderLoad, type UnderLoad } from './load.ts'

const COMPANIES = 20
const PER_COMPANY = 10
const KEYS = 4
const DAYS = 390
/** Number of users who read in turn. Their first reads are not measured, so that both sizes are read from memory. */
const READERS = 40

/**
 * Fills a database in bulk: companies with users, API keys and automations, and `runs` runs over the last 13 months.
 */
async function fill(url: string, runs: number): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  const each = runs / COMPANIES / PER_COMPANY
  await db.query(
    `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'; set jit = off`,
  )
  await db.query(`
    insert into companies (id, name, slug, is_internal)
      select gen_random_uuid(), 'Company ' || n, 'company-' || n, n = 0 from generate_series(0, ${COMPANIES}) as n;
    create unlogged table seed_people as select gen_random_uuid() as id, c.id as company_id, c.is_internal, k
      from companies c cross join generate_series(1, 10) as k;
    insert into auth."user" (id, name, email, "emailVerified") select id, 'Bench', id || '@example.test', true from seed_people;
    insert into profiles (id, company_id, full_name, email) select id, company_id, 'Bench', id || '@example.test' from seed_people;
    insert into user_roles (user_id, company_id, role) select id, company_id, case when is_internal then 'engineer' else 'owner' end from seed_people;
    insert into api_keys (company_id, id, name, prefix, hash, scopes, created_by)
      select p.company_id, gen_random_uuid(), 'Bench', 'mwk_bench', encode(sha256(('bench ' || p.id)::bytea), 'hex'), array['runs:write'], p.id
      from seed_people p where not p.is_internal and k <= ${KEYS};
    insert into installations (company_id, id, name, status, minutes_per_run, time_zone, live_at)
      select c.id, gen_random_uuid(), 'Automation ' || k, 'live', 12, 'America/Chicago', now() - interval '${DAYS} days'
      from companies c cross join generate_series(1, ${PER_COMPANY}) as k where not c.is_internal`)
  const { rows } = await db.query<{ company_id: string; id: string }>(
    'select company_id, id from installations order by 1, 2',
  )
  for (const i of rows) {
    const at = `now() - interval '${DAYS} days' + interval '${DAYS} days' * (n::float8 / ${each}) - interval '1 minute'`
    await db.query(
      `with r as (insert into runs (company_id, installation_id, id, external_id, status, started_at, finished_at, minutes_saved, message, output)
        select $1, $2, uuidv7(x.at - now()), 'run-' || n, case when n % 50 = 7 then 'failed' when n % 40 = 3 then 'skipped' else 'succeeded' end,
          x.at, x.at + interval '20 seconds', case when n % 50 = 7 or n % 40 = 3 then 0 else 12 end, 'Device ' || n || ' was looked at.',
          jsonb_build_object('device', n, 'ok', true)
        from generate_series(1, ${each}) as n cross join lateral (select ${at} as at offset 0) as x
        returning company_id, installation_id, external_id, id, started_at, status, minutes_saved),
      k as (insert into run_keys (company_id, installation_id, external_id, run_id, started_at)
        select company_id, installation_id, external_id, id, started_at from r)
      insert into run_days (company_id, installation_id, day, succeeded, failed, skipped, minutes_saved, seconds)
      select company_id, installation_id, (started_at at time zone 'America/Chicago')::date, count(*) filter (where status = 'succeeded'),
        count(*) filter (where status = 'failed'), count(*) filter (where status = 'skipped'), sum(minutes_saved), 20 * count(*) from r group by 1, 2, 3`,
      [i.company_id, i.id],
    )
  }
  await db.query('update installations set last_run_at = now(), watched_from = now()')
  await db.query('vacuum analyze')
  await db.end()
}

type Server = UnderLoad & {
  senders: { key: string; id: string }[]
  readers: { token: string; id: string }[]
  staff: string[]
}
type Size = { runs: number; server: Server }

let n = 0
const run = () => {
  const at = new Date(Date.now() - 60_000 - (++n % 50_000)).toISOString()
  return {
    externalId: `bench-${n}`,
    status: 'succeeded',
    startedAt: at,
    finishedAt: at,
    message: `Device ${n} was looked at.`,
    output: { device: n, ok: true },
  }
}
/** Returns calls that send `runs` runs each, with a different API key in turn. */
function sending({ senders }: Server, name: string, runs: number): { case: Case; headers: UnderLoad['headers'] } {
  let turn = 0
  let sender = senders[0] as Server['senders'][number]
  return {
    // `measure` reads the headers before the path, so the headers choose the sender of the call.
    headers: () => {
      sender = senders[turn++ % senders.length] as typeof sender
      // Requests without a sign-in are limited per address, so each uses its own.
      return { 'x-api-key': sender.key, 'x-forwarded-for': `10.0.${(turn >> 8) & 255}.${turn & 255}` } as never
    },
    case: {
      name,
      get path() {
        return `/api/v1/automations/${sender.id}/runs`
      },
      method: 'POST',
      body: () => JSON.stringify(runs === 1 ? run() : Array.from({ length: runs }, run)),
    },
  }
}

const READS: { name: string; as: 'partner' | 'staff'; path: (id: string) => string }[] = [
  { name: 'runs, newest 50', as: 'partner', path: (id) => `/automations/${id}/runs?limit=50` },
  { name: 'runs that failed', as: 'partner', path: (id) => `/automations/${id}/runs?status=failed&limit=50` },
  {
    name: 'runs of a month',
    as: 'partner',
    path: (id) => `/automations/${id}/runs?from=${dayAgo(60)}&to=${dayAgo(30)}&limit=50`,
  },
  { name: 'days of a year', as: 'partner', path: (id) => `/automations/${id}/days?days=365` },
  { name: 'one automation', as: 'partner', path: (id) => `/automations/${id}` },
  { name: 'list of a company', as: 'partner', path: () => '/automations?limit=50' },
  { name: 'figures of a company', as: 'partner', path: () => '/automations/summary' },
  { name: 'list of all, 50', as: 'staff', path: () => '/automations?limit=50&sort=saved&order=desc' },
]
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number

/** Returns the medians of single calls. Each round asks one size after the other. */
async function growth(sizes: Size[], rounds = 80) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  let turn = 0
  const ask = ({ server }: Size, c: (typeof READS)[number]) =>
    new Promise<number>((ok, no) => {
      const reader = server.readers[turn++ % READERS] as Server['readers'][number]
      const token = c.as === 'staff' ? server.staff[turn % server.staff.length] : reader.token
      const headers = { apikey: server.apikey, authorization: `Bearer ${token}` }
      const start = performance.now()
      http
        .get({ agent, port: server.port, host: '127.0.0.1', path: `/api/v1${c.path(reader.id)}`, headers }, (res) => {
          res.resume()
          res.on('end', () =>
            res.statusCode === 200 ? ok(performance.now() - start) : no(new Error(`${c.name}: HTTP ${res.statusCode}`)),
          )
        })
        .on('error', no)
    })
  const table = []
  for (const c of READS) {
    const times = sizes.map(() => [] as number[])
    for (let round = -READERS; round < rounds; round++)
      for (const [i, size] of sizes.entries()) {
        const ms = await ask(size, c)
        if (round >= 0) times[i]?.push(ms)
      }
    const [small, large] = times.map(median) as [number, number]
    table.push({
      what: c.name,
      [`${sizes[0]?.runs.toLocaleString('en-US')} runs, ms`]: small.toFixed(2),
      [`${sizes[1]?.runs.toLocaleString('en-US')} runs, ms`]: large.toFixed(2),
      ratio: (large / small).toFixed(2),
    })
  }
  agent.destroy()
  return table
}

/** Fills both databases. Prints how reading grows, and the cost of receiving runs in the larger one. */
export async function runFigures(cluster: Cluster, env: Env, counts: [number, number]): Promise<void> {
  const seeded: { runs: number; url: string }[] = []
  for (const runs of counts) {
    const begun = Date.now()
    const { url, superuser } = await makeDatabase(cluster, `runs_${runs}`)
    await fill(superuser, runs)
    console.log(`  ${runs.toLocaleString('en-US')} runs seeded in ${Math.round((Date.now() - begun) / 1000)} s`)
    seeded.push({ runs, url })
  }
  const sizes: Size[] = []
  for (const { runs, url } of seeded)
    sizes.push({ runs, server: (await serverUnderLoad('runs.server.ts', { ...env, DATABASE_URL: url })) as Server })
  try {
    console.log('\nReading, medians of single calls (limit: 1.3 ×)')
    console.table(await growth(sizes))
    const { server } = sizes[1] as Size
    const table = []
    for (const [name, many, clients] of [
      ['one run', 1, 8],
      ['batch of 500', 500, 4],
    ] as const) {
      const { case: c, headers } = sending(server, name, many)
      const [f] = await measure({ ...server, headers }, [c], { rounds: 3, seconds: 5, clients })
      if (f)
        table.push({
          what: name,
          'CPU ms of the process per call': f.cpuMs.toFixed(1),
          'runs per second': Math.round(f.perSecond * many),
        })
    }
    console.log(
      `\nTaking runs, with ${counts[1].toLocaleString('en-US')} there (limits: 60 ms CPU per batch of 500, 2,000 runs a second)`,
    )
    console.table(table)
  } finally {
    for (const { server } of sizes) await server.stop()
  }
}
