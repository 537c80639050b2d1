// What it costs the browser to put 200 rows on the screen: CPU of the page's main thread, in the built portal.
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

/** Until the thread has nothing more to do. */
const idle = async () => {
  for (let i = 0; i < 3; i++) await new Promise((go) => requestIdleCallback(go, { timeout: 3_000 }))
}

/** A row of the list, as the server gives it, with something in every column. */
const rowOf = (like: Record<string, unknown>, i: number) => ({
  ...like,
  id: crypto.randomUUID(),
  number: 2_000 + i,
  subject: `${like.subject} ${i}`,
})

/** CPU of a mount with so many rows: everything the main thread did from the press of the link until the rows stood. */
export async function rowFigures(
  counts = [0, 50, 200],
): Promise<{ rows: number; 'CPU ms': string; 'more than none': string }[]> {
  const dir = mkdtempSync(path.join(tmpdir(), 'portal rows '))
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, [path.resolve(import.meta.dirname, '../src/server/main.ts'), '--demo'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dir, DEMO_PASSWORD: PASSWORD, NODE_ENV: 'production' },
    // What it complains of is worth reading when the figures do not come.
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
    // A machine with other things to do may take its time: it is CPU that is measured.
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
    // Time that the thread ran, not time that passed: what else the machine does plays no part.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    const spent = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics')
      return (metrics.find((m) => m.name === 'TaskDuration')?.value ?? 0) * 1000
    }
    const times = new Map<number, number[]>(counts.map((n) => [n, []]))
    // The first rounds fetch and compile the code.
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
