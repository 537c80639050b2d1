// The smallest phones, and a lost connection.
import { expect, fits, signedIn, test } from './browser.ts'

test('screens fit at 320 px', async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, 'owner@northgate.example')
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of [
    '/apps-automations',
    '/my-projects',
    '/reports',
    '/tickets',
    '/tickets/new',
    '/my-agreements?tab=hours',
    '/settings',
    '/settings/security',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.animate-breathe')).toHaveCount(0)
    await fits(page, path)
  }
})

test('offline is shown until the connection is back', async ({ context, baseURL, pageErrors }) => {
  // Requests that were sent when the connection was lost.
  pageErrors.expected.push(/ERR_INTERNET_DISCONNECTED/)
  const page = await signedIn(context, baseURL as string, 'owner@northgate.example')
  await page.goto('/apps-automations')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('You’re offline')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You’re offline')).toHaveCount(0)
})
