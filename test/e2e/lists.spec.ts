// A user's saved views and columns, and the filters, shortcuts and export of every list.
import { patience } from '../harness/patience.ts'
import { ADMIN, accessible, DESK, expect, fits, PHONE, signedIn, test, within } from './browser.ts'
import { engineer, type Player, story } from './story.ts'

/** Opens a ticket of high priority about an integration and one of normal priority. */
async function tickets(owner: Player): Promise<void> {
  const open = (subject: string, more: object) =>
    owner.call('POST', '/tickets', { subject, description: 'Look.', ...more })
  await open('The sync stops at six', { category: 'integration', impact: 'some', urgency: 'high' })
  await open('A license too many', { impact: 'one', urgency: 'medium' })
}

/** Waits until the server has a user's changes of a list, because the page shows them earlier. */
const kept = (whose: Player, list: string) => ({
  views: (names: string[]) =>
    expect
      .poll(async () => (await whose.call('GET', `/lists/${list}`)).views.map((v: { name: string }) => v.name))
      .toEqual(names),
  defaultColumns: (yes: boolean) =>
    expect.poll(async () => (await whose.call('GET', `/lists/${list}`)).columns === null).toBe(yes),
})

// The column menu scrolls, and scrolling moves the items under the pointer. So these tests use the keyboard there.

test('a view is saved, opened, renamed, changed, shared, deleted, and restored', async ({
  context,
  browser,
  baseURL,
  request,
  pageErrors,
}) => {
  // A second view with the same name is rejected.
  pageErrors.expected.push(/409/)
  const base = baseURL as string
  const { owner, add } = await story(request, base)
  await tickets(owner)
  const page = await signedIn(context, base, owner.email, owner.password)
  const views = page.getByRole('navigation', { name: 'Views' })
  const dialog = page.getByRole('dialog')
  await page.goto('/tickets')
  await expect(page.getByRole('link', { name: /^T-\d+/ }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0)

  // Set a filter in its popover. Its button and the address show the value.
  await page.getByRole('search').getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('checkbox', { name: 'P2 High' }).check()
  await accessible(page, 'list, filter open')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Priority: P2' })).toBeVisible()
  await expect(page).toHaveURL(/\/tickets\?priority=P2$/)

  await page.getByRole('button', { name: 'Save view' }).click()
  await accessible(page, 'save view')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByText('Enter a name for the view.')).toBeVisible()
  await dialog.getByLabel('Name').fill('High priority')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(views.getByRole('link', { name: 'High priority' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0)

  // A built-in view removes the filters. The saved view is one click away, even after a reload.
  await views.getByRole('link', { name: /^All open/ }).click()
  await expect(page).toHaveURL(/\/tickets$/)
  await page.reload()
  await views.getByRole('link', { name: 'High priority' }).click()
  await expect(page).toHaveURL(/\/tickets\?priority=P2$/)

  // Save changed filters to the view.
  await page.getByRole('search').getByRole('button', { name: 'Category' }).click()
  await page.getByRole('checkbox', { name: 'Integration' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByRole('radio', { name: 'Update “High priority”' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Update view' }).click()
  await expect(views.getByRole('link', { name: 'High priority' })).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveURL(/priority=P2&category=integration/)

  // A second view cannot have the same name.
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('Search tickets').fill('license')
  await expect(page).toHaveURL(/q=license/)
  await page.getByRole('button', { name: 'Save view' }).click()
  await dialog.getByLabel('Name').fill('high PRIORITY')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByText('You already have a view with this name. Choose another name.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Licenses')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog).toHaveCount(0)

  // Rename the view and move it to the front.
  await page.getByRole('button', { name: 'Options for “Licenses”' }).click()
  await accessible(page, 'menu of a view')
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await dialog.getByLabel('Name').fill('Licensing')
  await dialog.getByRole('button', { name: 'Rename view' }).click()
  await expect(views.getByRole('link', { name: 'Licensing' })).toBeVisible()
  await page.getByRole('button', { name: 'Options for “Licensing”' }).click()
  await page.getByRole('menuitem', { name: 'Move left' }).click()
  const saved = () => views.getByRole('link', { name: /^(Licensing|High priority)$/ })
  await expect(saved()).toHaveText(['Licensing', 'High priority'])
  await kept(owner, 'tickets').views(['Licensing', 'High priority'])
  await page.reload()
  await expect(saved()).toHaveText(['Licensing', 'High priority'])

  // A colleague who opens the address gets the filters, but not the saved view's name.
  const member = await add('member', 'Marcus Oyelaran')
  const other = await browser.newContext({ ...DESK, baseURL: base })
  const colleague = await signedIn(other, base, member.email, member.password)
  await colleague.goto(page.url())
  await expect(colleague.getByLabel('Search tickets')).toHaveValue('license')
  await expect(colleague.getByRole('button', { name: 'Save view' })).toBeVisible()
  await expect(colleague.getByRole('link', { name: 'Licensing' })).toHaveCount(0)
  await other.close()

  // Delete the view, restore it to its position, and delete it again.
  const remove = async (name: string) => {
    await views.getByRole('link', { name }).click()
    await page.getByRole('button', { name: `Options for “${name}”` }).click()
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

test('what a message offers to undo can be undone after the message has gone', async ({
  context,
  baseURL,
  request,
}) => {
  const { owner } = await story(request, baseURL as string)
  for (const name of ['First', 'Second'])
    await owner.call('POST', '/lists/tickets/views', { name, query: `priority=P${name.length % 4}` })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.clock.install()
  await page.goto('/tickets')
  const view = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })
  const gone = page.getByText('View “First” deleted')
  const remove = async () => {
    await view('First').click()
    await page.getByRole('button', { name: 'Options for “First”' }).click()
    await page.getByRole('menuitem', { name: 'Delete view' }).click()
    await expect(gone).toBeVisible()
    await page.mouse.move(0, 0)
    // It is still visible after the time at which a message without an action disappears.
    await page.clock.fastForward(8_000)
    await expect(gone).toBeVisible()
    await page.clock.fastForward(20_000 * patience())
    await expect(gone).toHaveCount(0)
  }
  await remove()
  await page.keyboard.press('F6')
  await expect(gone).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(view('First')).toBeVisible()

  await remove()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await palette.getByRole('combobox').fill('undo')
  await palette.getByText('Undo: View “First” deleted').click()
  await expect(view('First')).toBeVisible()
  // After Undo, no action is offered anymore.
  await page.keyboard.press('F6')
  await expect(gone).toHaveCount(0)
})

test('a message stays once the pointer moves in it, but not because it appeared under the pointer', async ({
  context,
  baseURL,
  request,
}) => {
  const { owner } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.clock.install()
  await page.goto('/settings/company')
  await expect(page.getByLabel('Company name')).toBeVisible()
  // From here on, time passes only below, however long the test takes.
  await page.clock.pauseAt(Date.now() + 60_000)
  const message = page.getByRole('region', { name: 'Notifications' }).getByText('No changes to save')
  const show = async () => {
    await page.getByLabel('Company name').press('Enter')
    await expect(message).toBeVisible()
  }
  const pass = () => page.clock.fastForward(6_000)
  const closes = () =>
    expect
      .poll(async () => {
        await pass()
        return message.count()
      })
      .toBe(0)
  await show()
  // Two moves, each of which waits until the message has arrived at its place.
  await message.hover({ position: { x: 4, y: 4 } })
  await message.hover({ position: { x: 24, y: 4 } })
  // The first time that passes would close it, the second one would remove it.
  await pass()
  await pass()
  await expect(message).toBeVisible()
  const box = await message.boundingBox()
  if (!box) throw new Error('The message has no place')
  const [x, y] = [box.x + 4, box.y + 4] as const
  await page.mouse.move(1, 1)
  await closes()

  await page.mouse.move(x, y)
  await show()
  await expect
    .poll(() => message.evaluate((node, at) => node.contains(document.elementFromPoint(...at)), [x, y] as const))
    .toBe(true)
  await closes()
})

test('a message covers no button of a dialog or of the page, on a desktop and a phone', async ({
  context,
  baseURL,
  request,
}) => {
  const { owner } = await story(request, baseURL as string)
  await owner.call('POST', '/lists/tickets/views', { name: 'First', query: 'priority=P1' })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/tickets')
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'First' }).click()
  await page.getByRole('button', { name: 'Options for “First”' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  /** The controls that the message covers. */
  const covered = (controls: string) =>
    page.evaluate((selector) => {
      const a = (document.querySelector('[role="status"] > div') as HTMLElement).getBoundingClientRect()
      return [...document.querySelectorAll(selector)]
        .filter((control) => {
          const b = control.getBoundingClientRect()
          return b.width > 0 && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
        })
        .map((control) => control.textContent)
    }, controls)
  for (const { viewport } of [DESK, PHONE]) {
    await page.setViewportSize(viewport)
    await within(page, '/contacts')
    const add = page.locator('main header').getByRole('button', { name: 'New contact' })
    await expect(add).toBeVisible()
    await expect.poll(() => covered('main header :is(button, a)')).toEqual([])
    await add.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Add contact' })).toBeVisible()
    await expect(undo).toBeVisible()
    await expect.poll(() => covered('[role="dialog"] :is(button, input, textarea)')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})

test('chosen columns survive a reload, and the default columns can be restored', async ({
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
  await kept(owner, 'tickets').defaultColumns(false)

  // Sort by the new column. The address contains the order.
  await page.getByRole('button', { name: 'Opened' }).click()
  await expect(page).toHaveURL(/sort=created&order=asc/)
  await page.reload()
  await expect(heads).toHaveText(chosen)
  await expect(page.getByRole('columnheader', { name: 'Opened' })).toHaveAttribute('aria-sort', 'ascending')

  // With too many columns, the table scrolls in its container and the page does not.
  await page.setViewportSize({ width: 1024, height: 800 })
  for (const name of ['Impact', 'Urgency', 'Requester']) {
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name }).press('Enter')
    await page.keyboard.press('Escape')
  }
  await expect(page.getByRole('link', { name: /^T-\d+/ }).first()).toBeVisible()
  await fits(page, 'many columns')
  // Scroll up, because axe would report a button that is half under the top bar as too small.
  await page.evaluate(() => scrollTo(0, 0))
  await accessible(page, 'many columns')

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitem', { name: 'Default columns' }).press('Enter')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(heads).toHaveText(usual)
  await kept(owner, 'tickets').defaultColumns(true)
  await page.goto('/tickets')
  await expect(heads).toHaveText(usual)
})

test('the first column of every list stays readable on a tablet and a small laptop', async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, ADMIN)
  for (const path of ['/admin/tickets', '/companies', '/agreements', '/clients', '/admin/users', '/my-projects']) {
    await page.goto(path)
    await expect(page.locator('main tbody [data-row]').first()).toBeVisible()
    for (const width of [768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const first = page.locator('main thead th').first()
      await expect(async () => {
        expect((await first.boundingBox())?.width, `${path} at ${width} px`).toBeGreaterThanOrEqual(190)
      }).toPass()
      await fits(page, `${path} at ${width} px`)
    }
  }
})

test('the queue keeps its own views and columns, and exports what it shows', async ({ context, baseURL, request }) => {
  const { owner, company, word } = await story(request, baseURL as string)
  await tickets(owner)
  const staff = await engineer(request, baseURL as string, `Lena ${word}`)
  const page = await signedIn(context, baseURL as string, staff.email, staff.password)
  const dialog = page.getByRole('dialog')
  await page.goto('/admin/tickets')
  // Rare filters are behind one button, and appear in the filter row when set.
  await page.getByRole('button', { name: 'More filters' }).click()
  await dialog.getByRole('checkbox', { name: 'Automation' }).last().check()
  await accessible(page, 'more filters')
  await dialog.getByRole('button', { name: 'Show tickets' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Source: Automation' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('button', { name: 'Source' })).toHaveCount(0)
  await page.getByRole('search').getByRole('button', { name: 'Company' }).click()
  await page.getByLabel('Search by name').fill(word)
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

  // The view has these columns. The other views have the default ones.
  const allOpen = page.getByRole('link', { name: /^All open/ })
  await allOpen.click()
  await expect(page).toHaveURL(/\/admin\/tickets$/)
  // Until the page shows the other view, the menu changes the columns of the previous one.
  await expect(allOpen).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitem', { name: 'Default columns' }).press('Enter')
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

  await page.getByRole('button', { name: 'Options for “Theirs”' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await expect(page.getByText('View “Theirs” deleted')).toBeVisible()
})

test('a list works with the keyboard: search, rows, open, and back', async ({ context, baseURL, request }) => {
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

test('on a phone, filters are in a drawer and active filters are chips', async ({ browser, baseURL, request }) => {
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
  await page.getByRole('button', { name: 'Options for “Normal”' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await chip.click()
  await expect(page).toHaveURL(/\/tickets\?status=all$/)
  await context.close()
})
