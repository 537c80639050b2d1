// How long the portal takes to show the effect of a key or a click on a phone's processor: the duration of the
// browser's own event timing, from the input until the next frame is drawn.
import { chromium, type Page } from '@playwright/test'
import { chromiumPath } from '../test/harness/chromium.ts'
import { type Demo, SESSION_KEY } from './demo.ts'

const SLOWDOWN = 4
const WAIT_MS = 120_000

type Interaction = { what: string; ms: number; processing: number }

/** Begins to collect event timings. Runs in the page. */
function collect() {
  const seen: { at: number; duration: number; processing: number }[] = []
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if ((entry as unknown as { interactionId: number }).interactionId)
        seen.push({
          at: entry.startTime,
          duration: entry.duration,
          processing: entry.processingEnd - entry.processingStart,
        })
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** Waits until two frames were drawn and the main thread is idle, so that all event timings are there. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    for (let i = 0; i < 3; i++) {
      await new Promise((go) => requestAnimationFrame(go))
      await new Promise((go) => requestIdleCallback(go, { timeout: 2_000 }))
    }
  })

/** Measures each step separately. A step whose events were all shorter than 16 ms counts as 16. */
function recorder(page: Page, results: Interaction[]) {
  return async (what: string, act: () => Promise<unknown>, shown?: () => Promise<unknown>) => {
    await settle(page)
    await page.evaluate(() => ((window as unknown as { seen: unknown[] }).seen.length = 0))
    await act()
    await shown?.()
    await settle(page)
    const seen = await page.evaluate(
      () => (window as unknown as { seen: { duration: number; processing: number }[] }).seen,
    )
    results.push({
      what,
      ms: Math.round(Math.max(16, ...seen.map((e) => e.duration))),
      processing: Math.round(Math.max(0, ...seen.map((e) => e.processing))),
    })
  }
}

async function queueSteps(page: Page, url: string, results: Interaction[]): Promise<void> {
  const step = recorder(page, results)
  const press = (key: string) => () => page.keyboard.press(key)
  const visible = (selector: string) => () => page.locator(selector).first().waitFor()
  await page.goto(`${url}/admin/tickets`)
  await page.locator('[data-row]').nth(5).waitFor()
  await step('queue: j', press('j'))
  await step('queue: j again', press('j'))
  await step('queue: j a third time', press('j'))
  await step('queue: k', press('k'))
  const palette = '[role="dialog"] input'
  await step('palette: opens', press('Control+k'), visible(palette))
  for (const letter of ['l', 'i', 'c', 'e', 'n']) await step(`palette: types ${letter}`, press(letter))
  await step('palette: arrow down', press('ArrowDown'))
  await step('palette: closes', press('Escape'), () => page.locator(palette).waitFor({ state: 'detached' }))
  const search = page.getByRole('searchbox').first()
  await step('search: focus', () => search.click())
  for (const letter of ['m', 'a', 'i']) await step(`search: types ${letter}`, press(letter))
  await page.goto(`${url}/admin/tickets`)
  await page.locator('[data-row]').nth(5).waitFor()
  const filter = page.getByRole('button', { name: 'Priority' }).first()
  await step('filter: opens', () => filter.click(), visible('[role="dialog"]'))
  await step('filter: closes', press('Escape'), () => page.locator('[role="dialog"]').waitFor({ state: 'detached' }))
  await step('queue: opens a ticket', () => page.locator('[data-row] a').first().click(), visible('textarea'))
  const reply = page.getByRole('textbox', { name: 'Reply', exact: true })
  await step('ticket: reply gets the focus', () => reply.click())
  await step('ticket: types the first letter', press('T'))
  await step('ticket: types the second letter', press('h'))
}

/** Returns each interaction with the time until its effect was drawn, at a quarter of the processor's speed. */
export async function interactionFigures(demo: Demo): Promise<Interaction[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const { session } = await demo.signIn('engineer@millwright.example')
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    context.setDefaultTimeout(WAIT_MS)
    const page = await context.newPage()
    await page.addInitScript(
      ([key, value]) => localStorage.setItem(key as string, value as string),
      [SESSION_KEY, session],
    )
    await page.addInitScript(collect)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    const results: Interaction[] = []
    await queueSteps(page, demo.url, results)
    return results
  } finally {
    await browser.close()
  }
}
