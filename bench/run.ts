// npm run bench: the figures, as tables. `npm run bench -- api`, `-- live`, `-- weight` or `-- lighthouse [/page …]` for one part.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDatabase } from '../src/server/platform/embedded.ts'
import { migrate } from '../src/server/platform/migrate.ts'
import { startPostgres } from '../src/server/platform/postgres.ts'
import { liveLatency } from './live.ts'
import { type Case, latency, measure, serverUnderLoad } from './load.ts'
import { portalScreens, publicPages } from './weight.ts'

const APP_SECRET = 'a secret of the benchmarks and nothing else'
const wanted = process.argv.slice(2)
const part = (name: string) => wanted.length === 0 || wanted.includes(name)

async function api(): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'portal bench '))
  const cluster = await startPostgres({ dir })
  try {
    await createDatabase(cluster.url('postgres', 'postgres', cluster.superuser.password), 'portal', 'bench-owner')
    const url = cluster.url('portal', 'portal_owner', 'bench-owner')
    await migrate(url, APP_SECRET)
    const server = await serverUnderLoad('api.server.ts', {
      DATABASE_URL: url,
      APP_SECRET,
      DATA_DIR: dir,
      NODE_ENV: 'production',
    })
    let n = 0
    const cases: Case[] = [
      { name: 'bare node:http and pg, 51 rows', path: '/bare' },
      { name: 'list of 50', path: '/api/v1/tickets?limit=50' },
      { name: 'detail', path: `/api/v1/tickets/${server.ticket}` },
      { name: 'conversation of 20', path: `/api/v1/tickets/${server.ticket}/messages` },
      { name: 'search', path: '/api/v1/tickets?q=agreement%201&limit=25' },
      {
        name: 'create',
        path: '/api/v1/tickets',
        method: 'POST',
        body: () => JSON.stringify({ subject: `Bench ${++n}`, description: 'A line.' }),
      },
    ]
    const figures = await measure(server, cases)
    console.log('\nAPI, CPU of the process per request (sign-in check, row-level security and validation included)')
    console.table(
      figures.map((f) => ({
        what: f.name,
        'CPU ms': f.cpuMs.toFixed(2),
        '× bare': f.ratio.toFixed(2),
        'per second': Math.round(f.perSecond),
        bytes: f.bytes,
      })),
    )
    const mixed = await latency(server, cases.slice(1))
    console.log(
      `100 requests a second, mixed, ${mixed.requests} in all: p50 ${mixed.p50.toFixed(1)} ms, p95 ${mixed.p95.toFixed(1)} ms, p99 ${mixed.p99.toFixed(1)} ms`,
    )
    await server.stop()
  } finally {
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function live(): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'portal bench '))
  const cluster = await startPostgres({ dir })
  try {
    await createDatabase(cluster.url('postgres', 'postgres', cluster.superuser.password), 'portal', 'bench-owner')
    const url = cluster.url('portal', 'portal_owner', 'bench-owner')
    await migrate(url, APP_SECRET)
    const env = { DATABASE_URL: url, APP_SECRET, DATA_DIR: dir, NODE_ENV: 'production' }
    const first = await serverUnderLoad('live.server.ts', env)
    const second = await serverUnderLoad('live.server.ts', env)
    // The people of the first listen at the second: the processes share nothing but the database.
    const figures = await liveLatency(first, { ...second, headers: first.headers })
    console.log('\nLive line, two processes on one database, in milliseconds (limit: 300 from the click)')
    console.table(
      figures.map(({ what, changes, ...ms }) => ({
        what,
        ...Object.fromEntries(Object.entries(ms).map(([name, value]) => [name, value.toFixed(1)])),
        changes,
      })),
    )
    await Promise.all([first.stop(), second.stop()])
  } finally {
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

if (part('weight')) {
  console.log('\nPublic pages, bytes of brotli (limits: HTML + CSS 14,000; JS 10,000; all with font 100,000)')
  console.table(publicPages().map((w) => ({ page: w.page, 'HTML + CSS': w.html + w.css, JS: w.js, all: w.all })))
  console.log(
    '\nPortal, JavaScript in bytes of brotli (limits: first view 150,000; from the overview to another screen 50,000)',
  )
  console.table(portalScreens())
}
if (part('api')) await api()
if (part('live')) await live()
if (part('rows')) {
  const { rowFigures } = await import('./rows.ts')
  console.log(
    '\nList of tickets, CPU of the main thread from the press of the link until its rows stand; more than none is what the rows themselves cost (limit: 250 ms for 200)',
  )
  console.table(await rowFigures())
}
if (wanted.includes('tickets')) {
  const { ticketFigures } = await import('./tickets.ts')
  const dir = mkdtempSync(path.join(tmpdir(), 'portal bench '))
  // Memory as somebody with a million tickets gives it, and nothing written twice while they are made.
  const settings = {
    shared_buffers: '2GB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '16GB',
    autovacuum: 'off',
  }
  const cluster = await startPostgres({ dir, fsync: false, settings })
  try {
    const env = { APP_SECRET, DATA_DIR: dir, NODE_ENV: 'production' }
    await ticketFigures(cluster, env, wanted.slice(wanted.indexOf('tickets') + 1))
  } finally {
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
if (part('lighthouse')) {
  const { lighthouseScores } = await import('./lighthouse.ts')
  console.log('\nLighthouse, phone profile, every page of the sitemap (times in ms)')
  console.table(await lighthouseScores(wanted.filter((w) => w.startsWith('/'))))
}
