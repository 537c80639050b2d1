// Shared by all browser tests: error detection, sign-in and axe.
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'

export const PASSWORD = 'a demo password'

/** Errors that a test expects, such as the failed request it provokes. */
type Ear = { expected: RegExp[] }

function listen(page: Page, heard: string[]) {
  page.on('console', (m) => {
    // A mail in the outbox is in a frame without scripts. What is blocked there is the test's own script.
    if (/^Blocked script execution in '[^']*\/mail-preview\//.test(m.text())) return
    if (m.type() === 'error' || m.type() === 'warning') heard.push(`${m.type()}: ${m.text()} ${m.location().url}`)
  })
  page.on('pageerror', (e) => {
    // Chromium reports this when the cross-fade from a public page times out or another navigation replaces it. No
    // script of the product starts a transition.
    if (/Transition was (skipped|aborted)/.test(e.message)) return
    heard.push(`page error: ${e.message}`)
  })
}

/** A test that fails on any unexpected console error, page error or content security policy violation. */
export const test = base.extend<{ ear: Ear; listening: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: the form Playwright asks for
  ear: async ({}, use) => use({ expected: [] }),
  listening: [
    async ({ context, ear }, use) => {
      const heard: string[] = []
      for (const page of context.pages()) listen(page, heard)
      context.on('page', (page) => listen(page, heard))
      // The event also reports violations that the console does not show.
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

/** Fails if axe finds violations on the page in its current state. */
export async function accessible(page: Page, name: string): Promise<void> {
  // A page that is still loading has no heading yet, and nothing else to check.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // Turn transitions off while axe runs, because it would measure colors in the middle of a fade. A fade must not
  // start meanwhile either, such as that of an expiring message.
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition-duration: 0s !important; transition-delay: 0s !important }')
    document.adoptedStyleSheets.push(still)
    for (const a of document.getAnimations()) if (a.effect?.getComputedTiming().endTime !== Infinity) a.finish()
  })
  const { violations } = await new AxeBuilder({ page })
    // Report only violations. Legacy mode needs no second page to merge results of frames, and there are none to check.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // No script runs in such a frame, so axe would wait forever.
    .exclude('iframe[sandbox]')
    .analyze()
  await page.evaluate(() => document.adoptedStyleSheets.pop())
  expect(
    violations.map((v) => [
      v.id,
      v.nodes.map((n) => n.target.join(' ') + (n.any[0]?.message ? `: ${n.any[0].message}` : '')),
    ]),
    name,
  ).toEqual([])
}

/** Fails if the page scrolls horizontally. */
export async function fits(page: Page, name: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, name).toBe(0)
}

/**
 * Options for Playwright's own requests. Its connection pool reuses connections that the server closes after 65 idle
 * seconds. Only requests without any response are retried.
 */
export const reconnect = { maxRetries: 2 }

/** Signs in through the API and stores the session for the pages, for tests that are not about signing in. */
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
