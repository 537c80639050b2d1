// Every public page of the sitemap at both sizes, and the forms with and without scripts.
import { accessible, expect, fits, reconnect, test } from './browser.ts'

const pathsOf = (xml: string) => [...xml.matchAll(/<loc>[^<]*?:\/\/[^/<]+([^<]*)<\/loc>/g)].map((m) => m[1] as string)

for (const part of [0, 1, 2]) {
  test(`every page, part ${part + 1}`, async ({ page, request, isMobile }) => {
    test.setTimeout(240_000)
    const paths = pathsOf(await (await request.get('/sitemap.xml', reconnect)).text())
    expect(paths.length).toBeGreaterThan(45)
    const titles = new Set<string>()
    const mine = paths.filter((_, i) => i % 3 === part)
    for (const [i, path] of mine.entries()) {
      const answer = await page.goto(path)
      expect(answer?.status(), path).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await fits(page, path)
      // The long name in the landing page's header fades after two seconds.
      if (path === '/') await expect(page.locator('.brand .long')).toBeHidden({ timeout: 6_000 })
      // Many pages look the same on a phone, so run axe on every sixth page there.
      if (!isMobile || i % 6 === 0) await accessible(page, path)
      const head = await page.evaluate(() => ({
        title: document.title,
        description: document.querySelector('meta[name=description]')?.getAttribute('content') ?? '',
        canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? '',
        picture: document.querySelector('meta[property="og:image"]')?.getAttribute('content') ?? '',
        json: [...document.querySelectorAll('script[type="application/ld+json"]')].map((s) =>
          JSON.parse(s.textContent ?? ''),
        ),
      }))
      expect(new URL(head.canonical).pathname, path).toBe(path)
      expect(head.description.length > 50, path).toBe(true)
      expect((await request.get(new URL(head.picture).pathname, reconnect)).headers()['content-type'], path).toBe(
        'image/png',
      )
      titles.add(head.title)
    }
    expect(titles.size).toBe(mine.length)
  })
}

test('no link of a public page leads nowhere', { tag: '@wide' }, async ({ request }) => {
  const paths = pathsOf(await (await request.get('/sitemap.xml', reconnect)).text())
  const links = new Map<string, string>()
  for (const path of paths) {
    const html = await (await request.get(path, reconnect)).text()
    for (const [, to] of html.matchAll(/<a [^>]*href="(\/[^"#]*)[^"]*"/g))
      if (to) links.set(to.replaceAll('&amp;', '&'), path)
  }
  const later = /^\/(email-verified|learn-automation)/
  const broken: string[] = []
  for (const [to, from] of links) {
    if (later.test(to)) continue
    const status = (await request.get(to, reconnect)).status()
    if (status !== 200) broken.push(`${from} → ${to}: ${status}`)
  }
  expect(broken).toEqual([])
})

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled: scripts })
    test('the contact form keeps what was typed, says what is wrong, and is received', async ({
      page,
      isMobile,
      ear,
    }) => {
      ear.expected.push(/400/)
      await page.goto('/contact?about=/msp-vcto')
      await page.locator('[name=name]').fill('Pat Doe')
      await page.locator('[name=email]').fill('not an address')
      await page.locator('[name=message]').fill('Can you count licenses?')
      await page.getByRole('main').locator('form button').last().click()
      await expect(page.getByText('Invalid email address').first()).toBeVisible()
      await expect(page.locator('[name=name]')).toHaveValue('Pat Doe')
      await expect(page.locator('textarea')).toHaveValue('Can you count licenses?')
      await fits(page, 'contact, refused')
      if (scripts && !isMobile) await accessible(page, 'contact, refused')
      await page.locator('[name=email]').fill('pat@client.example')
      await page.locator('[name=consent]').check()
      // The server rejects a form sent within two seconds. Its clock is in another process, so wait.
      await page.waitForTimeout(2_100)
      await page.getByRole('main').locator('form button').last().click()
      await expect(page).toHaveURL(/\/contact\?sent=1/)
      await fits(page, 'contact, sent')
    })
  })
}

test('the voice agent’s form leads to its thanks', async ({ page }) => {
  await page.goto('/voice-ai-agent')
  await page.locator('[name=name]').fill('Pat Doe')
  await page.locator('[name=company]').fill('Client Inc')
  await page.locator('[name=phone]').fill('+1 555 0100')
  await page.locator('[name=email]').fill('pat@client.example')
  await page.locator('select').selectOption('100-500')
  await page.locator('[name=consent]').check()
  // Wait as above, because the server's clock cannot be changed from here.
  await page.waitForTimeout(2_100)
  await page.getByRole('main').locator('form button').last().click()
  await expect(page).toHaveURL(/\/voice-ai-agent\/thank-you$/)
  await accessible(page, 'thank you')
})

test('a visitor joins a waitlist with an email address', async ({ page }) => {
  await page.goto('/vendors-vcto')
  await expect(page.getByText('Coming Soon').first()).toBeVisible()
  await page.locator('[name=email]').fill('pat@vendor.example')
  await page.locator('[name=consent]').check()
  await page.getByRole('main').locator('form button').last().click()
  await expect(page).toHaveURL(/\/notify\?page=/)
  await accessible(page, 'notify')
})
