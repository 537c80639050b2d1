// The bell in several tabs and devices, the settings, unsubscribing from a mail, and the overview of staff.
import type { APIRequestContext, Page } from '@playwright/test'
import { soak } from '../harness/lane.ts'
import { accessible, ENGINEER, expect, fits, signedIn, test } from './browser.ts'
import { mailTo } from './mailbox.ts'
import { engineer, newcomer, type Player, player } from './story.ts'

const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`, exact: true })

/** Opens a ticket of a user, and returns a function that adds an engineer's reply to it. */
async function replies(request: APIRequestContext, baseURL: string, person: Player, subject: string) {
  const staff = await player(request, baseURL, ENGINEER)
  const { id, number } = await person.call('POST', '/tickets', { subject, description: 'x' })
  return {
    id,
    name: `T-${number}`,
    reply: (body: string) => staff.call('POST', `/tickets/${id}/messages`, { body }),
  }
}

test('the bell counts in every tab immediately, opens the ticket, and marks it as read everywhere', async ({
  context,
  baseURL,
  request,
}) => {
  const origin = baseURL as string
  const person = await newcomer(request, origin, 'Bela Brandt')
  const subject = 'Live in all tabs'
  const ticket = await replies(request, origin, person, subject)
  const page = await signedIn(context, origin, person.email, person.password)
  const listening = new Set<Page>()
  context.on('request', (r) => {
    if (r.url().includes('/api/v1/events')) listening.add(r.frame().page())
  })
  await page.goto('/apps-automations')
  await expect(bell(page, 0)).toBeVisible()
  // Browsers allow six connections to a host. A seventh tab must still get responses.
  const tabs = [page]
  for (let i = 1; i < (soak ? 7 : 3); i++) {
    const tab = await context.newPage()
    await tab.goto(i === 1 ? '/notifications' : '/settings')
    // A tab receives events once its code runs. A bell that opens shows that.
    await bell(tab, 0).click()
    const popover = tab.getByRole('dialog', { name: 'Notifications' })
    await expect(popover).toBeVisible()
    await tab.keyboard.press('Escape')
    await expect(popover).toHaveCount(0)
    tabs.push(tab)
  }
  const [, list, far] = tabs as [Page, Page, Page]

  await ticket.reply('A first answer.')
  for (const tab of tabs) await expect(bell(tab, 1)).toBeVisible()
  const row = (tab: Page) => tab.getByRole('listitem').filter({ hasText: subject })
  await expect(row(list).getByText('A first answer.')).toBeVisible()
  await accessible(list, 'notifications')
  await fits(list, 'notifications')

  // Open, mark as read and mark as unread by keyboard. The other tabs update.
  await bell(page, 1).press('Enter')
  const popover = page.getByRole('dialog', { name: 'Notifications' })
  await expect(popover.getByText(subject)).toBeVisible()
  await accessible(page, 'the bell, open')
  await fits(page, 'the bell, open')
  await row(page).getByRole('button', { name: 'Mark as read' }).press('Enter')
  for (const tab of [page, far]) await expect(bell(tab, 0)).toBeAttached()
  await row(page).getByRole('button', { name: 'Mark as unread' }).press('Enter')
  await expect(bell(far, 1)).toBeVisible()
  await expect(row(list).getByRole('button', { name: 'Mark as read' })).toBeVisible()

  // Close the tab that has the event stream. Another tab takes over without missing events.
  expect([...listening].map((tab) => tabs.indexOf(tab))).toEqual([0])
  await far.bringToFront()
  await page.close()
  await ticket.reply('While the line was handed over.')
  await expect(bell(far, 2)).toBeVisible()

  // Opening the ticket marks its notifications as read. New ones are marked as read immediately while it is open.
  await list.bringToFront()
  await row(list).getByRole('link').first().click()
  await expect(list).toHaveURL(new RegExp(`/tickets/${ticket.id}`))
  for (const tab of [list, far]) await expect(bell(tab, 0)).toBeVisible()
  await ticket.reply('You are looking at it.')
  await expect(list.getByText('You are looking at it.')).toBeVisible()
  await expect(bell(list, 0)).toBeVisible()
})

test('each kind has its own channels, saved immediately, and an email link unsubscribes without signing in', async ({
  context,
  baseURL,
  browser,
  request,
}) => {
  const origin = baseURL as string
  const person = await newcomer(request, origin, 'Bela Brandt')
  const ticket = await replies(request, origin, person, 'A way out')
  await ticket.reply('This comes by mail.')
  const mail = await mailTo(request, origin, person.email, new RegExp(`\\[${ticket.name}\\]`))
  const href = /https?:\/\/\S+\/unsubscribe\/\S+/.exec(mail.text)?.[0] as string

  const page = await signedIn(context, origin, person.email, person.password)
  await page.goto('/settings/notifications')
  const email = page.getByLabel('Replies by email')
  await expect(email).toHaveValue('now')
  await accessible(page, 'notification settings')
  await fits(page, 'notification settings')
  await page.getByLabel('Time', { exact: true }).selectOption('17')
  const mentions = page.getByLabel('Mentions in the bell')
  await mentions.click()
  await expect(mentions).not.toBeChecked()
  const defaults = page.getByRole('button', { name: 'Reset to defaults' })
  await expect(defaults).toBeVisible()

  const nobody = await browser.newContext()
  const out = await nobody.newPage()
  await out.goto(href)
  await expect(out.getByRole('heading', { name: 'Stop emails about replies on tickets?' })).toBeVisible()
  await accessible(out, 'unsubscribe')
  await fits(out, 'unsubscribe')
  await out.reload()
  await expect(email).toHaveValue('now')
  await out.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(out.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible()
  await accessible(out, 'unsubscribed')
  await nobody.close()
  // The open settings page updates, and keeps what was chosen here.
  await expect(email).toHaveValue('off')
  const kept = async () => {
    const { digestHour, kinds } = await person.call('GET', '/me/notifications')
    return [digestHour, kinds.find((k: { kind: string }) => k.kind === 'ticket_mention').bell]
  }
  await expect.poll(kept).toEqual([17, false])
  await page.reload()
  await expect(page.getByLabel('Time', { exact: true })).toHaveValue('17')
  await expect(mentions).not.toBeChecked()
  await defaults.click()
  await expect(email).toHaveValue('now')
  await expect(defaults).toHaveCount(0)
})

test('the overview of staff follows the queue', { tag: '@wide' }, async ({ context, baseURL, request }) => {
  const origin = baseURL as string
  // The unassigned list shows only the most urgent tickets. A separate engineer has only this ticket.
  const her = await engineer(request, origin)
  const person = await newcomer(request, origin)
  const { id } = await person.call('POST', '/tickets', { subject: 'Ada knows this one', description: 'x' })
  const page = await signedIn(context, origin, her.email, her.password)
  await page.goto('/apps-automations')
  await expect(page.getByRole('region', { name: 'Unassigned' })).toBeVisible()
  const mine = page.getByRole('region', { name: 'Assigned to you' })
  await expect(mine).toContainText('All caught up')
  await accessible(page, 'overview of staff')
  await her.call('POST', `/tickets/${id}/assignee`, { assigneeId: her.id })
  await expect(mine.getByRole('link', { name: /Ada knows this one/ })).toBeVisible()
})
