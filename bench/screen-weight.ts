// What a first visit to a signed-in screen loads, counted in a browser with an empty cache until the network is quiet.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumPath } from '../test/harness/chromium.ts'
import { SCREENS, type ScreenBudget } from './budgets.ts'
import { type Demo, SESSION_KEY, type SignedIn, withDemo } from './demo.ts'

/**
 * The network is quiet when nothing was requested or answered for this long. Shorter than the time after which the
 * portal loads code ahead, which is not counted.
 */
const QUIET_MS = 1_000
const LOAD_MS = 60_000

type ScreenWeight = {
  screen: string
  jsKb: number
  files: number
  staticRequests: number
  apiCalls: number
  allKb: number
  /** The budgets that it exceeds. */
  over: string
}

type Loaded = { url: string; bytes: number }

/** Runs `work` on a blank page of phone size in a new context, with an empty cache, in which the person is signed in. */
export async function withSignedIn<Result>(
  browser: Browser,
  { session }: SignedIn,
  work: (page: Page, cdp: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(
      ([key, value]) => localStorage.setItem(key as string, value as string),
      [SESSION_KEY, session],
    )
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    return await work(page, cdp)
  } finally {
    await context.close()
  }
}

/** Opens an address with an empty cache. Returns each response with its bytes on the wire. */
const load = (browser: Browser, address: string, person: SignedIn): Promise<Loaded[]> =>
  withSignedIn(browser, person, async (page, cdp) => {
    const open = new Map<string, Loaded>()
    const loaded: Loaded[] = []
    let last = performance.now()
    cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
      last = performance.now()
      open.set(requestId, { url: request.url, bytes: 0 })
    })
    const settle = (requestId: string, bytes: number) => {
      last = performance.now()
      const one = open.get(requestId)
      open.delete(requestId)
      if (one) loaded.push({ ...one, bytes })
    }
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => settle(requestId, encodedDataLength))
    cdp.on('Network.loadingFailed', ({ requestId }) => settle(requestId, 0))
    await page.goto(address)
    const end = performance.now() + LOAD_MS
    // The event stream stays open.
    const busy = () => [...open.values()].some(({ url }) => !url.includes('/api/v1/events'))
    while (busy() || performance.now() - last < QUIET_MS) {
      if (performance.now() > end) throw new Error(`${address} still loads: ${[...open.values()].map((o) => o.url)}`)
      await sleep(50)
    }
    return loaded.filter(({ url }) => /^https?:/.test(url))
  })

const kb = (loads: Loaded[]) => Math.round(loads.reduce((n, { bytes }) => n + bytes, 0) / 100) / 10

function summarize(budget: ScreenBudget, loads: Loaded[]): ScreenWeight {
  const api = loads.filter(({ url }) => new URL(url).pathname.startsWith('/api/'))
  const scripts = loads.filter(({ url }) => new URL(url).pathname.endsWith('.js'))
  const figures = { jsKb: kb(scripts), files: scripts.length, staticRequests: loads.length - api.length }
  const over = (Object.keys(figures) as (keyof typeof figures)[]).filter((name) => figures[name] > budget[name])
  return {
    screen: budget.screen,
    ...figures,
    apiCalls: api.length,
    allKb: kb(loads),
    over: over.map((name) => `${name} > ${budget[name]}`).join(', '),
  }
}

/** Returns the id of the newest ticket of a person's list. */
async function newestTicket(demo: Demo, { headers }: SignedIn): Promise<string> {
  const r = await fetch(`${demo.url}/api/v1/tickets?limit=1`, { headers })
  const { items } = (await r.json()) as { items: { id: string }[] }
  if (!items[0]) throw new Error('The demo data has no ticket.')
  return items[0].id
}

/** Returns the address of a screen in the demo data. */
export async function addressOf(demo: Demo, { path }: Pick<ScreenBudget, 'path'>, person: SignedIn): Promise<string> {
  return demo.url + path.replace(':ticket', path.includes(':ticket') ? await newestTicket(demo, person) : '')
}

/** Returns what each screen loads on a first visit. `onFile` gets each file and API call with its bytes. */
export async function screenWeights(
  onFile?: (screen: string, file: string, bytes: number) => void,
): Promise<ScreenWeight[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    return await withDemo(async (demo) => {
      const weights: ScreenWeight[] = []
      for (const budget of SCREENS) {
        const person = await demo.signIn(budget.email)
        const loads = await load(browser, await addressOf(demo, budget, person), person)
        for (const { url, bytes } of loads) onFile?.(budget.screen, url, bytes)
        weights.push(summarize(budget, loads))
      }
      return weights
    })
  } finally {
    await browser.close()
  }
}
