// Shared by all browser tests: error detection, sign-in and axe.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type { RunOptions, run } from 'axe-core'
import { patience } from '../harness/patience.ts'

export const PASSWORD = 'a demo password'
/** The provider's people in the demo. */
export const ADMIN = 'admin@millwright.example'
export const ENGINEER = 'engineer@millwright.example'

/** Context options for a phone and a desktop, for tests that need one of them in every project. */
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
export const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false }

/** Errors that a test expects, such as the failed request it provokes. */
type ExpectedErrors = { expected: RegExp[] }

function listen(page: Page, problems: string[]) {
  page.on('console', (m) => {
    // A mail in the outbox is in a frame without scripts, which also blocks the script of the test.
    if (/^Blocked script execution in '[^']*\/mail-preview\//.test(m.text())) return
    if (m.type() === 'error' || m.type() === 'warning') problems.push(`${m.type()}: ${m.text()} ${m.location().url}`)
  })
  page.on('pageerror', (e) => {
    // Chromium reports this when the cross-fade from a public page times out or another navigation replaces it. No
    // script of the product starts a transition.
    if (/Transition was (skipped|aborted)/.test(e.message)) return
    problems.push(`page error: ${e.message}`)
  })
}

/**
 * Keeps toasts, which disappear after 6 s or with an action after 20 s, visible longer on a slow machine, where the
 * test takes longer too.
 */
const patientToasts = (of: BrowserContext | Page) =>
  of.addInitScript((factor) => {
    const real = setTimeout
    window.setTimeout = ((run: () => void, ms?: number, ...rest: []) =>
      real(run, ms === 6_000 || ms === 20_000 ? ms * factor : ms, ...rest)) as typeof setTimeout
  }, patience())

/**
 * Pauses the pulse of placeholders, which no test looks at. The browser of the tests draws every frame with the
 * processor, and the longer a busy machine takes to load a screen, the more frames it would draw meanwhile.
 */
const pausePlaceholders = (context: BrowserContext) =>
  context.addInitScript(() => {
    const paused = new CSSStyleSheet()
    paused.replaceSync('.animate-breathe { animation-play-state: paused !important }')
    document.adoptedStyleSheets.push(paused)
  })

/** A test that fails on any unexpected console error, page error or content security policy violation. */
export const test = base.extend<{ pageErrors: ExpectedErrors; listening: undefined }>({
  // Each test has its own IP address, so that limits per address do not connect tests.
  // biome-ignore lint/correctness/noEmptyPattern: the form Playwright asks for
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': Array.from(randomBytes(4)).join('.') }),
  // biome-ignore lint/correctness/noEmptyPattern: the form Playwright asks for
  pageErrors: async ({}, use) => use({ expected: [] }),
  listening: [
    async ({ context, pageErrors }, use) => {
      const problems: string[] = []
      for (const page of context.pages()) listen(page, problems)
      context.on('page', (page) => listen(page, problems))
      await patientToasts(context)
      await pausePlaceholders(context)
      // The event also reports violations that the console does not show.
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', (e) =>
          console.error(`CSP: ${e.violatedDirective} ${e.blockedURI} ${e.sample}`),
        )
      })
      await use(undefined)
      if (!context.browser()?.isConnected()) throw new Error('The browser crashed or was killed during this test.')
      expect(problems.filter((line) => !pageErrors.expected.some((e) => e.test(line)))).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

/** The minified build of axe, which reports the same violations. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const AXE_OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // No script runs in the frames of the product, so axe would wait for their results forever.
  iframes: false,
}

/** Fails if axe finds violations on the page in its current state. */
export async function accessible(page: Page, name: string): Promise<void> {
  // A page that is still loading has no heading yet, and nothing else to check.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // A dialog or drawer that closes is still on the page.
  await expect(page.locator('[data-ending-style]')).toHaveCount(0)
  // Once per document, because loading axe costs as much as running it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const violations = await page.evaluate(async (options) => {
    // Turn transitions off while axe runs, because it would measure colors in the middle of a fade. A fade must not
    // start in the meantime either, such as that of an expiring message.
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition-duration: 0s !important; transition-delay: 0s !important }')
    document.adoptedStyleSheets.push(still)
    for (const a of document.getAnimations()) if (a.effect?.getComputedTiming().endTime !== Infinity) a.finish()
    const { axe } = window as unknown as { axe: { run: typeof run } }
    const results = await axe.run(options)
    document.adoptedStyleSheets.pop()
    return results.violations.map((v) => [
      v.id,
      v.nodes.map((n) => n.target.join(' ') + (n.any[0]?.message ? `: ${n.any[0].message}` : '')),
    ])
  }, AXE_OPTIONS)
  expect(violations, name).toEqual([])
}

/** Fails if the page scrolls horizontally. */
export async function fits(page: Page, name: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, name).toBe(0)
}

/**
 * Waits until the public form on the page has been open for two seconds, because the server treats a form that is sent
 * earlier as a bot's. The form's token has the time at which it was shown. Server and test have the same clock.
 */
export async function openLongEnough(page: Page): Promise<void> {
  const shown = Number.parseInt(await page.locator('input[name=token]').inputValue(), 36)
  // steady: the product demands this age, and the clock is the same
  await expect.poll(() => Date.now() - shown, { intervals: [100] }).toBeGreaterThan(2_000)
}

/**
 * Makes the browser as slow as an old laptop on a slow line: six times less processor, and 150 ms of latency. Returns a
 * function that ends it: Chromium keeps a core busy meanwhile, which the other tests lack.
 */
export async function slowDown(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await session.send('Network.enable')
  const line = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', line)
  return () => session.detach()
}

/** Makes the page send each read alone, so that a test can hold one back. */
export async function readAlone(page: Page): Promise<void> {
  await page.route('**/api/rpc/reads', (route) => {
    const { reads } = route.request().postDataJSON() as { reads: unknown[] }
    const alone = { status: 400, body: { error: { code: 'CALL_ALONE' } } }
    return route.fulfill({ body: reads.map((_, n) => `${JSON.stringify({ n, ...alone })}\n`).join('') })
  })
}

/** Opens another screen of the portal without a page load, as a link does. */
export async function within(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number }
    const state = { usr: null, key: Math.random().toString(36).slice(2), idx: idx + 1 }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, path)
}

/** Returns the address of a report that has charts. This month's report has none on the first day of a month. */
export function weekOfReports(): string {
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
  return `/reports?from=${day(-6)}&to=${day(1)}`
}

/**
 * Options for Playwright's own requests. Its connection pool reuses connections that the server closes after 65 idle
 * seconds. Only requests without any response are retried.
 */
export const reconnect = { maxRetries: 2 }

/** Signs in through the API and returns a new page with the session, for tests that are not about signing in. */
export async function signedIn(
  context: BrowserContext,
  baseURL: string,
  email: string,
  password = PASSWORD,
): Promise<Page> {
  const site = (await (await context.request.get(`${baseURL}/api/v1/site`, reconnect)).json()) as {
    publishableKey: string
  }
  const r = await context.request.post(`${baseURL}/api/v1/auth/sign-in`, {
    headers: { apikey: site.publishableKey, origin: baseURL },
    data: { email, password },
    ...reconnect,
  })
  expect(r.status(), email).toBe(200)
  const { session } = await r.json()
  const page = await context.newPage()
  await patientToasts(page)
  // Store it only once, because later page loads must see the portal's own changes.
  await page.addInitScript((s) => {
    // A frame without an origin, such as the one for a mail in the outbox, has no storage.
    if (self !== top) return
    // Remember this in the window name, because sign-out clears both storages.
    if (window.name !== 'given') {
      window.name = 'given'
      localStorage.setItem('millwright.session', s)
    }
  }, JSON.stringify(session))
  return page
}
