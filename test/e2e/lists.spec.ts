// What a person keeps about a list: saved views, columns; and the filters, keys and export that every list has.
import { accessible, DESK, expect, fits, PHONE, signedIn, test } from './browser.ts'
import { engineer, type Player, story } from './story.ts'

/** Opens a ticket of high priority about an integration and one of normal priority. */
async function tickets(owner: Player): Promise<void> {
  const open = (subject: string, more: object) =>
    owner.call('POST', '/tickets', { subject, description: 'Look.', ...more })
  await open('The sync stops at six', { category: 'integration', impact: 'some', urgency: 'high' })
  await open('A license too many', { impact: 'one', urgency: 'medium' })
}

/** What the server keeps of a person's list: the screen shows a change before it is kept. */
const kept = (whose: Player, list: string) => ({
  views: (names: string[]) =>
    expect
      .poll(async () => (await whose.call('GET', `/lists/${list}`)).views.map((v: { name: string }) => v.name))
      .toEqual(names),
  usualColumns: (usual: boolean) =>
    expect.poll(async () => (await whose.call('GET', `/lists/${list}`)).columns === null).toBe(usual),
})

// The menu of columns is longer than its room: a pointer that has to scroll there moves what it points at. So it is by keys.

test('a view is saved, found again, renamed, changed, shared, deleted and brought back', async ({
  context,
  browser,
  baseURL,
  request,
  ear,
}) => {
  // The second view of the same name is refused.
  ear.expected.push(/409/)
  const base = baseURL as string
  const { owner, add } = await story(request, base)
  await tickets(owner)
  const page = await signedIn(context, base, owner.email, owner.password)
  const views = page.getByRole('navigation', { name: 'Views' })
  const dialog = page.getByRole('dialog')
  await page.goto('/tickets')
  await expect(page.getByRole('link', { name: /^T-\d+/ }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0)

  // A filter in its popover; what it is set to stands on its button and in the address.
  await page.getByRole('search').getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('checkbox', { name: 'P2 High' }).check()
  await accessible(page, 'list, filter open')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Priority: P2' })).toBeVisible()
  await expect(page).toHaveURL(/\/tickets\?priority=P2$/)

  await page.getByRole('button', { name: 'Save view' }).click()
  await accessible(page, 'save view')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByText('Give the view a name.')).toBeVisible()
  await dialog.getByLabel('Name').fill('High priority')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(views.getByRole('link', { name: 'High priority' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0)

  // A built-in view is the whole of it again, and the saved one is one press away, after a reload too.
  await views.getByRole('link', { name: /^All open/ }).click()
  await expect(page).toHaveURL(/\/tickets$/)
  await page.reload()
  await views.getByRole('link', { name: 'High priority' }).click()
  await expect(page).toHaveURL(/\/tickets\?priority=P2$/)

  // What was changed since goes into the view that it came from.
  await page.getByRole('search').getByRole('button', { name: 'Category' }).click()
  await page.getByRole('checkbox', { name: 'Integration' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByRole('radio', { name: 'Update “High priority”' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Update view' }).click()
  await expect(views.getByRole('link', { name: 'High priority' })).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveURL(/priority=P2&category=integration/)

  // A second one may not have its name.
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('Search tickets').fill('license')
  await expect(page).toHaveURL(/q=license/)
  await page.getByRole('button', { name: 'Save view' }).click()
  await dialog.getByLabel('Name').fill('high PRIORITY')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByText('You have a view of this name already.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Licenses')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog).toHaveCount(0)

  // Renamed, and moved to the front.
  await page.getByRole('button', { name: 'View “Licenses”' }).click()
  await accessible(page, 'menu of a view')
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await dialog.getByLabel('Name').fill('Licensing')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(views.getByRole('link', { name: 'Licensing' })).toBeVisible()
  await page.getByRole('button', { name: 'View “Licensing”' }).click()
  await page.getByRole('menuitem', { name: 'Move to the left' }).click()
  const saved = () => views.getByRole('link', { name: /^(Licensing|High priority)$/ })
  await expect(saved()).toHaveText(['Licensing', 'High priority'])
  await kept(owner, 'tickets').views(['Licensing', 'High priority'])
  await page.reload()
  await expect(saved()).toHaveText(['Licensing', 'High priority'])

  // Its address is all that a colleague needs; the name is one's own.
  const member = await add('member', 'Marcus Oyelaran')
  const other = await browser.newContext({ ...DESK, baseURL: base })
  const colleague = await signedIn(other, base, member.email, member.password)
  await colleague.goto(page.url())
  await expect(colleague.getByLabel('Search tickets')).toHaveValue('license')
  await expect(colleague.getByRole('button', { name: 'Save view' })).toBeVisible()
  await expect(colleague.getByRole('link', { name: 'Licensing' })).toHaveCount(0)
  await other.close()

  // Deleted, brought back to its place, deleted.
  const remove = async (name: string) => {
    await views.getByRole('link', { name }).click()
    await page.getByRole('button', { name: `View “${name}”` }).click()
    await page.getByRole('menuitem', { name: 'Delete view' }).click()
    await expect(views.getByRole('link', { name })).toHaveCount(0)
  }
  await remove('Licensing')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(saved()).toHaveText(['Licensing', 'High priority'])
  await remove('Licensing')
  await expect(page.getByText('View “Licensing” deleted').last()).toBeVisible()
  await remove('High priority')
  await expect(page.getByText('View “High priority” deleted').last()).toBeVisible()
  await kept(owner, 'tickets').views([])
  await page.reload()
  await expect(views.getByRole('link', { name: /^All open/ })).toBeVisible()
  await expect(saved()).toHaveCount(0)
})

test('the columns that were chosen are found after a reload; the usual ones come back', async ({
  context,
  baseURL,
  request,
}) => {
  const { owner } = await story(request, baseURL as string)
  await tickets(owner)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  const heads = page.getByRole('columnheader')
  const usual = ['Ticket', 'Status', 'Priority', 'Due', 'Requester', 'Updated']
  await page.goto('/tickets')
  await expect(heads).toHaveText(usual)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Opened' }).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Requester' }).press('Enter')
  await accessible(page, 'columns')
  await page.keyboard.press('Escape')
  const chosen = ['Ticket', 'Status', 'Priority', 'Due', 'Opened', 'Updated']
  await expect(heads).toHaveText(chosen)
  await kept(owner, 'tickets').usualColumns(false)

  // The new one can be sorted by, which stands in the address.
  await page.getByRole('button', { name: 'Opened' }).click()
  await expect(page).toHaveURL(/sort=created&order=asc/)
  await page.reload()
  await expect(heads).toHaveText(chosen)
  await expect(page.getByRole('columnheader', { name: 'Opened' })).toHaveAttribute('aria-sort', 'ascending')

  // More than there is room for: the table scrolls in its frame, the page does not.
  await page.setViewportSize({ width: 1024, height: 800 })
  for (const name of ['Impact', 'Urgency', 'Requester']) {
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name }).press('Enter')
    await page.keyboard.press('Escape')
  }
  await expect(page.getByRole('link', { name: /^T-\d+/ }).first()).toBeVisible()
  await fits(page, 'many columns')
  // A button that is half under the bar at the top would be measured as half a button.
  await page.evaluate(() => scrollTo(0, 0))
  await accessible(page, 'many columns')

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitem', { name: 'Usual columns' }).press('Enter')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(heads).toHaveText(usual)
  await kept(owner, 'tickets').usualColumns(true)
  await page.goto('/tickets')
  await expect(heads).toHaveText(usual)
})

test('the queue keeps its own views and columns, and exports what it shows', async ({ context, baseURL, request }) => {
  const { owner, company, word } = await story(request, baseURL as string)
  await tickets(owner)
  const staff = await engineer(request, baseURL as string, `Lena ${word}`)
  const page = await signedIn(context, baseURL as string, staff.email, staff.password)
  const dialog = page.getByRole('dialog')
  await page.goto('/admin/tickets')
  // What few need is behind one button, and stands in the row once it is set.
  await page.getByRole('button', { name: 'More filters' }).click()
  await dialog.getByRole('checkbox', { name: 'Automation' }).last().check()
  await accessible(page, 'more filters')
  await dialog.getByRole('button', { name: 'Show tickets' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Source: Automation' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('button', { name: 'Source' })).toHaveCount(0)
  await page.getByRole('search').getByRole('button', { name: 'Company' }).click()
  await page.getByLabel('Find company').fill(word)
  await page.getByRole('radio', { name: company.name }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `Company: ${company.name}` })).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Priority' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Priority' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Save view' }).click()
  await dialog.getByLabel('Name').fill('Theirs')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog).toHaveCount(0)

  // The view has these columns; the others get the usual ones back.
  const allOpen = page.getByRole('link', { name: /^All open/ })
  await allOpen.click()
  await expect(page).toHaveURL(/\/admin\/tickets$/)
  // Until it shows the other view, the menu is about the columns of the one before.
  await expect(allOpen).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitem', { name: 'Usual columns' }).press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Priority' })).toBeVisible()
  await page.getByRole('link', { name: 'Theirs', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Priority' })).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer)
  const lines = Buffer.concat(chunks).toString('utf8').trim().split('\r\n')
  await expect(page.getByRole('link', { name: /^T-\d+/ })).toHaveCount(2)
  expect(lines).toHaveLength(3)
  expect(lines.slice(1).every((line) => line.includes(company.name))).toBe(true)

  await page.getByRole('button', { name: 'View “Theirs”' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await expect(page.getByText('View “Theirs” deleted')).toBeVisible()
})

test('a list goes by keys: search, rows, open, back to where it was', async ({ context, baseURL, request }) => {
  const { owner } = await story(request, baseURL as string)
  await tickets(owner)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  const rows = page.getByRole('link', { name: /^T-\d+/ })
  await page.goto('/tickets?status=all')
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search tickets')).toBeFocused()
  await page.keyboard.type('sync')
  await expect(page).toHaveURL(/q=sync/)
  await expect(rows).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/q=/)
  await expect(rows).toHaveCount(2)
  await page.locator('body').evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('j')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/tickets\?status=all$/)
  await expect(page.getByLabel('Search tickets')).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('on a phone: filters in a drawer, what is set as chips, views and columns as well', async ({
  browser,
  baseURL,
  request,
}) => {
  const { owner } = await story(request, baseURL as string)
  await tickets(owner)
  const context = await browser.newContext({ ...PHONE, baseURL: baseURL as string })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto(`${baseURL}/tickets?status=all`)
  const rows = page.getByRole('link', { name: /^T-\d+/ })
  await expect(rows.first()).toBeVisible()
  await page.getByRole('button', { name: 'Filters' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await drawer.getByRole('checkbox', { name: 'P3 Normal' }).check()
  await accessible(page, 'filters in the drawer')
  await drawer.getByRole('button', { name: 'Show tickets' }).click()
  const chip = page.getByRole('button', { name: 'Remove filter Priority: P3' })
  await expect(chip).toBeVisible()
  await expect.poll(async () => (await chip.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await fits(page, 'list with chips')
  await accessible(page, 'list with chips')

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitem', { name: 'Save as view…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill('Normal')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('link', { name: 'Normal' })).toHaveAttribute('aria-current', 'page')
  await fits(page, 'list with a saved view')
  await page.getByRole('button', { name: 'View “Normal”' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await chip.click()
  await expect(page).toHaveURL(/\/tickets\?status=all$/)
  await context.close()
})
