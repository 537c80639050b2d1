// Measures CPU per request: a child process serves. This process sends it requests, and asks for its process.cpuUsage()
// before and after.
import { type ChildProcess, fork } from 'node:child_process'
import http from 'node:http'
import path from 'node:path'
import type { Spent } from './bench-server.ts'

export type Case = {
  name: string
  path: string
  method?: string
  body?: () => string
  headers?: Record<string, string> | (() => Record<string, string>)
  /** Waits for the jobs and events that follow, and counts them too. */
  drains?: boolean
}
/** The ratios compare with the first case of the same round: the process, Postgres, and both together. */
export type Figures = {
  name: string
  cpuMs: number
  ratio: number
  postgresMs: number
  postgresRatio: number
  totalRatio: number
  perSecond: number
  bytes: number
}

/**
 * Starts the server under load, in a process of its own so that its CPU time can be measured separately. Returns its
 * port and values, and functions that read its CPU time and stop it.
 */
export async function serverUnderLoad(file: string, env: Record<string, string>) {
  const child: ChildProcess = fork(path.join(import.meta.dirname, file), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const hear = <T>() =>
    new Promise<T>((ok, no) => {
      const gone = (code: number | null) => no(new Error(`The server ended with ${code}.`))
      child.once('exit', gone)
      child.once('message', (m) => {
        child.off('exit', gone)
        ok(m as T)
      })
    })
  const hello = await hear<{ port: number; apikey: string; tokens: string[]; ticket: string }>()
  let turn = 0
  return {
    ...hello,
    /** Returns the headers of the next user in turn. */
    headers: () => ({
      apikey: hello.apikey,
      authorization: `Bearer ${hello.tokens[turn++ % hello.tokens.length]}`,
    }),
    /** Returns the CPU time that process and Postgres have used, after everything is done when `drained`. */
    spent: async (drained = false) => {
      const answer = hear<Spent>()
      child.send(drained ? 'drain' : 'cpu')
      return answer
    },
    stop: () =>
      new Promise((ok) => {
        child.once('exit', ok)
        child.kill('SIGTERM')
      }),
  }
}
export type UnderLoad = Awaited<ReturnType<typeof serverUnderLoad>>

const headersOf = (c: Case) => (typeof c.headers === 'function' ? c.headers() : c.headers)
/** Returns the CPU time that an idle server uses per millisecond, measured for some seconds. */
export async function idleRate(server: UnderLoad, seconds: number): Promise<{ process: number; postgres: number }> {
  const before = await server.spent()
  await new Promise((go) => setTimeout(go, seconds * 1000))
  const after = await server.spent()
  const rate = (of: 'process' | 'postgres') => (after[of] - before[of]) / (seconds * 1000)
  return { process: rate('process'), postgres: rate('postgres') }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number

/**
 * Loads each case in turn, in alternating order. Returns medians; ratios compare with the first case of the same round.
 */
export async function measure(
  server: UnderLoad,
  cases: Case[],
  { rounds = 3, seconds = 1.5, clients = 12, idle = { process: 0, postgres: 0 }, warmUp = 500 } = {},
): Promise<Figures[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
  const one = (c: Case) =>
    new Promise<{ status: number; bytes: number }>((ok, no) => {
      const body = c.body?.()
      const headers = {
        ...server.headers(),
        ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
        ...headersOf(c),
      }
      const r = http.request(
        { agent, port: server.port, host: '127.0.0.1', path: c.path, method: c.method ?? 'GET', headers },
        (res) => {
          let bytes = 0
          res.on('data', (d: Buffer) => {
            bytes += d.length
          })
          res.on('end', () => ok({ status: res.statusCode ?? 0, bytes }))
        },
      )
      r.on('error', no)
      r.end(body)
    })
  const load = async (c: Case, s: number) => {
    const end = performance.now() + s * 1000
    let requests = 0
    let size = 0
    const begin = performance.now()
    const before = await server.spent()
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() < end) {
          const { status, bytes } = await one(c)
          if (status >= 300) throw new Error(`${c.name}: HTTP ${status}`)
          size = bytes
          requests++
        }
      }),
    )
    const after = await server.spent(c.drains)
    const took = performance.now() - begin
    const each = (of: 'process' | 'postgres') => (after[of] - before[of] - idle[of] * took) / requests
    return {
      cpuMs: each('process'),
      postgresMs: each('postgres'),
      perSecond: requests / s,
      requests,
      bytes: size,
    }
  }
  const results = new Map<string, Awaited<ReturnType<typeof load>>[]>(cases.map((c) => [c.name, []]))
  // Warm up by number of requests rather than time. Code that is not compiled yet costs twice as much, and a busy
  // machine serves few requests in a second.
  for (const c of cases) for (let n = 0; n < warmUp; ) n += (await load(c, 1)).requests
  for (let i = 0; i < rounds; i++) {
    for (const c of i % 2 ? cases.toReversed() : cases) results.get(c.name)?.push(await load(c, seconds))
  }
  agent.destroy()
  const first = results.get(cases[0]?.name ?? '') ?? []
  return [...results].map(([name, all]) => ({
    name,
    cpuMs: median(all.map((r) => r.cpuMs)),
    ratio: median(all.map((r, i) => r.cpuMs / (first[i]?.cpuMs ?? 1))),
    postgresMs: median(all.map((r) => r.postgresMs)),
    postgresRatio: median(all.map((r, i) => r.postgresMs / (first[i]?.postgresMs ?? 1))),
    totalRatio: median(
      all.map((r, i) => {
        const { cpuMs, postgresMs } = first[i] ?? { cpuMs: 1, postgresMs: 0 }
        return (r.cpuMs + r.postgresMs) / (cpuMs + postgresMs)
      }),
    ),
    perSecond: median(all.map((r) => r.perSecond)),
    bytes: all[0]?.bytes ?? 0,
  }))
}

/** Returns percentiles of the response time at a steady rate of requests, in milliseconds. */
export async function latency(
  server: UnderLoad,
  cases: Case[],
  { perSecond = 100, seconds = 10 } = {},
): Promise<{ p50: number; p95: number; p99: number; requests: number }> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  const times: number[] = []
  const one = (c: Case) =>
    new Promise<void>((ok, no) => {
      const start = performance.now()
      const body = c.body?.()
      const headers = {
        ...server.headers(),
        ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
        ...headersOf(c),
      }
      const r = http.request(
        { agent, port: server.port, host: '127.0.0.1', path: c.path, method: c.method ?? 'GET', headers },
        (res) => {
          res.resume()
          res.on('end', () => {
            times.push(performance.now() - start)
            if ((res.statusCode ?? 0) >= 300) no(new Error(`${c.name}: HTTP ${res.statusCode}`))
            else ok()
          })
        },
      )
      r.on('error', no)
      r.end(body)
    })
  const running: Promise<void>[] = []
  const begin = performance.now()
  for (let i = 0; i < perSecond * seconds; i++) {
    const wait = begin + (i * 1000) / perSecond - performance.now()
    if (wait > 0) await new Promise((go) => setTimeout(go, wait))
    running.push(one(cases[i % cases.length] as Case))
  }
  await Promise.all(running)
  agent.destroy()
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), requests: sorted.length }
}
