// The marketplace for visitors: search with and without scripts, savings with their own numbers, and a question.
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { accessible, ENGINEER, expect, fits, openLongEnough, reconnect, signedIn, test } from './browser.ts'
import { isLookedAt } from './lane.ts'

/** The name of the product `ticket-triage-by-content`. */
const TRIAGE = 'AI ticket triage for ConnectWise, Autotask and HaloPSA'

/** Clicks a filter. Filters are next to the list, or behind a button on a phone. */
const filter = async (page: Page, isMobile: boolean, name: RegExp) => {
  if (isMobile) await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('navigation', { name: 'Filters' }).getByRole('link', { name }).click()
}
const names = (page: Page) => page.locator('.goods h2').allInnerTexts()
/** Waits until the page at an address is fully loaded, so that the list is complete and not the previous one. */
const whole = async (page: Page, address: string) => {
  await expect(page).toHaveURL(address)
  await page.waitForLoadState()
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })
  test('a visitor finds a product by misspelled words, filters and pages, and estimates savings with own numbers', {
    tag: '@phone',
  }, async ({ page, isMobile }) => {
    await page.goto('/marketplace')
    await page.getByRole('searchbox', { name: 'Search automations' }).fill('conectwise')
    await page.getByRole('button', { name: 'Search' }).click()
    await whole(page, '/marketplace?q=conectwise')
    await expect(page.getByText('Showing results for connectwise.')).toBeVisible()
    const first = await names(page)
    expect(first).toHaveLength(18)

    await page.getByRole('link', { name: 'Next' }).click()
    await whole(page, '/marketplace?q=conectwise&page=2')
    expect((await names(page)).filter((name) => first.includes(name))).toEqual([])

    await filter(page, isMobile, /^Billing and procurement \d+$/)
    await whole(page, '/marketplace?q=conectwise&category=billing')
    const shown = await page.locator('.goods .kind').allInnerTexts()
    expect([new Set(shown), shown.length > 1]).toEqual([new Set(['Billing and procurement']), true])
    await page.getByRole('navigation', { name: 'Sort by' }).getByRole('link', { name: 'A–Z' }).click()
    await whole(page, '/marketplace?q=conectwise&category=billing&sort=name')
    const sorted = await names(page)
    expect(sorted).toEqual(sorted.toSorted((a, b) => a.localeCompare(b, 'en')))

    // The count of a filter matches its results.
    if (isMobile) await page.getByRole('button', { name: 'Filters (1)' }).click()
    const price = page.getByRole('navigation', { name: 'Filters' }).getByRole('link', { name: /^Monthly \d+$/ })
    const count = Number(/\d+/.exec((await price.textContent()) ?? '')?.[0])
    await price.click()
    await whole(page, '/marketplace?q=conectwise&category=billing&price=monthly&sort=name')
    expect(await names(page)).toHaveLength(count)
    await page.getByRole('link', { name: 'Remove Billing and procurement' }).click()
    await expect(page).toHaveURL('/marketplace?q=conectwise&price=monthly&sort=name')

    await page.goto('/marketplace/unused-licenses-before-renewal?minutes=30&runs=20&rate=abc')
    await expect(page.getByText('Enter 1 to 1,000 dollars')).toBeVisible()
    await page.getByLabel('Your hourly cost').fill('90')
    await page.getByRole('button', { name: 'Calculate' }).click()
    await expect(page).toHaveURL(/minutes=30&runs=20&rate=90#roi$/)
    await expect(page.locator('#roi')).toContainText('10 hours')
    await expect(page.locator('#roi')).toContainText('$900')
  })
})

test('every state of the list and of a product is accessible and fits', async ({ page, isMobile }) => {
  const states = [
    ['/marketplace', /\d+ automations/],
    ['/marketplace?category=security&category=backup&integration=NinjaOne&sort=new', /of \d+ automations/],
    ['/marketplace?q=how+do+I+stop+paying+for+licenses', 'No automation matches all of these words.'],
    ['/marketplace?q=zzzzqq', 'No results for “zzzzqq”'],
    ['/marketplace?q=voicemail&category=rmm', 'No automations match these filters'],
    ['/marketplace?tools=all', /^\d+ tools$/],
    ['/marketplace/new-employee-request-to-first-sign-in', 'Requirements'],
  ] as const
  for (const [i, [path, words]] of states.entries()) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible()
    await fits(page, path)
    if (isLookedAt(i, isMobile)) await accessible(page, path)
  }
  if (isMobile) {
    await page.goto('/marketplace?category=psa')
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await expect(page.getByRole('navigation', { name: 'Filters' })).toBeVisible()
    await accessible(page, 'filters, open')
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('navigation', { name: 'Filters' })).toBeHidden()
  }
})

test('the estimate updates while numbers are typed', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/marketplace/ticket-triage-by-content')
  const roi = page.locator('#roi')
  await expect(roi.getByRole('button', { name: 'Calculate' })).toBeHidden()
  await page.getByLabel('Runs per month').fill('100')
  await page.getByLabel('Minutes per run').fill('6')
  await page.getByLabel('Your hourly cost').fill('50')
  await expect(roi).toContainText('10 hours')
  await expect(roi).toContainText('Saves $101 a month more than it costs.')
  await page.getByLabel('Runs per month').fill('')
  await expect(roi).toContainText('10 hours')
  await page.getByLabel('Runs per month').fill('10')
  await expect(roi).toContainText('Costs $349 a month more than it saves')
})

test('a visitor asks about a product, and staff see which one', { tag: '@wide' }, async ({
  page,
  context,
  baseURL,
  pageErrors,
}) => {
  pageErrors.expected.push(/400/)
  const name = `Morgan ${randomBytes(5).toString('hex')}`
  await page.goto('/marketplace?q=triage')
  await page.getByRole('link', { name: TRIAGE }).click()
  await page.getByRole('link', { name: 'Ask a question' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TRIAGE)
  await expect(page.getByLabel('What is this about?')).toHaveValue('/marketplace/ticket-triage-by-content')
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Work email').fill('no address')
  await page.getByLabel('Your message').fill('Does it work with two boards?')
  await page.getByRole('button', { name: 'Send message' }).click()
  // The product stays selected after an input error.
  await expect(page.getByText('Invalid email address').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TRIAGE)
  await expect(page.getByLabel('What is this about?')).toHaveValue('/marketplace/ticket-triage-by-content')
  await page.getByLabel('Work email').fill(`${name.toLowerCase().replace(' ', '.')}@client.example`)
  await page.getByRole('checkbox').check()
  await openLongEnough(page)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page).toHaveURL(/sent=1/)

  const staff = await signedIn(context, baseURL as string, ENGINEER)
  await staff.goto(`/admin/contacts?tab=leads&q=${name.split(' ')[1]}`)
  await staff.getByRole('link', { name }).click()
  await expect(staff.getByText('/marketplace/ticket-triage-by-content').first()).toBeVisible()
})

test('pages are small, cached and described for crawlers; unknown products are 404', { tag: '@wide' }, async ({
  request,
}) => {
  const head = async (path: string) => {
    const html = await (await request.get(path, reconnect)).text()
    return {
      html,
      canonical: /<link rel="canonical" href="https?:\/\/[^/]+([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&'),
      noindex: /<meta name="robots" content="noindex"/.test(html),
    }
  }
  for (const path of ['/marketplace', '/marketplace?page=2', '/marketplace?category=psa'])
    expect([(await head(path)).canonical, (await head(path)).noindex], path).toEqual([path, false])
  for (const path of ['/marketplace?q=backup', '/marketplace?sort=new', '/marketplace?category=psa&price=monthly'])
    expect([(await head(path)).canonical, (await head(path)).noindex], path).toEqual([undefined, true])
  expect((await head('/marketplace/ticket-triage-by-content?minutes=9')).canonical).toBe(
    '/marketplace/ticket-triage-by-content',
  )

  const { html } = await head('/marketplace/ticket-triage-by-content')
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '')['@graph']
  expect(data[0]).toMatchObject({
    '@type': ['Product', 'SoftwareApplication'],
    offers: { price: '399.00', priceCurrency: 'USD' },
  })
  expect(data[1].itemListElement).toHaveLength(4)

  const paths = [
    ...(await (await request.get('/marketplace/sitemap.xml', reconnect)).text()).matchAll(
      /<loc>https?:\/\/[^/]+([^<]*)/g,
    ),
  ].map((m) => m[1] as string)
  expect(paths.length).toBeGreaterThan(100)
  // Check what is sent to the browser: HTML with its style sheets.
  for (const path of [
    '/marketplace',
    '/marketplace?page=2',
    '/marketplace?q=autotsk',
    '/marketplace?tools=all',
    ...paths,
  ]) {
    const r = await request.get(path, { headers: { 'accept-encoding': 'br' } })
    expect([r.status(), r.headers()['cache-control']], path).toEqual([200, 'public, max-age=60'])
    expect(Number(r.headers()['content-length']) <= 14_000, path).toBe(true)
  }
  for (const path of [
    '/marketplace/no-such-product',
    '/marketplace/%00',
    '/marketplace/A',
    '/marketplace/a%2F..%2Fb',
  ]) {
    const r = await request.get(path, reconnect)
    expect([r.status(), r.headers()['cache-control']], path).toEqual([404, 'no-store'])
  }
  const far = await request.get('/marketplace?page=999', { maxRedirects: 0 })
  expect([far.status(), far.headers().location]).toEqual([302, expect.stringMatching(/\/marketplace\?page=\d$/)])
})
