// Signed-in screens on a phone, first visit with an empty cache: with Lighthouse, and with a browser that is slowed down.
import { type Browser, chromium } from '@playwright/test'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { chromiumPath } from '../test/harness/chromium.ts'
import { SCREENS } from './budgets.ts'
import { type Demo, SESSION_KEY, type SignedIn } from './demo.ts'
import { addressOf, withSignedIn } from './screen-weight.ts'

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run']

const MEASURED = ['overview', 'list', 'ticket', 'queue']

type PhoneFigures = { screen: string; FCP: number; LCP: number; TBT: number; CLS: number; lcpElement: string }

/** Returns Lighthouse's figures of the screens in `MEASURED`. FCP, LCP and TBT are in milliseconds; CLS has no unit. */
export async function phoneFigures(demo: Demo): Promise<PhoneFigures[]> {
  const figures: PhoneFigures[] = []
  for (const budget of SCREENS.filter(({ screen }) => MEASURED.includes(screen))) {
    const person = await demo.signIn(budget.email)
    const address = await addressOf(demo, budget, person)
    // A new profile for each screen, so that the cache is empty.
    const chrome = await launch({ chromePath: chromiumPath(), chromeFlags: FLAGS })
    try {
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`)
      const context = browser.contexts()[0] ?? (await browser.newContext())
      await context.addCookies(
        person.cookie.split('; ').map((pair) => {
          const at = pair.indexOf('=')
          return { name: pair.slice(0, at), value: pair.slice(at + 1), url: `${demo.url}/api/v1/auth` }
        }),
      )
      const page = await context.newPage()
      // A page of the same origin that loads nothing.
      await page.goto(`${demo.url}/healthz`)
      await page.evaluate(
        ([key, value]) => localStorage.setItem(key as string, value as string),
        [SESSION_KEY, person.session],
      )
      await browser.close()
      const result = await lighthouse(address, {
        port: chrome.port,
        output: 'json',
        logLevel: 'error',
        onlyCategories: ['performance'],
        // A reset would remove the session.
        disableStorageReset: true,
      })
      if (!result) throw new Error(`Lighthouse gave no answer for ${budget.screen}.`)
      const { audits, finalDisplayedUrl } = result.lhr
      if (finalDisplayedUrl.includes('/auth')) throw new Error(`${budget.screen} asked to sign in.`)
      const figure = (name: string) => Math.round(audits[name]?.numericValue ?? Number.NaN)
      figures.push({
        screen: budget.screen,
        FCP: figure('first-contentful-paint'),
        LCP: figure('largest-contentful-paint'),
        TBT: figure('total-blocking-time'),
        CLS: Number((audits['cumulative-layout-shift']?.numericValue ?? Number.NaN).toFixed(3)),
        lcpElement:
          JSON.stringify(audits['lcp-breakdown-insight']?.details ?? '').match(/"snippet":"(.{0,60})/)?.[1] ?? '',
      })
    } finally {
      chrome.kill()
    }
  }
  return figures
}

/** Lighthouse's network for phones, and its slowdown of the CPU. */
const PHONE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }
const SLOWDOWN = 4
const ROUNDS = 3
/** How long after the load the largest content may still change, in milliseconds. */
const SETTLED_MS = 5_000

/** Opens an address with an empty cache. Returns when its largest content was painted, in milliseconds. */
const paintedAt = (browser: Browser, address: string, person: SignedIn): Promise<number> =>
  withSignedIn(browser, person, async (page, cdp) => {
    await cdp.send('Network.emulateNetworkConditions', PHONE)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.goto(address)
    return await page.evaluate(
      (wait) =>
        new Promise<number>((resolve) => {
          let at = Number.NaN
          new PerformanceObserver((list) => {
            at = list.getEntries().at(-1)?.startTime ?? at
          }).observe({ type: 'largest-contentful-paint', buffered: true })
          setTimeout(() => resolve(Math.round(at)), wait)
        }),
      SETTLED_MS,
    )
  })

/**
 * Returns the LCP of the screens in `MEASURED` in milliseconds, the median of three visits. Lighthouse computes its LCP
 * from a visit that was not slowed down. Here, network and CPU really are as slow as its phone.
 */
export async function paintFigures(demo: Demo): Promise<{ screen: string; LCP: number }[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS })
  try {
    const figures = []
    for (const budget of SCREENS.filter(({ screen }) => MEASURED.includes(screen))) {
      const person = await demo.signIn(budget.email)
      const address = await addressOf(demo, budget, person)
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++) times.push(await paintedAt(browser, address, person))
      figures.push({ screen: budget.screen, LCP: times.sort((a, b) => a - b)[(ROUNDS - 1) / 2] as number })
    }
    return figures
  } finally {
    await browser.close()
  }
}
