// Runs the product with its demo data for measurements in a browser, and signs its people in.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brand } from '../brand.config.ts'
import { freePort } from '../test/harness/process.ts'

const PASSWORD = 'a password of the benchmarks'
const READY_MS = 300_000

/** A signed-in person: the session as the portal stores it, and the headers of an API call. */
export type SignedIn = { session: string; cookie: string; headers: Record<string, string> }
export type Demo = { url: string; signIn: (email: string) => Promise<SignedIn> }

/** The key of the session in the browser's local storage. */
export const SESSION_KEY = `${brand.slug}.session`

/** Starts the product with new demo data, and stops it when `work` has ended. Returns the result of `work`. */
export async function withDemo<Result>(work: (demo: Demo) => Promise<Result>): Promise<Result> {
  const dir = mkdtempSync(path.join(tmpdir(), 'portal bench '))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const product = spawn(process.execPath, ['src/server/main.ts', '--demo'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...process.env, PORT: String(port), DATA_DIR: dir, DEMO_PASSWORD: PASSWORD, NODE_ENV: 'production' },
    // The server's errors explain missing results.
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = new Promise((ok) => product.once('exit', ok))
  try {
    const end = performance.now() + READY_MS
    while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
      if (product.exitCode !== null) throw new Error(`The server ended with ${product.exitCode}.`)
      if (performance.now() > end) throw new Error('The server did not get ready.')
      await sleep(100)
    }
    return await work({ url, signIn: (email) => signIn(url, email) })
  } finally {
    product.kill('SIGTERM')
    await exited
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

async function signIn(url: string, email: string): Promise<SignedIn> {
  const { publishableKey } = (await (await fetch(`${url}/api/v1/site`)).json()) as { publishableKey: string }
  const r = await fetch(`${url}/api/v1/auth/sign-in`, {
    method: 'POST',
    headers: { apikey: publishableKey, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  if (!r.ok) throw new Error(`${email} cannot sign in: ${await r.text()}`)
  const { session } = (await r.json()) as { session: { access_token: string } }
  return {
    session: JSON.stringify(session),
    cookie: r.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
    headers: { apikey: publishableKey, authorization: `Bearer ${session.access_token}` },
  }
}
