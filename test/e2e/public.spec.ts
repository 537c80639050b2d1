// Every public page of the sitemap (at one of two sizes, in soak at both), and the forms with and without scripts.
import { randomBytes } from 'node:crypto'
import { accessible, ENGINEER, expect, fits, openLongEnough, reconnect, test } from './browser.ts'
import { isLookedAt } from './lane.ts'
import { player } from './story.ts'

const pathsOf = (xml: string) => [...xml.matchAll(/<loc>[^<]*?:\/\/[^/<]+([^<]*)<\/loc>/g)].map((m) => m[1] as string)

// In parts, so that no test is long.
for (const part of [0, 1, 2]) {
  test(`every public page fits and is accessible, part ${part + 1}`, async ({ page, request, isMobile }) => {
    const paths = pathsOf(await (await request.get('/sitemap.xml', reconnect)).text())
    expect(paths.length).toBeGreaterThan(45)
    for (const [i, path] of paths.filter((_, n) => n % 3 === part).entries()) {
      if (!isLookedAt(i, isMobile)) continue
      const answer = await page.goto(path)
      expect(answer?.status(), path).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await fits(page, path)
      await accessible(page, path)
      if (!isMobile) continue
      const size = page.viewportSize()
      await page.setViewportSize({ width: 320, height: 640 })
      await fits(page, `${path}, 320 px`)
      if (size) await page.setViewportSize(size)
    }
  })
}

test('every public page has its metadata, and no link of a public page leads nowhere', { tag: '@wide' }, async ({
  request,
}) => {
  const paths = pathsOf(await (await request.get('/sitemap.xml', reconnect)).text())
  const links = new Map<string, string>()
  const titles = new Set<string>()
  const pictures = new Map<string, string>()
  for (const path of paths) {
    const answer = await request.get(path, { ...reconnect, headers: { 'accept-encoding': 'br' } })
    expect(Number(answer.headers()['content-length']), `bytes of ${path} with its styles`).toBeLessThanOrEqual(14_000)
    const html = await answer.text()
    const found = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
    titles.add(found(/<title>([^<]*)<\/title>/))
    expect(new URL(found(/<link rel="canonical" href="([^"]*)"/)).pathname, path).toBe(path)
    expect(found(/<meta name="description" content="([^"]*)"/).length > 50, path).toBe(true)
    pictures.set(new URL(found(/<meta property="og:image" content="([^"]*)"/)).pathname, path)
    for (const [, json = ''] of html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs))
      JSON.parse(json)
    for (const [, to] of html.matchAll(/<a [^>]*href="(\/[^"#]*)[^"]*"/g))
      if (to) links.set(to.replaceAll('&amp;', '&'), path)
  }
  expect(titles.size).toBe(paths.length)
  for (const [picture, from] of pictures) {
    expect((await request.head(picture, reconnect)).headers()['content-type'], from).toBe('image/png')
  }
  const later = /^\/(email-verified|learn-automation)/
  const broken: string[] = []
  for (const [to, from] of links) {
    if (later.test(to) || paths.includes(to)) continue
    const status = (await request.get(to, reconnect)).status()
    if (status !== 200) broken.push(`${from} → ${to}: ${status}`)
  }
  expect(broken).toEqual([])
})

/** Returns the leads with this word, as staff see them. */
const leads = async (request: Parameters<typeof player>[0], baseURL: string, word: string) => {
  const staff = await player(request, baseURL, ENGINEER)
  return (await staff.call('GET', `/leads?q=${word}`)).items
}

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled: scripts })
    test('the contact form keeps what was typed, says what is wrong, and is received', { tag: '@phone' }, async ({
      page,
      request,
      baseURL,
      pageErrors,
    }) => {
      pageErrors.expected.push(/400/)
      const word = randomBytes(5).toString('hex')
      await page.goto('/contact?about=/msp-vcto')
      await page.locator('[name=name]').fill('Pat Doe')
      await page.locator('[name=email]').fill('not an address')
      await page.locator('[name=message]').fill('Can you count licenses?')
      await page.getByRole('main').locator('form button').last().click()
      await expect(page.getByText('Invalid email address').first()).toBeVisible()
      await expect(page.locator('[name=name]')).toHaveValue('Pat Doe')
      await expect(page.locator('textarea')).toHaveValue('Can you count licenses?')
      await fits(page, 'contact, refused')
      if (scripts) await accessible(page, 'contact, refused')
      await page.locator('[name=email]').fill(`pat@${word}.example`)
      await page.locator('[name=consent]').check()
      await openLongEnough(page)
      await page.getByRole('main').locator('form button').last().click()
      await expect(page).toHaveURL(/\/contact\?sent=1/)
      await fits(page, 'contact, sent')
      expect(await leads(request, baseURL as string, word)).toHaveLength(1)
    })
  })
}

test('the voice agent’s form leads to its thanks', { tag: '@phone' }, async ({ page, request, baseURL }) => {
  const word = randomBytes(5).toString('hex')
  await page.goto('/voice-ai-agent')
  await page.locator('[name=name]').fill('Pat Doe')
  await page.locator('[name=company]').fill('Client Inc')
  await page.locator('[name=phone]').fill('+1 555 0100')
  await page.locator('[name=email]').fill(`pat@${word}.example`)
  await page.locator('select').selectOption('100-500')
  await page.locator('[name=consent]').check()
  await openLongEnough(page)
  await page.getByRole('main').locator('form button').last().click()
  await expect(page).toHaveURL(/\/voice-ai-agent\/thank-you$/)
  await accessible(page, 'thank you')
  expect(await leads(request, baseURL as string, word)).toHaveLength(1)
})

test('a visitor joins a waitlist with an email address', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/vendors-vcto')
  await expect(page.getByText('Coming Soon').first()).toBeVisible()
  await page.locator('[name=email]').fill(`pat@${randomBytes(5).toString('hex')}.example`)
  await page.locator('[name=consent]').check()
  await page.getByRole('main').locator('form button').last().click()
  await expect(page).toHaveURL(/\/notify\?page=/)
  await accessible(page, 'notify')
})
