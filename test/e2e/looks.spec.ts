// Every portal screen as each role, at both sizes: nothing axe would mind, nothing that scrolls sideways, no error.
import { accessible, expect, fits, signedIn, test } from './browser.ts'

const screens: Record<string, string[]> = {
  'owner@northgate.example': [
    '/apps-automations',
    '/tickets',
    '/tickets?status=closed',
    '/tickets/new',
    '/tickets/first',
    '/settings',
    '/settings/security',
  ],
  'member@northgate.example': ['/apps-automations', '/tickets'],
  'owner@newcomer.example': ['/apps-automations', '/tickets'],
  'engineer@millwright.example': ['/apps-automations', '/admin/tickets', '/admin/tickets/first', '/admin/outbox'],
  'admin@millwright.example': ['/admin/tickets'],
}

for (const [email, paths] of Object.entries(screens)) {
  test(`screens of ${email}`, async ({ context, baseURL }) => {
    const page = await signedIn(context, baseURL as string, email)
    for (const path of paths) {
      if (path.endsWith('/first')) {
        await page.goto(path.replace('/first', ''))
        await page.getByRole('link', { name: /T-\d+/ }).first().click()
        await expect(page).toHaveURL(/[0-9a-f-]{36}/)
      } else await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.animate-breathe')).toHaveCount(0)
      await accessible(page, `${email} ${path}`)
      await fits(page, `${email} ${path}`)
    }
  })
}

test('at 320 px nothing is lost', async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, 'owner@northgate.example')
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['/apps-automations', '/tickets', '/tickets/new', '/settings', '/settings/security']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
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
