// npm run bench: prints the benchmark results as tables. `npm run bench -- api` runs one part only: `api`, `hours`,
// `live`, `lighthouse [/page …]`, `marketplace`, `rows`, `screens` or `weight [files]`. `companies`, `tickets`,
// `reports` and `runs [how many]` run only when named, because they fill a large database first. `quick` takes less
// than three minutes and fails when a ratio against the bare server is worse than the recorded one; `quick record`
// records it.
import { api, quick } from './api.ts'
import { overBudget, SHELL_BYTES } from './budgets.ts'
import { type Env, withCluster, withDatabase } from './cluster.ts'
import { hoursFigures } from './hours.ts'
import { liveLatency } from './live.ts'
import { measure, serverUnderLoad } from './load.ts'
import { builtScreens, publicPages } from './weight.ts'

const wanted = process.argv.slice(2)
const part = (name: string) => wanted.length === 0 || wanted.includes(name)

async function live(env: Env & { DATABASE_URL: string }): Promise<void> {
  const first = await serverUnderLoad('live.server.ts', env)
  const second = await serverUnderLoad('live.server.ts', env)
  // Users of the first process also listen at the second. The processes share nothing but the database.
  const figures = await liveLatency(first, { ...second, headers: first.headers })
  console.log('\nLive events, two processes on one database, in milliseconds (limit: 300 from the click)')
  console.table(
    figures.map(({ what, changes, ...ms }) => ({
      what,
      ...Object.fromEntries(Object.entries(ms).map(([name, value]) => [name, value.toFixed(1)])),
      changes,
    })),
  )
  await Promise.all([first.stop(), second.stop()])
}

async function marketplace(env: Env & { DATABASE_URL: string }): Promise<void> {
  const server = await serverUnderLoad('marketplace.server.ts', env)
  let n = 0
  const from = () => ({ 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n++ & 255}` })
  // The server caches a rendered page for some seconds, so each request uses a different URL.
  const fresh = (name: string, at: string) => ({
    name,
    get path() {
      return `${at}${at.includes('?') ? '&' : '?'}n=${n}`
    },
    headers: { 'accept-encoding': 'br' },
  })
  const figures = await measure({ ...server, headers: from as unknown as typeof server.headers }, [
    { name: 'bare node:http and pg, 18 rows', path: '/bare' },
    fresh('list', '/marketplace'),
    fresh('search, misspelt', '/marketplace?q=autotsk'),
    fresh('filters', '/marketplace?category=psa&category=rmm&price=monthly&sort=name'),
    fresh('product', '/marketplace/ticket-triage-by-content'),
    { name: 'list, made a moment ago', path: '/marketplace', headers: { 'accept-encoding': 'br' } },
  ])
  console.log(
    '\nMarketplace, CPU of the process per page (limit: 3 ms), query included; what came out before is compressed already',
  )
  console.table(
    figures.map((f) => ({
      what: f.name,
      'CPU ms': f.cpuMs.toFixed(2),
      '× bare': f.ratio.toFixed(1),
      'per second': Math.round(f.perSecond),
      'bytes of brotli': f.bytes,
    })),
  )
  await server.stop()
}

async function hours(env: Env & { DATABASE_URL: string }): Promise<void> {
  const server = await serverUnderLoad('hours.server.ts', env)
  const { cpu, pages } = await hoursFigures(server)
  console.log('\nHours, CPU of the process per request (limit: 1.45 ms for logging time that uses hours)')
  console.table(cpu.map((f) => ({ what: f.name, 'CPU ms': f.cpuMs.toFixed(2), 'per second': Math.round(f.perSecond) })))
  console.log('\nA page of the ledger (limit: 50,000 lines ≤ 1.3 × 500 lines)')
  console.table(
    pages.map((f) => ({
      what: f.name,
      'CPU ms': f.cpuMs.toFixed(2),
      'p50 ms': f.p50.toFixed(2),
      'p95 ms': f.p95.toFixed(2),
      'per second': Math.round(f.perSecond),
    })),
  )
  await server.stop()
}

if (part('weight')) {
  console.log('\nPublic pages, bytes of brotli (limits: HTML + CSS 14,000; JS 10,000; all with font 100,000)')
  console.table(publicPages().map((w) => ({ page: w.page, 'HTML + CSS': w.html + w.css, JS: w.js, all: w.all })))
  const { screenWeights } = await import('./screen-weight.ts')
  console.log(`\nPortal, built scripts before the first render, bytes of brotli (budget of the frame: ${SHELL_BYTES})`)
  console.table(builtScreens())
  console.log('\nPortal, first visit in a browser until the network is quiet (budgets: bench/budgets.ts)')
  const weights = await screenWeights(wanted.includes('files') ? (...line) => console.log(...line) : undefined)
  console.table(weights)
  const heavy = overBudget(builtScreens())
  if (heavy.length > 0) console.log(`Built scripts over budget: ${heavy.join(', ')}`)
  if (heavy.length > 0 || weights.some(({ over }) => over)) process.exitCode = 1
}
if (part('api')) await withDatabase(api)
if (wanted.includes('quick'))
  await withDatabase(async (env) => {
    if (!(await quick(env, wanted.includes('record')))) process.exitCode = 1
  })
if (part('hours')) await withDatabase(hours)
if (part('live')) await withDatabase(live)
if (part('marketplace')) await withDatabase(marketplace)
if (part('rows')) {
  const { rowFigures } = await import('./rows.ts')
  console.log(
    '\nList of tickets, CPU of the main thread from the press of the link until its rows stand; more than none is what the rows themselves cost (limit: 250 ms for 200)',
  )
  console.table(await rowFigures())
}
if (wanted.includes('tickets')) {
  const { ticketFigures } = await import('./tickets.ts')
  // Memory settings for a million tickets, and a minimal WAL while they are created.
  const settings = {
    shared_buffers: '2GB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '16GB',
    autovacuum: 'off',
  }
  await withCluster((cluster, env) => ticketFigures(cluster, env, wanted.slice(wanted.indexOf('tickets') + 1)), {
    fsync: false,
    settings,
  })
}
if (part('lighthouse')) {
  const { lighthouseScores } = await import('./lighthouse.ts')
  console.log('\nLighthouse, phone profile, every page of the sitemap (times in ms)')
  console.table(await lighthouseScores(wanted.filter((w) => w.startsWith('/'))))
}
if (wanted.includes('companies')) {
  const { tenantLists } = await import('./tenant-lists.ts')
  await withCluster(async (cluster, env) => {
    console.log('\nA partner’s list of 50: pages that it reads, beside other companies with 200,000 tickets')
    console.table(await tenantLists(cluster, env))
  })
}
if (part('screens')) {
  const [{ withDemo }, { paintFigures, phoneFigures }, { interactionFigures }] = await Promise.all([
    import('./demo.ts'),
    import('./screens.ts'),
    import('./interactions.ts'),
  ])
  await withDemo(async (demo) => {
    console.log(
      '\nPortal, Lighthouse’s phone profile, first visit, signed in (limits: LCP 2,000 ms, TBT 300 ms; times in ms)',
    )
    console.table(await phoneFigures(demo))
    console.log('\nPortal, in a browser with the network and CPU of that phone, first visit, in ms (limit: 2,000)')
    console.table(await paintFigures(demo))
    console.log('\nPortal, from the input to the next frame at a quarter of the CPU’s speed, in ms (limit: 150)')
    console.table(await interactionFigures(demo))
  })
}
if (wanted.includes('reports')) {
  const { reportFigures } = await import('./reports.ts')
  await withDatabase(async (env) => {
    console.log(
      '\nReports of twelve months compared with the twelve before, median of 15 calls (limit: 300 ms at 100,000 tickets)',
    )
    console.table(await reportFigures(env))
  })
}
if (wanted.includes('runs')) {
  const { runFigures } = await import('./runs.ts')
  const most = Number(wanted[wanted.indexOf('runs') + 1] ?? 10_000_000)
  if (!(most > 100_000)) throw new Error('Give a number of runs above 100,000: it is compared with that.')
  // Memory settings for ten million runs.
  await withCluster((cluster, env) => runFigures(cluster, env, [100_000, most]), {
    fsync: true,
    settings: { shared_buffers: '1GB', max_wal_size: '8GB' },
  })
}
