// Measures what it costs the browser to show 200 rows: CPU time of the page's main thread, in the built portal.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumPath } from '../test/harness/chromium.ts'

const PASSWORD = 'a password of the benchmarks'
const ROUNDS = 5
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number

const ready = async (url: string, child: ChildProcess) => {
  for (let i = 0; i < 600; i++) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
    if ((await fetch(`${url}/readyz`).catch(() => undefined))?.ok) return
    await new Promise((go) => setTimeout(go, 200))
  }
  throw new Error('The server did not get ready.')
}

/** Waits until the main thread is idle. */
const idle = async () => {
  for (let i = 0; i < 3; i++) await new Promise((go) => requestIdleCallback(go, { timeout: 3_000 }))
}

/** Returns a row of the list as the server returns it, with a value in every column. */
const rowOf = (like: Record<string, unknown>, i: number) => ({
  ...like,
  id: crypto.randomUUID(),
  number: 2_000 + i,
  subject: `${like.subject} ${i}`,
})

/** Returns the CPU time of the main thread from the click on the link until the rows are shown, per number of rows. */
export async function rowFigures(
  counts = [0, 50, 200],
): Promise<{ rows: number; 'CPU ms': string; 'more than none': string }[]> {
  const dir = mkdtempSync(path.join(tmpdir(), 'portal rows '))
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, [path.resolve(import.meta.dirname, '../src/server/main.ts'), '--demo'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dir, DEMO_PASSWORD: PASSWORD, NODE_ENV: 'production' },
    // Show the server's errors, which explain missing results.
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    await ready(url, server)
    const site = (await (await fetch(`${url}/api/v1/site`)).json()) as { publishableKey: string }
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const signedIn = await context.request.post(`${url}/api/v1/auth/sign-in`, {
      headers: { apikey: site.publishableKey, origin: url },
      data: { email: 'owner@northgate.example', password: PASSWORD },
    })
    const { session } = (await signedIn.json()) as { session: { access_token: string } }
    const headers = { apikey: site.publishableKey, authorization: `Bearer ${session.access_token}` }
    const { items } = (await (await fetch(`${url}/api/v1/tickets?limit=20`, { headers })).json()) as {
      items: Record<string, unknown>[]
    }
    // Allow long waits on a busy machine. Only CPU time is measured.
    context.setDefaultTimeout(120_000)
    const page = await context.newPage()
    await page.addInitScript((s) => localStorage.setItem('millwright.session', s), JSON.stringify(session))
    let rows = 0
    await page.route('**/api/rpc/tickets/list', (route) =>
      route.fulfill({
        json: {
          json: {
            items: Array.from({ length: rows }, (_, i) => rowOf(items[i % items.length] ?? {}, i)),
            nextCursor: null,
            instead: null,
          },
        },
      }),
    )
    const cdp = await context.newCDPSession(page)
    // Measure the time that the thread ran instead of elapsed time, so that other processes do not affect the result.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    const spent = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics')
      return (metrics.find((m) => m.name === 'TaskDuration')?.value ?? 0) * 1000
    }
    const times = new Map<number, number[]>(counts.map((n) => [n, []]))
    // The first rounds load and compile the code, so they do not count.
    for (let round = -2; round < ROUNDS; round++) {
      for (const n of counts) {
        rows = n
        await page.goto(`${url}/settings`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.evaluate(idle)
        const before = await spent()
        await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Tickets' }).click()
        await page.waitForFunction(
          (wanted) =>
            document.querySelectorAll('[data-row]').length === wanted &&
            !document.querySelector('table[aria-busy="true"]') &&
            location.pathname === '/tickets',
          n,
        )
        await page.evaluate(idle)
        const took = (await spent()) - before
        if (round >= 0) times.get(n)?.push(took)
      }
    }
    const none = median(times.get(counts[0] as number) ?? [0])
    return counts.map((n) => {
      const of = median(times.get(n) ?? [0])
      return { rows: n, 'CPU ms': of.toFixed(0), 'more than none': (of - none).toFixed(0) }
    })
  } finally {
    await browser.close()
    const gone = new Promise((ok) => server.once('exit', ok))
    server.kill('SIGTERM')
    await gone
    rmSync(dir, { recursive: true, force: true })
  }
}
