// The command palette and search results, on both sizes.
import { ADMIN, accessible, expect, fits, signedIn, test } from './browser.ts'

test('a partner finds a ticket by keyword, with a typo and by number, and sees it in recent items', {
  tag: '@phone',
}, async ({ context, baseURL, pageErrors, isMobile }) => {
  // The test goes offline.
  pageErrors.expected.push(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
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

  // Matches in the conversation are highlighted. Use arrow keys and Enter.
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

  // The palette contains the screen's actions, with recent items at the top.
  await show()
  await expect(dialog.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText(subject)
  await expect(option(/^Reply/)).toBeVisible()
  await field.fill(number)
  // “Search all tickets for …” names the number too.
  await expect(
    dialog.getByRole('group', { name: 'Tickets' }).getByRole('option', { name: new RegExp(number) }),
  ).toBeVisible()

  // Find actions and settings by synonyms.
  await field.fill('mfa')
  await expect(option('Two-factor authentication')).toBeVisible()
  await field.fill('buy hours')
  await expect(dialog.getByRole('option', { name: 'Buy hours', exact: true })).toBeVisible()

  // The list also corrects typos, and shows what it searched for.
  await field.fill('licnese')
  await expect(dialog.getByRole('group', { name: /^Tickets matching “licen/ })).toBeVisible()
  await option('Search all tickets for “licnese”').click()
  await expect(page).toHaveURL(/\/tickets\?status=all&q=licnese/)
  await expect(page.getByText(/No results for “licnese”/)).toBeVisible()
  await expect(page.locator('mark').first()).toBeVisible()
  await accessible(page, 'list, found')
  await fits(page, 'list, found')

  // A search in one tab shows the number of matches in the others.
  await page.goto('/tickets?q=license')
  const more = page.getByRole('link', { name: /^\d+\+? more in (Closed|Resolved)$/ }).first()
  await expect(more).toBeVisible()
  await more.click()
  await expect(page).toHaveURL(/\/tickets\?(?=.*status=(closed|resolved))(?=.*q=license)/)
  await expect(page.getByRole('link', { name: /^T-\d+/ }).first()).toBeVisible()

  await show()
  await field.fill('qqqqzzzz')
  await expect(dialog.getByText('No results for “qqqqzzzz”')).toBeVisible()
  await accessible(page, 'palette, nothing found')
  // Offline, the palette still finds screens.
  await context.setOffline(true)
  await field.fill('cont')
  await expect(dialog.getByText('You’re offline.')).toBeVisible()
  await expect(dialog.getByRole('option', { name: 'Contacts', exact: true })).toBeVisible()
  await context.setOffline(false)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('staff find companies and actions, and open results in a new tab @wide', async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, ADMIN)
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('combobox', { name: 'Search' })
  await page.goto('/admin/tickets')
  await expect(page.getByRole('link', { name: /^T-\d+/ }).first()).toBeVisible()
  // The shortcut also works in a field.
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
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Open dialogs of lists from any screen. The address does not keep the parameter.
  for (const [typed, action, name, address] of [
    ['new lead', 'Add lead', /lead/i, /\/admin\/contacts$/],
    ['new client', 'New client', /client/i, /\/clients$/],
    ['create contact', 'New contact', /contact/i, /\/admin\/contacts\?tab=contacts$/],
    ['add project', 'New project', /project/i, /\/my-projects$/],
  ] as const) {
    await page.keyboard.press('Control+k')
    await field.fill(typed)
    await expect(dialog.getByRole('option').first()).toContainText(action)
    await expect(dialog.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await field.press('Enter')
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await expect(page).toHaveURL(address)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})
