// The palette and what a search shows, on both sizes.
import { ADMIN, accessible, expect, fits, signedIn, test } from './browser.ts'

test('a partner finds a ticket by its words, by a typing error and by number, and comes back to it', {
  tag: '@phone',
}, async ({ context, baseURL, ear, isMobile }) => {
  // The line is cut on purpose.
  ear.expected.push(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const page = await signedIn(context, baseURL as string, 'owner@northgate.example')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('combobox', { name: 'Search' })
  const option = (name: string | RegExp) => dialog.getByRole('option', { name })
  const show = () =>
    isMobile ? page.getByRole('button', { name: 'Search or jump to…' }).click() : page.keyboard.press('Control+k')

  await page.goto('/apps-automations')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await show()
  await expect(field).toBeFocused()
  await expect(option('Tickets')).toBeVisible()
  await expect(option('Companies')).toHaveCount(0)
  await accessible(page, 'palette, nothing typed')

  // Words of the conversation, marked; arrows and Enter.
  await field.fill('license')
  await expect(option(/licen[sc]e/i).first()).toBeVisible()
  await expect(dialog.locator('mark').first()).toHaveText(/licen/i)
  await accessible(page, 'palette, results')
  await fits(page, 'palette, results')
  const first = dialog.getByRole('option').first()
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await field.press('ArrowDown')
  await expect(dialog.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(first).not.toHaveAttribute('aria-selected', 'true')
  await field.press('ArrowUp')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
  await expect(dialog).toHaveCount(0)
  const title = page.getByRole('heading', { level: 1 })
  const subject = (await title.locator('bdi').textContent()) ?? ''
  const number = /T-\d+/.exec((await title.textContent()) ?? '')?.[0] ?? ''

  // What the screen can do stands in it, what was opened last at the head.
  await show()
  await expect(dialog.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText(subject)
  await expect(option(/^Reply/)).toBeVisible()
  await field.fill(number)
  await expect(option(new RegExp(number))).toBeVisible()

  // A typing error is forgiven on the list as well, and what was looked for is said.
  await field.fill('licnese')
  await expect(dialog.getByRole('group', { name: /^Tickets with “licen/ })).toBeVisible()
  await option('Search all tickets for “licnese”').click()
  await expect(page).toHaveURL(/\/tickets\?status=all&q=licnese/)
  await expect(page.getByText(/Nothing has “licnese”/)).toBeVisible()
  await expect(page.locator('mark').first()).toBeVisible()
  await accessible(page, 'list, found')
  await fits(page, 'list, found')

  await show()
  await field.fill('qqqqzzzz')
  await expect(dialog.getByText('Nothing has “qqqqzzzz”')).toBeVisible()
  await accessible(page, 'palette, nothing found')
  // Without a line the screens are still there.
  await context.setOffline(true)
  await field.fill('cont')
  await expect(dialog.getByText('You are offline.')).toBeVisible()
  await expect(option('Contacts')).toBeVisible()
  await context.setOffline(false)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('staff go to companies and people of all, and open in a new tab @wide', async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, ADMIN)
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('combobox', { name: 'Search' })
  await page.goto('/admin/tickets')
  await expect(page.getByRole('link', { name: /^T-\d+/ }).first()).toBeVisible()
  // Also out of a field.
  await page.getByRole('searchbox', { name: 'Search tickets' }).focus()
  await page.keyboard.press('Control+k')
  await field.fill('bluepeak')
  await expect(dialog.getByRole('group', { name: 'Companies' }).getByRole('option').first()).toBeVisible()
  const company = dialog.getByRole('group', { name: 'Companies' }).getByRole('option').first()
  await company.hover()
  await expect(company).toHaveAttribute('aria-selected', 'true')
  const tab = context.waitForEvent('page')
  await page.keyboard.press('Control+Enter')
  await expect(await tab).toHaveURL(/\/companies\/[0-9a-f-]{36}$/)
  await expect(field).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(dialog).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await field.fill('invite')
  await expect(dialog.getByRole('option').first()).toContainText('Invite')
  await expect(dialog.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await field.press('Enter')
  await expect(page.getByRole('dialog', { name: /Invite/ })).toBeVisible()
})
