// The bell in several tabs and devices, the settings, unsubscribing from a mail, and the overview on a phone.
import type { Page } from '@playwright/test'
import { accessible, expect, fits, signedIn, test } from './browser.ts'
import { api, mailTo } from './mailbox.ts'

// Each project has its own user, so that other tests do not change the unread count.
const person = { email: '', password: 'seven quiet lanterns' }
const engineer = 'engineer@millwright.example'
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const unread = async (page: Page) =>
  Number(/(\d+) unread/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[1] ?? 0)
const tokenOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('millwright.session') as string).access_token as string)
test.beforeAll(async ({ playwright }, { project }) => {
  const baseURL = project.use.baseURL as string
  person.email = `bela.${project.name}.${Date.now()}@example.com`
  const request = await playwright.request.newContext()
  const call = await api(request, baseURL)
  await call('POST', '/auth/sign-up', { ...person, fullName: 'Bela Brandt' })
  const { text } = await mailTo(request, baseURL, person.email, /^Verify your email/)
  await call('POST', '/auth/verify-email', { token: /token=([\w-]+)/.exec(text)?.[1] })
  await request.dispose()
})

/** Opens a ticket of the user, and returns a function that adds an engineer's reply to it. */
async function replies(page: Page, baseURL: string, subject: string) {
  const call = await api(page.request, baseURL)
  const { session } = await call('POST', '/auth/sign-in', { email: engineer, password: 'a demo password' })
  const { id, number } = await call('POST', '/tickets', { subject, description: 'x' }, await tokenOf(page))
  return {
    id,
    name: `T-${number}`,
    reply: (body: string) => call('POST', `/tickets/${id}/messages`, { body }, session.access_token),
  }
}

test('the bell counts in every tab immediately, opens the ticket, and marks it as read everywhere', async ({
  context,
  baseURL,
}, { project }) => {
  const page = await signedIn(context, baseURL as string, person.email, person.password)
  const streams: string[] = []
  context.on('request', (r) => {
    if (r.url().includes('/api/v1/events')) streams.push(r.url())
  })
  await page.goto('/apps-automations')
  await expect(bell(page)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Needs your attention' }).getByRole('listitem').first()).toBeVisible()
  await accessible(page, 'overview')
  await fits(page, 'overview')
  // Browsers allow six connections to a host. A seventh tab must still get responses.
  const tabs = [page]
  for (let i = 1; i < 7; i++) {
    const tab = await context.newPage()
    await tab.goto(i === 1 ? '/notifications' : '/settings')
    await expect(bell(tab)).toBeVisible()
    tabs.push(tab)
  }
  expect(streams.length).toBe(1)
  const [, list, far] = tabs as [Page, Page, Page]

  const subject = `Live in seven tabs ${project.name}`
  const ticket = await replies(page, baseURL as string, subject)
  const before = await unread(page)
  await ticket.reply('A first answer.')
  for (const tab of [page, list, far]) await expect.poll(() => unread(tab)).toBe(before + 1)
  const row = (tab: Page) => tab.getByRole('listitem').filter({ hasText: subject })
  await expect(row(list).getByText('A first answer.')).toBeVisible()
  await accessible(list, 'notifications')
  await fits(list, 'notifications')

  // Open, mark as read and mark as unread by keyboard. The other tabs update.
  await bell(page).focus()
  await page.keyboard.press('Enter')
  const popover = page.getByRole('dialog', { name: 'Notifications' })
  await expect(popover.getByText(subject)).toBeVisible()
  await accessible(page, 'the bell, open')
  await fits(page, 'the bell, open')
  await row(page).getByRole('button', { name: 'Mark as read' }).focus()
  await page.keyboard.press('Enter')
  for (const tab of [page, far]) await expect.poll(() => unread(tab)).toBe(before)
  await row(page).getByRole('button', { name: 'Mark as unread' }).press('Enter')
  await expect.poll(() => unread(far)).toBe(before + 1)
  await expect(row(list).getByRole('button', { name: 'Mark as read' })).toBeVisible()

  // Close the tab that has the event stream. Another tab takes over without missing events.
  await far.bringToFront()
  await page.close()
  await ticket.reply('While the line was handed over.')
  await expect.poll(() => unread(far)).toBe(before + 2)

  // Opening the ticket marks its notifications as read. New ones are marked as read immediately while it is open.
  await list.bringToFront()
  await row(list).getByRole('link').first().click()
  await expect(list).toHaveURL(new RegExp(`/tickets/${ticket.id}`))
  for (const tab of [list, far]) await expect.poll(() => unread(tab)).toBe(before)
  await ticket.reply('You are looking at it.')
  await expect(list.getByText('You are looking at it.')).toBeVisible()
  await expect.poll(() => unread(list)).toBe(before)
})

test('each kind has its own channels, saved immediately, and an email link unsubscribes without signing in', async ({
  context,
  baseURL,
  browser,
}, { project }) => {
  const page = await signedIn(context, baseURL as string, person.email, person.password)
  await page.goto('/settings/notifications')
  const subject = `A way out ${project.name}`
  const ticket = await replies(page, baseURL as string, subject)
  await ticket.reply('This comes by mail.')
  const mail = await mailTo(page.request, baseURL as string, person.email, new RegExp(`\\[${ticket.name}\\]`))
  const href = /https?:\/\/\S+\/unsubscribe\/\S+/.exec(mail.text)?.[0] as string

  const email = page.getByLabel('Replies by email')
  await expect(email).toHaveValue('now')
  await accessible(page, 'notification settings')
  await fits(page, 'notification settings')
  await page.getByLabel('Time', { exact: true }).selectOption('17')
  await page.getByLabel('Mentions in the bell').click()
  await expect(page.getByLabel('Mentions in the bell')).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Reset to defaults' })).toBeVisible()

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
  await page.reload()
  await expect(page.getByLabel('Time', { exact: true })).toHaveValue('17')
  await expect(page.getByLabel('Mentions in the bell')).not.toBeChecked()
  await page.getByRole('button', { name: 'Reset to defaults' }).click()
  await expect(email).toHaveValue('now')
  await expect(page.getByRole('button', { name: 'Reset to defaults' })).toHaveCount(0)
})

test('the overview of staff follows the queue', { tag: '@wide' }, async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, engineer)
  await page.goto('/apps-automations')
  const mine = page.getByRole('region', { name: 'Unassigned' })
  await expect(mine).toBeVisible()
  await accessible(page, 'overview of staff')
  const call = await api(page.request, baseURL as string)
  const { session } = await call('POST', '/auth/sign-in', person)
  const urgent = { subject: 'Nobody has this yet', description: 'x', impact: 'all', urgency: 'high' }
  await call('POST', '/tickets', urgent, session.access_token)
  await expect(mine.getByRole('link', { name: /Nobody has this yet/ })).toBeVisible()
})
