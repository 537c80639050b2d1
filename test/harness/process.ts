// Runs the product as a separate process, for tests of signals, kills and a lost database.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { opened } from './open.ts'
import { LIMIT, patient } from './patience.ts'
import { APP_SECRET } from './secrets.ts'

export const ROOT = path.resolve(import.meta.dirname, '../..')

/** Returns the first of several free consecutive ports, below 32768 where the system's ephemeral ports begin. */
export async function freePorts(count: number): Promise<number> {
  const free = (port: number) =>
    new Promise<boolean>((ok) => {
      const probe = createServer()
      probe.once('error', () => ok(false))
      probe.listen(port, () => probe.close(() => ok(true)))
    })
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 12_000)
    const all = await Promise.all(Array.from({ length: count }, (_, i) => free(first + i)))
    if (all.every(Boolean)) return first
  }
}

/** Returns a free port below 32768. */
export const freePort = (): Promise<number> => freePorts(1)

export type Product = {
  url: string
  child: ChildProcess
  output: () => string
  exited: Promise<number | null>
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/**
 * Starts `src/server/main.ts` and waits until it is ready. Rejects with its output when it ends before that. `stdout`
 * is an open file that receives the standard output, which is then missing from `output`.
 */
export async function startProduct(
  settings: Record<string, string>,
  args: string[] = [],
  { stdout }: { stdout?: number | undefined } = {},
): Promise<Product> {
  const port = Number(settings.PORT ?? (await freePort()))
  const dataDir = settings.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'portal process '))
  const child = spawn(process.execPath, [path.join(ROOT, 'src/server/main.ts'), ...args], {
    cwd: dataDir.includes('portal process') ? dataDir : ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      PORT: String(port),
      APP_SECRET,
      ALLOW_INSECURE_HTTP: 'yes',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
  })
  // A test that fails before it stops the process must not leave it running.
  const over = opened(`a product (startProduct) with process id ${child.pid}`)
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  let output = ''
  const append = (d: Buffer) => {
    // Large enough to keep the first lines on a slow machine, which logs many failed attempts.
    output = (output + d).slice(-1_000_000)
  }
  child.stdout?.on('data', append)
  child.stderr?.on('data', append)
  const exited = new Promise<number | null>((ok) =>
    child.once('exit', (code) => {
      process.off('exit', killChild)
      over()
      if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
      ok(code)
    }),
  )
  const url = `http://127.0.0.1:${port}`
  const end = Date.now() + patient(LIMIT.start)
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(output.trim())
    const ready = await fetch(`${url}/readyz`).then(
      (r) => r.ok,
      () => false,
    )
    if (ready) break
    if (Date.now() > end) {
      child.kill('SIGKILL')
      throw new Error(`It hangs before it is ready: ${output}`)
    }
    await new Promise((r) => setTimeout(r, 25))
  }
  return {
    url,
    child,
    output: () => output,
    exited,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return exited
    },
  }
}
