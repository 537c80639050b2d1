// The smallest phones, and a line that is gone.
import { expect, fits, signedIn, test } from './browser.ts'

test('at 320 px nothing is lost', async ({ context, baseURL }) => {
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

test('offline is said, and ends when the line is back', async ({ context, baseURL, ear }) => {
  // What was asked for in the moment the line went.
  ear.expected.push(/ERR_INTERNET_DISCONNECTED/)
  const page = await signedIn(context, baseURL as string, 'owner@northgate.example')
  await page.goto('/apps-automations')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are offline')).toHaveCount(0)
})
