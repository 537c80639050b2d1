// The mails that the product sends, as staff read them in the outbox when no mail server is set.
import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { accessible, ENGINEER, expect, fits, signedIn, test } from './browser.ts'
import { api, linkIn, mailTo } from './mailbox.ts'

/** Returns the center of the accent-colored area in CSS pixels, or undefined if it is too small for a button. */
async function accentIn(page: Page, element: Locator): Promise<{ x: number; y: number } | undefined> {
  const shot = (await element.screenshot({ scale: 'css' })).toString('base64')
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const draw = new OffscreenCanvas(image.width, image.height).getContext('2d') as OffscreenCanvasRenderingContext2D
    draw.drawImage(image, 0, 0)
    const { data } = draw.getImageData(0, 0, image.width, image.height)
    const xs: number[] = []
    const ys: number[] = []
    for (let i = 0; i < data.length; i += 4) {
      const near = [94, 234, 212].every((want, k) => Math.abs((data[i + k] as number) - want) < 12)
      if (!near) continue
      xs.push((i / 4) % image.width)
      ys.push(Math.floor(i / 4 / image.width))
    }
    const middle = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] as number
    return xs.length > 1500 ? { x: middle(xs), y: middle(ys) } : undefined
  }, shot)
}

test('a stored email is shown as email programs show it, as text, and with its headers', async ({
  context,
  baseURL,
  request,
}) => {
  const origin = baseURL as string
  const to = `outbox.${randomBytes(5).toString('hex')}@example.com`
  const call = await api(context.request, origin)
  await call('POST', '/auth/sign-up', { email: to, password: 'nine patient herons', fullName: '<b>Kim</b>' })
  const link = linkIn(await mailTo(context.request, origin, to))

  const page = await signedIn(context, origin, ENGINEER)
  await page.goto('/admin/outbox')
  const mails = page.getByRole('list', { name: 'Emails' })
  // The newest mail opens automatically, and later mails do not replace it.
  const shown = mails.locator('[aria-current]')
  const whose = page.getByRole('article').getByRole('definition').nth(1)
  const first = (await whose.textContent()) ?? ''
  const later = `later.${to}`
  // Use a separate client, because signing up twice in one browser makes the first link ask for the password.
  const elsewhere = await api(request, origin)
  await elsewhere('POST', '/auth/sign-up', { email: later, password: 'nine patient herons', fullName: 'Kim' })
  await mailTo(context.request, origin, later)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(mails.getByRole('button', { name: later })).toBeVisible()
  await expect(shown).toContainText(first)
  await expect(whose).toHaveText(first)

  await mails.getByRole('button', { name: to }).filter({ hasNotText: later }).click()
  // Wait until this mail has replaced the previous one.
  const frame = page.getByRole('article').filter({ hasText: to, hasNotText: later }).locator('iframe')
  await expect(frame).toHaveAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox')
  const html = await (await context.request.get(new URL((await frame.getAttribute('src')) ?? '', origin).href)).text()
  expect(html).toContain(`href="${link}"`)
  // The frame's content security policy allows the mail's styles. No script runs in the frame, so check a screenshot.
  await frame.scrollIntoViewIfNeeded()
  let button: { x: number; y: number } | undefined
  await expect
    .poll(async () => {
      button = await accentIn(page, frame)
      return button
    })
    .toBeDefined()
  await accessible(page, 'outbox')
  await fits(page, 'outbox')

  // The link opens in a new tab, without the sandbox.
  const tab = context.waitForEvent('page')
  await frame.click({ position: button as { x: number; y: number } })
  const opened = await tab
  await expect(opened.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await opened.evaluate(() => self.origin)).toBe(new URL(origin).origin)
  await opened.close()

  await page.getByRole('tab', { name: 'Text' }).click()
  await expect(page).toHaveURL(/view=text/)
  await expect(page.getByRole('tabpanel', { name: 'Text' }).getByRole('link')).toHaveAttribute('href', link)
  await accessible(page, 'outbox, text')
  await page.getByRole('tab', { name: 'Headers' }).press('Enter')
  await expect(page.getByRole('tabpanel', { name: 'Headers' })).toContainText('auto-generated')
  await expect(page.getByRole('tabpanel', { name: 'Headers' })).toContainText('Message-ID')
  await accessible(page, 'outbox, headers')
  await fits(page, 'outbox, headers')
})
