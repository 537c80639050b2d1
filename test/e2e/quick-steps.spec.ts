// Tests that a step is not lost when a person takes it before the previous one is rendered or stored.
import { randomBytes } from 'node:crypto'
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { ENGINEER, expect, readAlone, signedIn, test } from './browser.ts'
import { player, story } from './story.ts'

declare global {
  interface Window {
    /** Waits until everything that was started needs a render to continue, which is another task. */
    begun: () => Promise<void>
  }
}

/** Lets the test take steps faster than the page renders. */
const quick = (page: Page) =>
  page.addInitScript(() => {
    window.begun = async () => {
      for (let i = 0; i < 200; i++) await undefined
    }
  })

test('a view and a period chosen in quick succession both apply, in either order', async ({
  context,
  baseURL,
  request,
}) => {
  const { owner, give } = await story(request, baseURL as string)
  await give(120)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await quick(page)
  await page.goto('/my-agreements?tab=hours')
  const views = page.getByRole('navigation', { name: 'Views' })
  const view = (name: string) => views.getByRole('link', { name, exact: true })
  const current = views.locator('[aria-current]')
  const period = page.getByRole('combobox', { name: 'Period', exact: true })
  await view('Expired or adjusted').click()
  await expect(page.getByText('“Hours for this test”')).toBeVisible()

  const all = await view('All').elementHandle()
  const select = await period.elementHandle()
  await page.evaluate(
    async ([link, field]) => {
      ;(link as HTMLElement).click()
      await window.begun()
      const choice = field as HTMLSelectElement
      choice.value = [...choice.options].find((o) => o.text === 'Last month')?.value ?? ''
      choice.dispatchEvent(new Event('change', { bubbles: true }))
    },
    [all, select],
  )
  await expect(page.getByText('No entries in this period')).toBeVisible()
  await expect(current).toHaveText('All')
  await expect(period.locator('option:checked')).toHaveText('Last month')

  const adjusted = await view('Expired or adjusted').elementHandle()
  await page.evaluate(
    async ([link, field]) => {
      const choice = field as HTMLSelectElement
      choice.value = [...choice.options].find((o) => o.text === 'This month')?.value ?? ''
      choice.dispatchEvent(new Event('change', { bubbles: true }))
      await window.begun()
      ;(link as HTMLElement).click()
    },
    [adjusted, select],
  )
  await expect(current).toHaveText('Expired or adjusted')
  await expect(period.locator('option:checked')).toHaveText('This month')
  await expect(page.getByText('“Hours for this test”')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('tab')).toBe('hours')
})

test('a lead that is moved twice before the page closes is in the last stage', async ({ context, baseURL }) => {
  const name = `Ida ${randomBytes(4).toString('hex')}`
  const page = await signedIn(context, baseURL as string, ENGINEER)
  await page.goto('/admin/contacts?view=board')
  await page.getByRole('button', { name: 'Add lead' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name *').fill(name)
  await dialog.getByLabel('Phone').fill('+1 555 0100')
  await dialog.getByRole('button', { name: 'Add lead' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goto(`/admin/contacts?view=board&q=${encodeURIComponent(name)}`)
  const column = (stage: string) => page.locator('[data-column]', { hasText: stage }).getByRole('link', { name })

  // The first move gets no response before the page reloads, so the second waits behind it.
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/rpc/leads/setStage', () => asked.resolve(), { times: 1 })
  await column('New').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await asked.promise
  await expect(column('Contacted')).toBeFocused()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(column('Qualified')).toBeVisible()
  await page.reload()
  await expect(column('Qualified')).toBeVisible()
})

test('settings that are changed twice before the page closes are saved', async ({ context, baseURL, request }) => {
  const { owner } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)

  // The first change gets no response before the page reloads, so the others wait behind it.
  await page.goto('/settings/notifications')
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/rpc/notifications/setSettings', () => asked.resolve(), { times: 1 })
  await page.getByLabel('Time', { exact: true }).selectOption('17')
  await asked.promise
  await page.getByLabel('Mentions in the bell').click()
  await page.getByLabel('Time', { exact: true }).selectOption('18')
  await page.reload()
  await expect(page.getByLabel('Mentions in the bell')).not.toBeChecked()
  await expect(page.getByLabel('Time', { exact: true })).toHaveValue('18')

  await page.goto('/tickets')
  const columns = page.getByRole('button', { name: 'Columns' })
  const box = (name: string) => page.getByRole('menuitemcheckbox', { name })
  const sent = Promise.withResolvers<void>()
  await page.route('**/api/rpc/lists/setColumns', () => sent.resolve(), { times: 1 })
  await columns.click()
  await box('Requester').press('Enter')
  await sent.promise
  await box('Category').press('Enter')
  await expect(box('Category')).not.toBeChecked()
  await page.reload()
  await columns.click()
  await expect(box('Requester')).not.toBeChecked()
  await expect(box('Category')).not.toBeChecked()
})

test('a click on a button before the page can react counts as soon as it can', async ({ page }) => {
  const loaded = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await loaded.promise
    await route.continue()
  })
  await page.goto('/auth', { waitUntil: 'commit' })
  const password = page.locator('input[autocomplete="current-password"]')
  await password.fill('typed before')
  await page.getByRole('button', { name: 'Show password' }).click()
  loaded.resolve()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('typed before')
  // From then on, each click counts once.
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('a press on the sign-in card while the page loads is not lost', async ({ page }) => {
  const loaded = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await loaded.promise
    await route.continue()
  })
  await page.goto('/auth', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Forgot your password?' }).hover()
  await page.mouse.down()
  loaded.resolve()
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
  await page.mouse.up()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
})

test('the columns of a list can be chosen once the saved columns are loaded', async ({ context, baseURL, request }) => {
  const { owner } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  const known = Promise.withResolvers<void>()
  await readAlone(page)
  await page.route('**/api/rpc/lists/get', async (route) => {
    await known.promise
    await route.continue()
  })
  await page.goto('/tickets')
  const columns = page.getByRole('button', { name: 'Columns' })
  await expect(columns).toBeDisabled()
  known.resolve()
  await columns.click()
  await page.getByRole('menuitemcheckbox', { name: 'Requester' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Requester' })).not.toBeChecked()
  await page.getByRole('menuitem', { name: 'Default columns' }).click()
  await columns.click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Requester' })).toBeChecked()
})

test('the column menu is for the view that was just chosen', async ({ context, baseURL, request }) => {
  const { owner } = await story(request, baseURL as string)
  const { id } = await owner.call('POST', '/lists/tickets/views', {
    name: 'Urgent',
    query: 'priority=P1',
    columns: ['ticket', 'status'],
  })
  expect(id).toBeTruthy()
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await quick(page)
  await page.goto('/tickets?priority=P1')
  const views = page.getByRole('navigation', { name: 'Views' })
  await expect(views.locator('[aria-current]')).toHaveText('Urgent')
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByText('Columns in “Urgent”')).toBeVisible()
  const all = await views.getByRole('link', { name: /^All open/ }).elementHandle()
  const heading = await page.evaluate(async (link) => {
    ;(link as HTMLElement).click()
    await window.begun()
    return document.querySelector('[role=menu] [role=group]')?.textContent
  }, all)
  expect(heading).toMatch(/^Columns(?! of)/)
})

/** Opens a ticket of a new company as an engineer, in a window in which nothing beside it has to scroll. */
async function besideTicket(context: BrowserContext, request: APIRequestContext, baseURL: string) {
  const { owner, word } = await story(request, baseURL)
  const { id } = await owner.call('POST', '/tickets', { subject: `Targets ${word}`, description: 'x' })
  const staff = await player(request, baseURL, ENGINEER)
  const page = await signedIn(context, baseURL, ENGINEER)
  await page.setViewportSize({ width: 1440, height: 1600 })
  return { id, owner, staff, word, page, estimate: page.getByRole('button', { name: 'Estimate', exact: true }) }
}

test('the buttons beside a ticket stay in place while its targets load', async ({ context, baseURL, request }) => {
  const { id, staff, page, estimate } = await besideTicket(context, request, baseURL as string)
  let answered = Promise.withResolvers<void>()
  await readAlone(page)
  await page.route('**/api/rpc/tickets/sla', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.goto(`/admin/tickets/${id}`)
  const used = (target: string) => page.getByRole('progressbar', { name: `${target}: time used` })
  await expect(page.getByRole('heading', { name: 'SLA' })).toBeVisible()
  await expect(page.getByText('No one is watching this ticket.')).toBeVisible()
  const place = await estimate.boundingBox()
  expect(place).toBeTruthy()
  answered.resolve()
  await expect(used('First response')).toBeVisible()
  expect(await estimate.boundingBox()).toEqual(place)

  // What a reply does to the targets is shown with the ticket, before their details are loaded again.
  answered = Promise.withResolvers<void>()
  await staff.call('POST', `/tickets/${id}/messages`, { body: 'We look at it.' })
  await expect(page.getByText('We look at it.')).toBeVisible()
  await expect(used('First response')).toHaveCount(0)
  await expect(used('Resolution')).toBeVisible()
  answered.resolve()
})

test('a press beside a ticket counts for its button, although the facts above grow', async ({
  context,
  baseURL,
  request,
}) => {
  const { id, owner, staff, word, page, estimate } = await besideTicket(context, request, baseURL as string)
  const contact = await owner.call('POST', '/contacts', { fullName: 'Dana Ortiz', email: `dana@${word}.example` })
  await page.goto(`/admin/tickets/${id}`)
  await expect(page.getByRole('progressbar', { name: 'Resolution: time used' })).toBeVisible()
  await estimate.hover()
  await page.mouse.down()
  const before = await estimate.boundingBox()
  await staff.call('POST', `/tickets/${id}/watchers`, { who: { kind: 'contact', id: contact.id } })
  await expect.poll(async () => (await estimate.boundingBox())?.y).toBeGreaterThan((before?.y ?? 0) + 40)
  await page.mouse.up()
  await expect(page.getByRole('dialog', { name: /^Propose an estimate/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A pointer that leaves the button before it is released still cancels the press.
  await estimate.hover()
  await page.mouse.down()
  await page.mouse.move(10, 10)
  await page.mouse.up()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a search field does not offer results of the previous search that do not match', async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, ENGINEER)
  const answered = Promise.withResolvers<void>()
  await readAlone(page)
  await page.route('**/api/rpc/companies/list', async (route) => {
    if (route.request().postData()?.includes('northgate')) await answered.promise
    await route.continue()
  })
  await page.goto('/admin/tickets/new')
  const field = page.getByRole('combobox', { name: /^Company/ })
  const others = page
    .getByRole('region', { name: 'Options' })
    .getByRole('option')
    .filter({ hasNotText: /northgate/i })
  await field.click()
  await expect(others.first()).toBeVisible()
  await field.fill('northgate')
  await expect(others).toHaveCount(0)
  answered.resolve()
  await page.getByRole('option', { name: 'Northgate IT' }).click()
  await expect(field).toHaveValue('Northgate IT')
})

test('pickers of a ticket do not offer results of the previous search while they wait for the response', async ({
  context,
  baseURL,
  request,
}) => {
  const { id, owner, page } = await besideTicket(context, request, baseURL as string)
  for (const subject of ['Printer on fire', 'Router in the rain'])
    await owner.call('POST', '/tickets', { subject, description: 'x' })
  for (const fullName of ['Dana Ortiz', 'Petra Lind'])
    await owner.call('POST', '/contacts', { fullName, email: `${fullName.slice(0, 4)}@${id}.example` })
  const answered = Promise.withResolvers<void>()
  await readAlone(page)
  for (const path of ['tickets/list', 'tickets/people'])
    await page.route(`**/api/rpc/${path}`, async (route) => {
      if (/"q":"(Router|Petra)"/.test(route.request().postData() ?? '')) await answered.promise
      await route.continue()
    })
  await page.goto(`/admin/tickets/${id}`)
  await page.getByRole('button', { name: 'Add watcher' }).click()
  const people = page.getByRole('combobox', { name: 'Find a colleague or contact' })
  const person = (name: string) => page.getByRole('option', { name })
  await expect(person('Dana Ortiz')).toBeVisible()
  await people.fill('Petra')
  await expect(person('Dana Ortiz')).toHaveCount(0)
  await people.press('Escape')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /^Merge/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Merge T-/ })
  const ticket = (subject: RegExp) => dialog.getByRole('radio', { name: subject })
  await expect(ticket(/Printer on fire/)).toBeVisible()
  await dialog.getByRole('searchbox').fill('Router')
  await expect(ticket(/Printer on fire/)).toHaveCount(0)
  answered.resolve()
  await ticket(/Router in the rain/).check()
  await expect(dialog.getByRole('button', { name: /^Merge into T-/ })).toBeVisible()
})
