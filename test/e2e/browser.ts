// What every browser test stands on: an ear for errors, accounts, axe.
import { randomBytes } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { patience } from '../harness/patience.ts'

export const PASSWORD = 'a demo password'
/** The provider's people in the demo. */
export const ADMIN = 'admin@millwright.example'
export const ENGINEER = 'engineer@millwright.example'

/** Context options for a phone and a desktop, for tests that need one of them in every project. */
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
export const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false }

/** Errors that a test expects, such as the failed request it provokes. */
type Ear = { expected: RegExp[] }

function listen(page: Page, heard: string[]) {
  page.on('console', (m) => {
    // A mail in the outbox stands in a frame in which no script runs; what was blocked there is the test's own.
    if (/^Blocked script execution in '[^']*\/mail-preview\//.test(m.text())) return
    if (m.type() === 'error' || m.type() === 'warning') heard.push(`${m.type()}: ${m.text()} ${m.location().url}`)
  })
  page.on('pageerror', (e) => {
    // Chromium's own: a cross-fade into a document whose style sheet is not in its cache yet.
    if (/ViewTransition opt-in disabled/.test(e.message)) return
    heard.push(`page error: ${e.message}`)
  })
}

/** Keeps toasts, which disappear after six seconds, visible longer on a slow machine, where the test's steps take longer. */
const patientToasts = (of: BrowserContext | Page) =>
  of.addInitScript((factor) => {
    const real = setTimeout
    window.setTimeout = ((run: () => void, ms?: number, ...rest: []) =>
      real(run, ms === 6_000 ? ms * factor : ms, ...rest)) as typeof setTimeout
  }, patience())

/** A test that fails on an unexpected console error, page error or CSP report in its own context. */
export const test = base.extend<{ ear: Ear; listening: undefined }>({
  // Each test has its own IP address, so that limits per address do not connect tests.
  // biome-ignore lint/correctness/noEmptyPattern: the form Playwright asks for
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': Array.from(randomBytes(4)).join('.') }),
  // biome-ignore lint/correctness/noEmptyPattern: the form Playwright asks for
  ear: async ({}, use) => use({ expected: [] }),
  listening: [
    async ({ context, ear }, use) => {
      const heard: string[] = []
      for (const page of context.pages()) listen(page, heard)
      context.on('page', (page) => listen(page, heard))
      await patientToasts(context)
      // A violation that the console swallows still fires its event.
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', (e) =>
          console.error(`CSP: ${e.violatedDirective} ${e.blockedURI} ${e.sample}`),
        )
      })
      await use(undefined)
      expect(heard.filter((line) => !ear.expected.some((e) => e.test(line)))).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

/** Fails with what axe finds on the page as it is now. */
export async function accessible(page: Page, name: string): Promise<void> {
  // A page that has only begun has no heading yet, and nothing else to look at.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // What is fading in or out just now would be measured half-way: the colours that count are those it ends on.
  // So nothing may begin to fade either, such as a message whose time is over, until axe has looked.
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition-duration: 0s !important; transition-delay: 0s !important }')
    document.adoptedStyleSheets.push(still)
    for (const a of document.getAnimations()) if (a.effect?.getComputedTiming().endTime !== Infinity) a.finish()
  })
  const { violations } = await new AxeBuilder({ page })
    // Only what is wrong, and without a second page to put frames' findings together in: there are no frames to look into.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // No script runs in such a frame, so axe cannot either, and waits for ever.
    .exclude('iframe[sandbox]')
    .analyze()
  await page.evaluate(() => document.adoptedStyleSheets.pop())
  expect([
    name,
    violations.map((v) => [
      v.id,
      v.nodes.map((n) => n.target.join(' ') + (n.any[0]?.message ? `: ${n.any[0].message}` : '')),
    ]),
  ]).toEqual([name, []])
}

/** Fails when the page scrolls sideways. */
export async function fits(page: Page, name: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect([name, over]).toEqual([name, 0])
}

/**
 * Waits until the public form on the page has been open as long as the product demands: what comes back within two seconds
 * was filled in by a program. Its token says when it was shown, by the clock of the product, which is that of the test.
 */
export async function openLongEnough(page: Page): Promise<void> {
  const shown = Number.parseInt(await page.locator('input[name=token]').inputValue(), 36)
  // steady: the product demands this age, and the clock is the same
  await expect.poll(() => Date.now() - shown, { intervals: [100] }).toBeGreaterThan(2_000)
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

/** Signs in through the API and puts the session where the pages look for it: for tests that are not about signing in. */
export async function signedIn(
  context: BrowserContext,
  baseURL: string,
  email: string,
  password = PASSWORD,
): Promise<Page> {
  const site = (await (await context.request.get(`${baseURL}/api/v1/site`)).json()) as { publishableKey: string }
  const r = await context.request.post(`${baseURL}/api/v1/auth/sign-in`, {
    headers: { apikey: site.publishableKey, origin: baseURL },
    data: { email, password },
  })
  expect([email, r.status()]).toEqual([email, 200])
  const { session } = await r.json()
  const page = await context.newPage()
  await patientToasts(page)
  // Only where nothing is stored: a later page load must see what the portal made of it.
  await page.addInitScript((s) => {
    // A frame without an origin, such as a mail in the outbox, has no storage.
    if (self !== top) return
    if (!sessionStorage.getItem('given')) {
      sessionStorage.setItem('given', 'yes')
      localStorage.setItem('millwright.session', s)
    }
  }, JSON.stringify(session))
  return page
}
