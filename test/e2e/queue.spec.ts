// The ticket queue: many tickets without the mouse, two engineers on one ticket, and bulk changes.
import type { Page } from '@playwright/test'
import { soak } from '../harness/lane.ts'
import { ADMIN, accessible, ENGINEER, expect, fits, readAlone, signedIn, test } from './browser.ts'
import { type Player, player, story } from './story.ts'

type Ticket = {
  id: string
  number: number
  status: string
  priority: string
  assignee: { name: string } | null
  tags: string[]
  category: string
}

/** Opens tickets of a partner with this word in their subjects. */
async function open(partner: Player, word: string, count: number): Promise<Ticket[]> {
  const opened: Ticket[] = []
  // Sequential: on a slow machine, twenty parallel requests wait for each other's ticket number until one is rejected.
  for (let i = 0; i < count; i++)
    opened.push(
      await partner.call('POST', '/tickets', {
        subject: `${word} ${String.fromCharCode(65 + i)}: a scheduled run did not start`,
        description: 'It should have started at six.',
        impact: i === 0 ? 'all' : 'one',
        urgency: i === 0 ? 'high' : 'medium',
      }),
    )
  return opened
}
/** Makes any mouse press on the page fail the test. */
const withoutMouse = (page: Page) =>
  page.addInitScript(() =>
    addEventListener(
      'pointerdown',
      () => {
        throw new Error('The mouse was touched.')
      },
      true,
    ),
  )

/** Opens a picker by its shortcut. */
const choosing = async (page: Page, key: string, name: string | RegExp) => {
  await page.keyboard.press(key)
  await expect(page.getByRole('dialog', { name }).getByRole('combobox')).toBeFocused()
}

test('an engineer works through many tickets without the mouse', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
}) => {
  const base = baseURL as string
  const { word, owner } = await story(request, base)
  // Enough for each of the three ways to handle a ticket at least twice.
  const count = soak ? 20 : 10
  const tickets = await open(owner, word, count)
  const page = await signedIn(context, base, ENGINEER)
  await withoutMouse(page)
  const { keyboard } = page
  const row = (i: number) => page.locator('[data-row]').nth(i)
  const toast = (text: RegExp) => page.getByRole('region', { name: 'Notifications' }).getByText(text).last()
  const heading = page.getByRole('heading', { level: 1 })

  await page.goto('/admin/tickets')
  await expect(row(0)).toBeVisible()
  // Search, then move from the search field directly into the list.
  await keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search tickets' })).toBeFocused()
  await keyboard.type(word)
  await expect(page.locator('[data-row]')).toHaveCount(count)
  for (const row of await page.locator('[data-row]').all()) await expect(row).toContainText(word)
  await keyboard.press('Enter')
  await expect(row(0).locator('[data-row-link]')).toBeFocused()

  // The help lists the shortcuts. Closing it returns the focus.
  await keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Take next unassigned ticket')
  await accessible(page, 'help of the queue')
  await keyboard.press('Escape')
  await expect(row(0).locator('[data-row-link]')).toBeFocused()

  // Assign five tickets to yourself, selected while moving down. Then set the priority of one, with a reason.
  await keyboard.press('Shift+J')
  await keyboard.press('Shift+J')
  await keyboard.press('Shift+J')
  await keyboard.press('Shift+J')
  await expect(page.getByText('5 selected')).toBeVisible()
  await accessible(page, 'queue, rows chosen')
  await keyboard.press('i')
  await expect(toast(/^5 tickets assigned to/)).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByText('5 selected')).toHaveCount(0)
  await keyboard.press('k')
  await choosing(page, 'p', /^Set the priority of T-/)
  await accessible(page, 'choosing a priority')
  await keyboard.type('p2')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByText('Enter a reason.')).toBeVisible()
  await keyboard.type('Their month end is today.')
  await keyboard.press('Enter')
  await expect(toast(/set to P2$/)).toBeVisible()

  // All together: set the category, assign them to a colleague, and undo the assignment.
  await keyboard.press('Shift+X')
  await expect(page.getByText(`${count} selected`)).toBeVisible()
  await choosing(page, 'c', `Set the category of ${count} tickets`)
  await keyboard.type('auto')
  await keyboard.press('Enter')
  await expect(toast(new RegExp(`^${count} tickets `))).toBeVisible()
  await choosing(page, 'Shift+A', `Assign ${count} tickets`)
  await expect(page.getByRole('option', { name: /Helen/ })).toBeVisible()
  await keyboard.type('Helen')
  await keyboard.press('Enter')
  await expect(toast(new RegExp(`^${count} tickets assigned to Helen`))).toBeVisible()
  await keyboard.press('z')
  await expect(toast(new RegExp(`^Undone: ${count} tickets$`))).toBeVisible()
  await keyboard.press('Escape')

  // Open the first ticket and go from one to the next. A reply that resolves a ticket opens the next one automatically.
  while (
    !(await row(0)
      .locator('[data-row-link]')
      .evaluate((e) => e === document.activeElement))
  )
    await keyboard.press('k')
  await keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Queue' })).toContainText(`1 of ${count}`)
  for (let i = 0; i < count; i++) {
    await expect(page.getByRole('navigation', { name: 'Queue' })).toContainText(`${i + 1} of ${count}`)
    await expect(heading).toBeFocused()
    if (i === 0) await accessible(page, 'ticket from the queue')
    if (i % 5 === 0) {
      // Add an internal note, then ask the partner and set the status from its menu.
      await keyboard.press('n')
      await expect(page.getByRole('textbox', { name: 'Internal note' })).toBeFocused()
      await keyboard.type('Same host as last week.')
      await keyboard.press('Control+Enter')
      await expect(page.getByText('Same host as last week.').first()).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Internal note' })).toHaveValue('')
      await keyboard.press('Escape')
      await expect(heading).toBeFocused()
      await choosing(page, 's', /^Set the status of T-/)
      await keyboard.type('partner')
      await keyboard.press('Enter')
    } else if (i % 5 === 1) {
      await keyboard.press('i')
      await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(/Assignee: .*Tomasz/)
      await keyboard.press('j')
    } else {
      await keyboard.press('r')
      await expect(page.getByRole('textbox', { name: 'Reply' })).toBeFocused()
      await keyboard.type('It runs again.')
      await keyboard.press('Control+Shift+Enter')
    }
  }
  // After the last ticket, the list opens with its search and the focus in a row.
  await expect(page).toHaveURL(new RegExp(`/admin/tickets\\?q=${word}`))
  await expect(page.locator('[data-row] [data-row-link]:focus')).toHaveCount(1)

  const engineer = await player(request, base, ENGINEER)
  await expect
    .poll(async () => {
      const after: Ticket[] = await Promise.all(tickets.map((t) => engineer.call('GET', `/tickets/${t.id}`)))
      const of = (is: (t: Ticket) => boolean) => after.filter(is).length
      return {
        resolved: of((t) => t.status === 'resolved'),
        asked: of((t) => t.status === 'waiting_on_partner'),
        filed: of((t) => t.category === 'automation'),
        byHand: of((t) => t.priority === 'P2'),
      }
    })
    .toEqual({ resolved: (count * 3) / 5, asked: count / 5, filed: count, byHand: 1 })
})

test('two engineers on one ticket see each other and each other’s replies', { tag: '@wide' }, async ({
  context,
  browser,
  baseURL,
  request,
}) => {
  const base = baseURL as string
  const { word, owner } = await story(request, base)
  const [ticket] = (await open(owner, word, 1)) as [Ticket]
  const mine = await signedIn(context, base, ENGINEER)
  const elsewhere = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const theirs = await signedIn(elsewhere, base, ADMIN)
  const there = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const partner = await signedIn(there, base, owner.email, owner.password)

  await mine.goto(`/admin/tickets/${ticket.id}`)
  await expect(mine.getByRole('heading', { level: 1 })).toContainText(word)
  await theirs.goto(`/admin/tickets?q=${word}`)
  await expect(theirs.locator('[data-row]').getByText(/^Tomasz \S+ is viewing this ticket\.$/)).toHaveCount(1)
  await accessible(theirs, 'queue, another engineer has a ticket open')
  await theirs.goto(`/admin/tickets/${ticket.id}`)
  await expect(theirs.getByText(/^Tomasz \S+ is viewing this ticket$/)).toBeVisible()
  await expect(mine.getByText(/^Helen \S+ is viewing this ticket$/)).toBeVisible()
  await accessible(mine, 'ticket, another engineer is here')

  // While one engineer writes, the other sends. The new reply is shown before the first one's own is sent.
  await mine.getByRole('textbox', { name: 'Reply' }).fill('Have you tried')
  await expect(theirs.getByText(/^Tomasz \S+ is writing a message$/)).toBeVisible()
  await partner.goto(`/tickets/${ticket.id}`)
  await expect(partner.getByRole('heading', { level: 1 })).toContainText(word)
  await theirs.getByRole('textbox', { name: 'Reply' }).fill('It was the token; it is renewed.')
  await theirs.keyboard.press('Control+Enter')
  const notice = mine.getByRole('status').filter({ hasText: /^Helen \S+ replied just now/ })
  await expect(notice).toContainText('It was the token; it is renewed.')
  await mine.evaluate(() => scrollTo(0, 0))
  await accessible(mine, 'a reply came meanwhile')
  // Partners see the reply, but not who is viewing or writing.
  await expect(partner.getByText('It was the token; it is renewed.')).toBeVisible()
  await expect(partner.getByText(/is viewing|is writing/)).toHaveCount(0)
  await mine.getByRole('textbox', { name: 'Reply' }).fill('')

  // A page that is left reports that. A page that the browser closes may end before it can.
  await theirs.goto('/settings/profile')
  await expect(mine.getByText(/^Helen \S+ is viewing this ticket$/)).toHaveCount(0)
  await elsewhere.close()
  await there.close()
})

test('bulk changes report skipped tickets, and undo restores each ticket', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/ERR_FAILED .*undoBulk/)
  const base = baseURL as string
  const { word, owner } = await story(request, base)
  const tickets = await open(owner, word, 4)
  const [engineer, admin] = await Promise.all([player(request, base, ENGINEER), player(request, base, ADMIN)])
  await engineer.call('POST', `/tickets/${tickets[1]?.id}/status`, { status: 'closed' })
  await engineer.call('POST', `/tickets/${tickets[2]?.id}/status`, { status: 'in_progress' })
  const page = await signedIn(context, base, ENGINEER)
  const toast = (text: RegExp) => page.getByRole('region', { name: 'Notifications' }).getByText(text).last()
  await page.goto(`/admin/tickets?status=all&q=${word}`)
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('button', { name: 'Tags', exact: true }).click()
  const tags = page.getByRole('dialog', { name: 'Tag 4 tickets' })
  await tags.getByRole('combobox').or(tags.getByRole('textbox')).last().fill('month-end')
  await page.keyboard.press('Enter')
  await accessible(page, 'tags of many')
  await page.getByRole('button', { name: 'Add tags' }).click()
  await expect(toast(/^3 tickets tagged month-end$/)).toBeVisible()
  await expect(toast(/^Skipped: T-\d+: Closed. Reopen it first\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Status', exact: true }).last().click()
  await page.getByRole('option', { name: 'Resolved' }).click()
  await expect(toast(/^3 tickets set to “Resolved”$/)).toBeVisible()

  // Someone else changes one of the tickets before the bulk change is undone. The message stays once the pointer has moved
  // within it.
  await toast(/^3 tickets set to “Resolved”$/).hover({ position: { x: 2, y: 2 } })
  await toast(/^3 tickets set to “Resolved”$/).hover()
  await admin.call('POST', `/tickets/${tickets[3]?.id}/status`, { status: 'waiting_on_third_party' })
  // Without a connection, it can be undone again.
  await page.route('**/api/rpc/tickets/undoBulk', (route) => route.abort())
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(toast(/^The change was not undone$/)).toBeVisible()
  await page.unroute('**/api/rpc/tickets/undoBulk')
  await page.getByRole('button', { name: 'Try again' }).last().click()
  await expect(toast(/^Undone: 2 tickets; not undone: 1$/)).toBeVisible()
  await expect(toast(/^T-\d+: This ticket was changed again\.$/)).toBeVisible()
  const after: Ticket[] = await Promise.all(tickets.map((t) => engineer.call('GET', `/tickets/${t.id}`)))
  expect(after.map((t) => t.status)).toEqual(['new', 'closed', 'in_progress', 'waiting_on_third_party'])

  // Changed by another engineer without a live update here: both values are shown, and the user chooses one.
  await page.goto(`/admin/tickets?q=${word}`)
  const first = page.locator('[data-row]').filter({ hasText: `${word} A` })
  await expect(first).toBeVisible()
  await readAlone(page)
  await page.route('**/api/rpc/tickets/list', () => {})
  await admin.call('POST', `/tickets/${tickets[0]?.id}/status`, { status: 'waiting_on_partner' })
  await first.getByRole('link').focus()
  await choosing(page, 's', /^Set the status of T-/)
  await page.keyboard.type('resol')
  await page.keyboard.press('Enter')
  const clash = page.getByRole('dialog', { name: /^Someone else changed T-\d+$/ })
  await expect(clash.getByRole('row', { name: /Waiting on partner was New Resolved/ })).toBeVisible()
  await accessible(page, 'both versions')
  await clash.getByRole('button', { name: 'Keep my version' }).click()
  await expect(toast(/^T-\d+ set to “Resolved”$/)).toBeVisible()
  await page.unrouteAll()

  // The workload panel links to each engineer's tickets.
  await page.getByRole('button', { name: 'Workload' }).click()
  const panel = page.getByRole('dialog', { name: 'Workload' })
  await expect(panel.getByRole('link', { name: /^Unassigned/ })).toBeVisible()
  await accessible(page, 'workload')
  await panel.getByRole('link', { name: /^Unassigned/ }).click()
  await expect(page).toHaveURL(/\/admin\/tickets\?assignee=none$/)
  await fits(page, 'queue')
})
