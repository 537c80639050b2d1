// The public site: the landing page with header and footer, legal texts, redirects, and unknown addresses.
import type { Page } from '@playwright/test'
import { REDIRECTS } from '../../src/server/redirects.ts'
import { accessible, expect, fits, PASSWORD, test } from './browser.ts'
import { ONE_SIZE } from './lane.ts'

const stillness = (page: Page) =>
  page.addInitScript(() => {
    const w = window as unknown as { shifted: number }
    w.shifted = 0
    new PerformanceObserver((list) => {
      for (const e of list.getEntries() as unknown as { hadRecentInput: boolean; value: number }[])
        if (!e.hadRecentInput) w.shifted += e.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shifted = (page: Page) => page.evaluate(() => (window as unknown as { shifted: number }).shifted)

test('the landing page matches the specification and has no layout shift', async ({ page }) => {
  await stillness(page)
  const scripts: string[] = []
  page.on('request', (r) => r.resourceType() === 'script' && scripts.push(r.url()))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Build Smarter. Automate Better. Own Your AI.')
  await expect(page.getByRole('heading', { name: 'Automation and AI, Built for the Real World.' })).toBeVisible()
  await expect(page.locator('#paths').getByRole('heading', { level: 2 })).toHaveText(
    'Choose Your Path to AI-Powered Automation',
  )
  await expect(page.locator('#paths').getByRole('heading', { level: 3, name: 'For MSPs' })).toHaveCount(1)
  for (const hidden of ['Hourly Consulting', 'For Businesses', 'For Vendors', 'For Students']) {
    await expect(page.locator('#paths').getByText(hidden, { exact: true })).toHaveCount(0)
  }
  await expect(page.getByRole('link', { name: /^Learn More about / })).toHaveCount(11)
  await expect(page.locator('#paths')).toContainText('1/4')
  await expect(page.locator('#paths')).toContainText('Availability: Good')
  for (const to of ['/msp', '/vendors', '/build-a-bot'])
    await expect(page.locator(`#about a[href="${to}"]`).first()).toBeVisible()
  // The page is dark although this browser prefers light.
  expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: light)').matches)).toBe(true)
  const shade = await page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    canvas.fillStyle = getComputedStyle(document.body).backgroundColor
    canvas.fillRect(0, 0, 1, 1)
    return Math.max(...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3))
  })
  expect(shade).toBeLessThan(60)
  // There is one script of our own, without React.
  expect(scripts).toHaveLength(1)
  // The long name fades after about two seconds. On a phone it is never shown.
  await expect(page.locator('.brand .long')).toBeHidden()
  // If the font loads late, the fallback Arial takes up the same space to within a few pixels.
  expect(await shifted(page)).toBeLessThan(0.0005)
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest')
})

test('the footer has the site map, independent groups, the support address and the year', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'support@millwright.example' })).toHaveAttribute(
    'href',
    'mailto:support@millwright.example',
  )
  await expect(footer).toContainText(String(new Date().getFullYear()))
  for (const to of ['/', '/about', '/msp-vcto', '/msp-rmm-fine-tuning'])
    await expect(footer.locator(`a[href="${to}"]`).first()).toHaveCount(1)
  const open = () => footer.locator('details').evaluateAll((all) => all.map((d) => (d as HTMLDetailsElement).open))
  expect((await open()).filter(Boolean)).toHaveLength(1)
  for (const group of ['Business', 'Vendors', 'Students']) await footer.locator('summary', { hasText: group }).click()
  await expect.poll(async () => (await open()).every(Boolean)).toBe(true)
  await accessible(page, 'footer, all open')
})

test('legal texts open in dialogs that close with their button, not with an outside click', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/')
  for (const name of ['Privacy Policy', 'Terms of Service', 'Cookie Policy']) {
    await page.getByRole('contentinfo').getByRole('link', { name }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(dialog).toContainText('January 27, 2025')
    if (name === 'Privacy Policy') {
      await accessible(page, name)
      await page.mouse.click(5, 300)
      await expect(dialog).toBeVisible()
    }
    await page.getByRole('button', { name: 'I Understand' }).click()
    await expect(dialog).toBeHidden()
  }
  await page.goto('/legal/terms')
  for (const term of [/15 days/, /12 months/, /American Arbitration Association/, /under (the age of )?13/])
    await expect(page.getByRole('article')).toContainText(term)
})

test('unknown addresses return 404 and link to the home page', { tag: '@phone' }, async ({ page, pageErrors }) => {
  pageErrors.expected.push(/404/)
  for (const path of ['/nothing-here', '/legal/nothing', '/tickets/a/b/c', '/%0d%0aX:1', '/%E0%A4%A']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  }
  await page.goto('/nothing-here')
  await accessible(page, 'not found')
  await fits(page, 'not found')
  await page.getByRole('main').getByRole('link', { name: /home/i }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('old addresses redirect to the new ones and keep the query string', { tag: '@wide' }, async ({ request }) => {
  for (const [from, to] of Object.entries(REDIRECTS)) {
    const r = await request.get(`${from}?a=1`, { maxRedirects: 0 })
    expect([r.status(), r.headers().location], from).toEqual([301, `${to}?a=1`])
  }
  expect((await request.get('/legal/terms/', { maxRedirects: 0 })).headers().location).toBe('/legal/terms')
  // Never redirect to another host, even with encoded characters.
  for (const evil of ['/%5Cevil.example/', '/%09/evil.example/', '/%0d%0aX:1/', '/.//evil.example/']) {
    const r = await request.get(evil, { maxRedirects: 0 })
    expect([r.status(), r.headers().location], evil).toEqual([404, undefined])
  }
})

test('Learn More saves the scroll position, and going back restores it', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/')
  const card = page.getByRole('link', { name: 'Learn More about Voice AI' })
  await card.scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await card.click()
  await expect(page).toHaveURL(/\/msp-voice-ai$/)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  // The click itself may have scrolled.
  const place = Number(await page.evaluate(() => sessionStorage.getItem('landing.scroll')))
  expect(place).toBeGreaterThan(300)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBeGreaterThan(place - 5)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('landing.scroll'))).toBeNull()
})

test('the navigation bar shows who is signed in and signs out', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Partner Signin' })).toBeVisible()
  await page.goto('/auth')
  await page.getByLabel('Email').fill('owner@bluepeak.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/apps-automations/)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Partner Signin' })).toBeHidden()
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByText('owner@bluepeak.example')).toBeVisible()
  await accessible(page, 'account menu of the site')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Partner Signin' })).toBeVisible()
  await expect(page.getByText("You've been successfully signed out.")).toBeVisible()
  await page.goto('/tickets')
  await expect(page).toHaveURL(/\/auth\?redirect=/)
})

test('menus open one at a time, by keyboard too', async ({ page, isMobile }) => {
  if (!isMobile) {
    await page.goto('/')
    await page.getByRole('button', { name: 'For MSPs' }).click()
    await expect(page.locator('#msps a')).toHaveCount(11)
    await accessible(page, 'For MSPs, open')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'About' }).click()
    await expect(page.locator('#msps')).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page.locator('#about-pages')).toBeHidden()
    return
  }
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Automation Marketplace' })).toBeVisible()
  await expect(menu.getByRole('link', { name: /opens in a new tab/ })).toHaveAttribute('target', '_blank')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
  await accessible(page, 'menu')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })
  test('all content can be read and reached', async ({ page, isMobile }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('button', { name: isMobile ? 'Menu' : 'For MSPs' }).click()
    await expect(page.getByRole('link', { name: 'White Label' }).first()).toBeVisible()
    await page.goto('/legal/privacy')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  })
})

test('pages and scripts are compressed and cached, with a security policy', { tag: '@wide' }, async ({ request }) => {
  const r = await request.get('/', { headers: { 'accept-encoding': 'br' } })
  expect(r.headers()['cache-control']).toBe('public, max-age=60')
  expect(r.headers()['content-security-policy']).toMatch(/script-src 'self';/)
  expect((await request.get('/', { headers: { 'if-none-match': r.headers().etag as string } })).status()).toBe(304)
  const html = await r.text()
  expect(html).not.toContain('rel="stylesheet"')
  const asset = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] as string
  const script = await request.get(asset, { headers: { 'accept-encoding': 'br' } })
  expect(script.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(script.headers()['content-encoding']).toBe('br')
})

test('the navigation bar marks the current page', { tag: '@wide' }, async ({ page, pageErrors }) => {
  pageErrors.expected.push(/404/)
  await page.goto('/msp-data-cleanup')
  await page.getByRole('button', { name: 'For MSPs' }).click()
  await expect(page.locator('#msps a[aria-current=page]')).toHaveText('Data Cleanup')
  await page.goto('/who-we-are')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'About' }).click()
  await expect(page.locator('#about-pages a')).toHaveCount(2)
  await expect(page.locator('#about-pages a[aria-current=page]')).toHaveAttribute('href', '/who-we-are')
  for (const path of ['/marketplace', '/marketplace/anything']) {
    await page.goto(path)
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Automation Marketplace' }),
    ).toHaveAttribute('aria-current', /page|true/)
  }
})

test('cards are three in a row and equally high on a large screen', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/')
  const boxes = await page
    .locator('#paths')
    .getByRole('link', { name: /^Learn More about / })
    .evaluateAll((links) =>
      links
        .map((l) => (l.closest('li, article, .card') as HTMLElement).getBoundingClientRect())
        .map(({ top, height }) => ({ top, height })),
    )
  expect(new Set(boxes.slice(0, 3).map((b) => b.top)).size).toBe(1)
  expect(boxes[3]?.top).toBeGreaterThan(boxes[0]?.top as number)
  expect(new Set(boxes.slice(0, 3).map((b) => Math.round(b.height))).size).toBe(1)
})

test('with reduced motion, the short name shows immediately and drawings do not move', { tag: '@wide' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  // Hidden without fading, which would have an animation, also one that is over.
  const long = page.locator('.brand .long')
  await expect(long).toBeHidden()
  expect(await long.evaluate((e) => [getComputedStyle(e).display, e.getAnimations().length])).toEqual(['none', 0])
  await page.goto('/msp-voice-ai')
  const running = await page.evaluate(() => document.getAnimations().filter((a) => a.playState === 'running').length)
  expect(running).toBe(0)
})

test('the pause button of a drawing stops everything that moves for long', { tag: '@wide' }, async ({ page }) => {
  const countMoving = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((a) => a.playState === 'running' && Number(a.effect?.getComputedTiming().endTime) > 5_000).length,
    )
  for (const path of ['/', '/about', '/who-we-are', '/voice-ai-agent', '/msp-connect-systems']) {
    await page.goto(path)
    expect(await countMoving(), path).toBeGreaterThan(0)
    await page.getByRole('checkbox', { name: 'Pause the animation' }).check()
    expect(await countMoving(), path).toBe(0)
  }
})

test('every navigation starts at the top', { tag: ONE_SIZE }, async ({ page }) => {
  await page.goto('/about')
  await page.evaluate(() => scrollTo(0, 2_000))
  await page.getByRole('contentinfo').getByRole('link', { name: 'White Label' }).click()
  await expect(page).toHaveURL(/msp-white-label$/)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})
