// Nothing on a screen moves while it loads and becomes interactive, on a processor that is six times slower and behind
// 150 ms of latency.
import type { APIRequestContext, Page } from '@playwright/test'
import { soak } from '../harness/lane.ts'
import { ADMIN, ENGINEER, expect, signedIn, slowDown, test, within } from './browser.ts'
import { story } from './story.ts'

/** Entries of the Layout Instability API, which TypeScript does not know. */
interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}
declare global {
  interface Window {
    /** Returns how much has moved since the last call, and what. */
    takeShifts: () => { score: number; moved: string[] }
  }
}

const OWNER = 'owner@northgate.example'
/** A screen that everyone may open, from which the test goes to the others. */
const ELSEWHERE = '/settings/security'
/**
 * Below this score, what moves is less than a line of text: a character that becomes wider in the final font, or half a
 * pixel of a placeholder that rounds differently. A control that moves out from under the pointer scores more.
 */
const VISIBLE = 0.001

/** Records what moves on a page. Nothing here is pressed, so nothing may move. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = []
    const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[])))
    observer.observe({ type: 'layout-shift', buffered: true })
    const place = (r: DOMRectReadOnly) => [r.x, r.y, r.width, r.height].map(Math.round).join(' ')
    const describe = ({ node, previousRect, currentRect }: Shift['sources'][number]) => {
      const element = node instanceof Element ? node : node?.parentElement
      const name = element ? `${element.localName} “${element.textContent?.trim().slice(0, 40)}”` : 'removed'
      return `  ${name}: ${place(previousRect)} → ${place(currentRect)}`
    }
    window.takeShifts = () => {
      shifts.push(...(observer.takeRecords() as Shift[]))
      const own = shifts.splice(0).filter((shift) => !shift.hadRecentInput)
      return {
        score: own.reduce((sum, { value }) => sum + value, 0),
        moved: own.flatMap(({ value, sources }) => [value.toFixed(4), ...sources.map(describe)]),
      }
    }
  })

/**
 * Returns a function that waits until the screen is complete: no request is under way, and nothing is a placeholder.
 */
function watchCompletion(page: Page): () => Promise<void> {
  const open = new Set<object>()
  page.on('request', (request) => {
    // Requests of the previous page never report their end.
    if (request.isNavigationRequest()) open.clear()
    // Sent when a ticket is left, and never reported as finished.
    if (!request.url().endsWith('/presence')) open.add(request)
  })
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('requestfailed', (request) => void open.delete(request))
  const isComplete = async () => {
    // A request is often followed by another, so nothing may be under way for a few frames.
    for (let frame = 0; frame < 4; frame++) {
      const waiting = await page.evaluate(async () => {
        await new Promise((done) => requestIdleCallback(done))
        await new Promise((done) => requestAnimationFrame(done))
        return document.querySelectorAll('.animate-breathe, [aria-busy=true]').length
      })
      if (waiting > 0 || open.size > 0) return false
    }
    return true
  }
  return async () => {
    await expect(page.locator('h1').first()).toBeAttached()
    await expect.poll(isComplete).toBe(true)
  }
}

/** Opens a page on which nothing moves unnoticed. Live events are kept away, because other tests change the data. */
async function watched(page: Page) {
  await page.route('**/api/v1/events?*', (route) =>
    route.fulfill({ status: 200, contentType: 'text/event-stream', body: '' }),
  )
  await watchShifts(page)
  await slowDown(page)
  return watchCompletion(page)
}

/** Returns the address of the first record in a list, of those that match `filter`, for example `?sla=paused`. */
async function firstIn(page: Page, list: string, filter: string): Promise<string> {
  await page.goto(list + filter)
  const address = new RegExp(`^${list}/[0-9a-f-]{36}$`)
  const first = async () => {
    const hrefs = await page.locator('main a').evaluateAll((links) => links.map((a) => a.getAttribute('href') ?? ''))
    return hrefs.find((href) => address.test(href)) ?? ''
  }
  await expect.poll(first, list).not.toBe('')
  return first()
}

/**
 * The queue, with tickets that no other test changes: a list is read again when its data is older than two seconds, and
 * what others have changed then moves it.
 */
const QUEUE = '/admin/tickets?q='
/** Opens enough tickets to fill a screen, and returns the word that finds only them. */
async function fillQueue(request: APIRequestContext, baseURL: string): Promise<string> {
  const { owner, word } = await story(request, baseURL)
  for (let n = 0; n < 6; n++) await owner.call('POST', '/tickets', { subject: `Late mail ${word}`, description: word })
  return word
}

/** The screens of each side. Those that are used most come first, and only they are in the short lane. */
const MOST_USED = 3
const screens: Record<string, string[]> = {
  [OWNER]: [
    '/apps-automations',
    '/tickets',
    '/my-agreements?tab=hours',
    '/reports',
    '/apps-automations/first',
    '/tickets/first',
    '/tickets/new',
    '/notifications',
    '/my-agreements',
    '/buy-block-time',
    '/my-agreements/first',
    '/my-projects',
    '/my-projects/first',
    '/reports?tab=hours',
    '/contacts',
    '/clients',
    '/users',
    '/settings',
    '/settings/security',
    '/settings/notifications',
    '/settings/company',
    '/settings/billing',
  ],
  [ENGINEER]: [
    '/apps-automations',
    QUEUE,
    '/admin/tickets/first?sla=paused&priority=low', // with an estimate, and the most lines in its targets
    '/admin/tickets/first',
    '/admin/time',
    '/admin/tickets/new',
    '/reports',
    '/reports?tab=workload',
    '/notifications',
    '/companies',
    '/companies/first',
    '/agreements',
    '/agreements/first',
    '/my-projects',
    '/my-projects/first',
    '/admin/contacts',
    '/admin/contacts?view=board',
    '/admin/users',
    '/admin/apps-automations',
    '/admin/outbox',
    '/admin/prompt-manager',
    '/settings/service-levels',
    '/settings/canned-replies',
  ],
  [ADMIN]: ['/stripe-customers', '/settings/remittance'],
}

for (const [who, all] of Object.entries(screens)) {
  const paths = soak ? all : all.slice(0, MOST_USED)
  if (who !== ADMIN || soak)
    test(`nothing moves while a screen loads, as ${who}`, async ({ browser, context, baseURL, request }) => {
      // Find the addresses in another browser context, so that the cache of the measured one is empty.
      const aside = await browser.newContext()
      const finder = await signedIn(aside, baseURL as string, who)
      const addresses: [name: string, to: string][] = []
      for (const path of paths) {
        const [list, filter] = path.split('/first')
        addresses.push([
          path,
          path === QUEUE
            ? QUEUE + (await fillQueue(request, baseURL as string))
            : list && filter !== undefined
              ? await firstIn(finder, list, filter)
              : path,
        ])
      }
      await aside.close()
      const page = await signedIn(context, baseURL as string, who)
      const complete = await watched(page)
      const check = async (name: string) => {
        await complete()
        const { score, moved } = await page.evaluate(() => window.takeShifts())
        expect.soft(score < VISIBLE ? [] : moved, name).toEqual([])
      }
      for (const [name, to] of addresses) {
        await page.goto(to)
        await check(`${name}, loaded`)
      }
      if (!soak) return
      await page.goto(ELSEWHERE)
      await check(ELSEWHERE)
      const elsewhere = await page.title()
      for (const [, to] of addresses) {
        if (to === ELSEWHERE) continue
        await within(page, to)
        await expect(page).not.toHaveTitle(elsewhere)
        await check(`${to}, opened from another screen`)
        await within(page, ELSEWHERE)
        await expect(page).toHaveTitle(elsewhere)
        await check(`${ELSEWHERE}, opened from ${to}`)
      }
    })
}

test('the sign-in card stays in place while the page loads', async ({ page }) => {
  const complete = await watched(page)
  for (const path of ['/auth', '/auth/recover', '/tickets']) {
    await page.goto(path)
    await complete()
    const { score, moved } = await page.evaluate(() => window.takeShifts())
    expect.soft(score < VISIBLE ? [] : moved, path).toEqual([])
  }
})
