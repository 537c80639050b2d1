// CPU per request: a child process serves, and this process loads it and asks for its process.cpuUsage() before and
// after.
import { type ChildProcess, fork } from 'node:child_process'
import http from 'node:http'
import path from 'node:path'

export type Case = {
  name: string
  path: string
  method?: string
  body?: () => string
  headers?: Record<string, string>
}
export type Figures = { name: string; cpuMs: number; ratio: number; perSecond: number; bytes: number }

/** Starts the server under load, in a process of its own so that its CPU time can be measured separately. */
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
    cpu: async () => {
      const answer = hear<NodeJS.CpuUsage>()
      child.send('cpu')
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

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number

/**
 * Loads each case in turn, in alternating order. Returns medians; ratios compare with the first case of the same round.
 */
export async function measure(
  server: UnderLoad,
  cases: Case[],
  { rounds = 3, seconds = 1.5, clients = 12 } = {},
): Promise<Figures[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
  const one = (c: Case) =>
    new Promise<{ status: number; bytes: number }>((ok, no) => {
      const body = c.body?.()
      const headers = {
        ...server.headers(),
        ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
        ...c.headers,
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
    const before = await server.cpu()
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
    const after = await server.cpu()
    return {
      cpuMs: (after.user + after.system - before.user - before.system) / 1000 / requests,
      perSecond: requests / s,
      requests,
      bytes: size,
    }
  }
  const results = new Map<string, Awaited<ReturnType<typeof load>>[]>(cases.map((c) => [c.name, []]))
  // Warm up by number of requests rather than time. Code that is not compiled yet costs twice as much, and a busy
  // machine serves few requests in a second.
  for (const c of cases) for (let n = 0; n < 500; ) n += (await load(c, 1)).requests
  for (let i = 0; i < rounds; i++) {
    for (const c of i % 2 ? cases.toReversed() : cases) results.get(c.name)?.push(await load(c, seconds))
  }
  agent.destroy()
  const first = results.get(cases[0]?.name ?? '') ?? []
  return [...results].map(([name, all]) => ({
    name,
    cpuMs: median(all.map((r) => r.cpuMs)),
    ratio: median(all.map((r, i) => r.cpuMs / (first[i]?.cpuMs ?? 1))),
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
