// Time and an estimate: the engineer runs a timer, replies with the time, proposes. The owner approves on a phone.
import { accessible, expect, fits, signedIn, test } from './browser.ts'
import { engineer as engineerOf, story } from './story.ts'

test('a reply logs the timer, and an owner approves an estimate @wide', async ({ browser, baseURL, request }) => {
  const base = baseURL as string
  const { word, owner: partner, give } = await story(request, base, { ownerName: 'Dana Whitfield' })
  await give(600)
  // A user has only one timer, so this test has its own engineer.
  const staff = await engineerOf(request, base)
  const description = 'Since the vendor changed its page.'
  const open = (subject: string) => partner.call('POST', '/tickets', { subject, description })
  const [before, ticket] = [await open(`Earlier ${word}`), await open(`Warranty dates are missing ${word}`)]
  await staff.call('POST', '/timer', { ticketId: before.id })
  const name = `T-${ticket.number}`
  const [desk, phone] = await Promise.all([
    browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 } }),
    browser.newContext({ baseURL: base, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }),
  ])
  const engineer = await signedIn(desk, base, staff.email, staff.password)
  const owner = await signedIn(phone, base, partner.email, partner.password)
  const loud: string[] = []
  for (const p of [engineer, owner]) {
    p.on('console', (m) => m.type() === 'error' && loud.push(m.text()))
    p.on('pageerror', (e) => loud.push(e.message))
  }

  // Discard an earlier timer, then start one here by shortcut. It keeps running after leaving the page.
  await engineer.goto(`/admin/tickets/${ticket.id}`)
  await engineer.getByRole('button', { name: /^Timer on/ }).click()
  await engineer.getByRole('menuitem', { name: 'Discard' }).click()
  await engineer.getByRole('button', { name: 'Discard timer' }).click()
  await expect(engineer.getByRole('button', { name: /^Timer on/ })).toHaveCount(0)
  await expect(engineer.getByRole('heading', { name: 'Time', exact: true })).toBeVisible()
  await engineer.keyboard.press('t')
  const timer = engineer.getByRole('button', { name: new RegExp(`^Timer on ${name} ?, running`) })
  await expect(timer).toBeVisible()
  await expect.poll(async () => JSON.stringify(await staff.call('GET', '/timer'))).toContain(ticket.id)
  await engineer.reload()
  await expect(timer).toBeVisible()

  // The reply logs the timer's time, as the engineer entered it.
  const time = engineer.getByRole('textbox', { name: 'Time', exact: true })
  await engineer.getByRole('textbox', { name: 'Reply' }).fill('The page is read by another name now.')
  await engineer.getByRole('button', { name: /^Use timer \(\d+ min\)$/ }).click()
  await time.fill('soon')
  await engineer.getByRole('textbox', { name: 'Reply' }).press('Control+Enter')
  await expect(engineer.getByText('Enter a time such as 15m, 1h 30 or 1:30.')).toBeVisible()
  await expect(time).toBeFocused()
  await accessible(engineer, 'ticket with a running timer and a wrong time')
  await time.fill('1h 25')
  await engineer.getByRole('textbox', { name: 'Reply' }).press('Control+Enter')
  await expect(engineer.getByRole('button', { name: /^Edit .*1 h 25 min/ })).toBeVisible()
  await expect(timer).toHaveCount(0)
  await expect(time).toHaveValue('')

  // Propose an estimate to the owner.
  await engineer.getByRole('button', { name: 'Estimate', exact: true }).click()
  const dialog = engineer.getByRole('dialog')
  await dialog.getByLabel('Time').fill('2h')
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await expect(dialog.getByText('Describe what’s included.')).toBeVisible()
  await accessible(engineer, 'estimate dialog')
  await dialog
    .getByLabel('What’s included')
    .fill('The new names for all vendors, with a test that says when they change.')
  await dialog.getByRole('button', { name: 'Propose' }).click()
  const card = engineer.getByRole('region', { name: 'Estimate 2 h' })
  await expect(card.getByText('Awaiting approval')).toBeVisible()

  await owner.goto(`/tickets/${ticket.id}`)
  const asked = owner.getByRole('region', { name: 'Estimate 2 h' })
  await expect(asked.getByText('Awaiting your approval')).toBeVisible()
  await fits(owner, 'ticket with an estimate')
  await accessible(owner, 'ticket with an estimate, phone')
  await owner.getByText('Show details').tap()
  await expect(owner.getByText('1 h 25 min').first()).toBeVisible()
  await asked.getByRole('button', { name: 'Approve' }).tap()
  await owner.getByRole('dialog').getByLabel('Comment').fill('Go ahead.')
  await accessible(owner, 'approval, phone')
  await owner.getByRole('button', { name: 'Approve 2 h' }).tap()
  await expect(asked.getByText('Approved', { exact: true })).toBeVisible()
  await expect(owner.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  // The engineer sees the approval, and the time used.
  await expect(card.getByText('Dana Whitfield approved it')).toBeVisible()
  await expect(card.getByText('0 min of 2 h used')).toBeVisible()
  await engineer.getByRole('button', { name: 'Log time', exact: true }).click()
  await dialog.getByLabel('Time', { exact: true }).fill('2:15')
  await expect(dialog.getByText('15 min more than the 2 h the partner approved.')).toBeVisible()
  await dialog.getByLabel('Time', { exact: true }).fill('45m')
  await accessible(engineer, 'booking')
  await dialog.getByRole('button', { name: 'Log time' }).click()
  await expect(card.getByText('45 min of 2 h used')).toBeVisible()

  // The week shows the entry. Its history keeps who changed what and when.
  await engineer.goto('/admin/time')
  await accessible(engineer, 'my time')
  await engineer.getByRole('button', { name: new RegExp(`^Edit ${name} .*45 min`) }).click()
  await dialog.getByLabel('Time', { exact: true }).fill('50m')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await engineer.getByRole('button', { name: new RegExp(`^Edit ${name} .*50 min`) }).click()
  await dialog.getByText('History').click()
  await expect(dialog.getByText('Time: 45 min → 50 min')).toBeVisible()
  await accessible(engineer, 'entry with its history')
  expect(loud).toEqual([])
  await Promise.all([desk.close(), phone.close()])
})
