// What requests of the API cost, in the process and in Postgres, with the jobs and events that follow.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Env } from './cluster.ts'
import { type Case, type Figures, idleRate, latency, measure, serverUnderLoad, type UnderLoad } from './load.ts'

const RECORDED = path.join(import.meta.dirname, 'quick.json')
/** A ratio may be this many times the recorded one. On a shared machine, ratios vary by a tenth. */
const TOLERANCE = 1.25
/** Requests that each percentile is calculated from. */
const SAMPLES = 3_000

function cases(server: UnderLoad): { bare: Case; reads: Case[]; create: Case } {
  let n = 0
  return {
    bare: { name: 'bare node:http and pg, 51 rows', path: '/bare' },
    reads: [
      { name: 'list of 50', path: '/api/v1/tickets?limit=50' },
      { name: 'list of 50, compressed', path: '/api/v1/tickets?limit=50', headers: { 'accept-encoding': 'br' } },
      { name: 'detail', path: `/api/v1/tickets/${server.ticket}` },
      { name: 'conversation of 20', path: `/api/v1/tickets/${server.ticket}/messages` },
      { name: 'search', path: '/api/v1/tickets?q=agreement%201&limit=25' },
    ],
    create: {
      name: 'create, with what follows',
      path: '/api/v1/tickets',
      method: 'POST',
      body: () => JSON.stringify({ subject: `Bench ${++n}`, description: 'A line.' }),
      headers: () => ({ 'idempotency-key': crypto.randomUUID() }),
      drains: true,
    },
  }
}

const printed = (figures: Figures[]) =>
  figures.map((f) => ({
    what: f.name,
    'process ms': f.cpuMs.toFixed(2),
    '× bare': f.ratio.toFixed(2),
    'Postgres ms': f.postgresMs.toFixed(2),
    '× bare (Postgres)': f.postgresRatio.toFixed(2),
    '× bare (both)': f.totalRatio.toFixed(2),
    'per second': Math.round(f.perSecond),
    bytes: f.bytes,
  }))
const percent = (rate: number) => `${(rate * 100).toFixed(2)} %`

async function figuresOf(server: UnderLoad, rounds: number): Promise<Figures[]> {
  const { memory } = await server.spent(true)
  const idle = await idleRate(server, 20)
  console.log(
    `Idle: process ${percent(idle.process)}, Postgres ${percent(idle.postgres)} of a core; ${memory.toFixed(0)} MB`,
  )
  const { bare, reads, create } = cases(server)
  const options = { rounds, idle, warmUp: 150 }
  const figures = await measure(server, [bare, ...reads], options)
  // Last, because thousands of new tickets that do not match make a search read more.
  figures.push(...(await measure(server, [bare, create], options)).slice(1))
  console.log('\nAPI, CPU per request (sign-in check, row-level security and validation included)')
  console.table(printed(figures))
  return figures
}

/** Prints the figures of the API, and the times of mixed requests. */
export async function api(env: Env & { DATABASE_URL: string }): Promise<void> {
  const server = await serverUnderLoad('api.server.ts', env)
  await figuresOf(server, 5)
  const { reads, create } = cases(server)
  const times = await latency(server, [create], { perSecond: 100, seconds: SAMPLES / 100 })
  const after = await server.spent(true)
  console.log(
    `100 creates a second, ${times.requests} in all: p50 ${times.p50.toFixed(1)} ms, p95 ${times.p95.toFixed(1)} ms, p99 ${times.p99.toFixed(1)} ms; ${after.memory.toFixed(0)} MB afterwards`,
  )
  const mixed = await latency(server, [...reads, create], { perSecond: 100, seconds: SAMPLES / 100 })
  console.log(
    `100 requests a second, mixed, ${mixed.requests} in all: p50 ${mixed.p50.toFixed(1)} ms, p95 ${mixed.p95.toFixed(1)} ms, p99 ${mixed.p99.toFixed(1)} ms`,
  )
  await server.stop()
}

/** CPU of process and Postgres together, as a multiple of the bare server: less noisy than each of them. */
type Ratios = Record<string, number>

/**
 * Compares the ratios against the bare server with the recorded ones. Returns whether none is worse than tolerated.
 * `record` stores them instead.
 */
export async function quick(env: Env & { DATABASE_URL: string }, record: boolean): Promise<boolean> {
  const server = await serverUnderLoad('api.server.ts', env)
  const [, ...figures] = await figuresOf(server, 3)
  await server.stop()
  const ratios: Ratios = Object.fromEntries(figures.map((f) => [f.name, Math.round(f.totalRatio * 100) / 100]))
  if (record) {
    writeFileSync(RECORDED, `${JSON.stringify(ratios, null, 2)}\n`)
    return true
  }
  const recorded: Ratios = existsSync(RECORDED) ? JSON.parse(readFileSync(RECORDED, 'utf8')) : {}
  const unknown = Object.keys(ratios).filter((name) => recorded[name] === undefined)
  if (unknown.length > 0) console.log(`\nNot recorded: ${unknown.join(', ')}. Run npm run bench -- quick record.`)
  const worse = Object.entries(ratios).filter(([name, now]) => now > (recorded[name] ?? now) * TOLERANCE)
  console.log(
    worse.length === 0
      ? `\nNo ratio is more than ${TOLERANCE} × the recorded one.`
      : `\nWorse than recorded:\n${worse.map(([name, now]) => `${name}: ${now} × bare, recorded ${recorded[name]}`).join('\n')}`,
  )
  return worse.length + unknown.length === 0
}
