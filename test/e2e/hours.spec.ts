// Hours from both sides: the engineer's time draws hours, the owner sees each line live, gets an alert when hours run
// low, and can approve an estimate only with enough hours.
import { ADMIN, accessible, DESK, ENGINEER, expect, fits, PHONE, signedIn, test } from './browser.ts'
import { player, story } from './story.ts'

test('logged minutes use hours and show immediately, low hours are reported, and an estimate needs hours @wide', async ({
  browser,
  baseURL,
  request,
}) => {
  const base = baseURL as string
  const { owner, company, word } = await story(request, base)
  const admin = await player(request, base, ADMIN)
  const give = (minutes: number, reason: string) =>
    admin.call('POST', '/hours/adjustments', { companyId: company.id, minutes, reason })
  const subject = `Backups are counted twice ${word}`
  const ticket = await owner.call('POST', '/tickets', { subject, description: 'Each one appears twice.' })
  const name = `T-${ticket.number}`

  const [desk, theirs, hand] = await Promise.all([
    browser.newContext({ ...DESK, baseURL: base }),
    browser.newContext({ ...DESK, baseURL: base }),
    browser.newContext({ ...PHONE, baseURL: base }),
  ])
  const [engineer, page, phone] = await Promise.all([
    signedIn(desk, base, ENGINEER),
    signedIn(theirs, base, owner.email, owner.password),
    signedIn(hand, base, owner.email, owner.password),
  ])
  const loud: string[] = []
  for (const p of [engineer, page, phone]) {
    p.on('console', (m) => m.type() === 'error' && !/status of 422/.test(m.text()) && loud.push(m.text()))
    p.on('pageerror', (e) => loud.push(e.message))
  }

  // Without hours, the page says what to do. New hours then appear on the open page.
  await page.goto('/my-agreements?tab=hours')
  await expect(page.getByText('No hours yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Buy hours' })).toHaveAttribute('href', '/buy-block-time')
  await give(300, 'Welcome')
  const left = page.getByRole('region', { name: 'Hours left', exact: true })
  await expect(left).toContainText('5 h')
  const line = (words: string) => page.getByRole('row').filter({ hasText: words })
  await expect(line('“Welcome”')).toContainText('+5:00')
  await expect(page.getByRole('link', { name: '5 h left' })).toHaveAttribute('href', '/my-agreements?tab=hours')

  // The form shows what the entry draws. The line appears on the partner's page without a reload.
  await engineer.goto(`/admin/tickets/${ticket.id}`)
  const dialog = engineer.getByRole('dialog')
  const book = async (time: string, hint: string) => {
    await expect(dialog).toHaveCount(0)
    const log = engineer.getByRole('button', { name: 'Log time', exact: true })
    // The column of facts grows while the page scrolls to the button, and a click in between would miss it.
    await log.scrollIntoViewIfNeeded()
    await log.click()
    await dialog.getByLabel('Time', { exact: true }).fill(time)
    await expect(dialog.getByText(hint)).toBeVisible()
    await dialog.getByRole('button', { name: 'Log time' }).click()
  }
  await book('1h 25', 'Uses 1 h 30 min of 5 h left.')
  await expect(engineer.getByRole('button', { name: /1 h 25 min .*1 h 30 min used/s })).toBeVisible()
  await expect(line(name)).toContainText('1 h 25 min worked, rounded up to 1 h 30 min')
  await expect(line(name)).toContainText('−1:30')
  await expect(left).toContainText('3 h 30 min')
  await expect(page.getByRole('link', { name: '3 h 30 min left' })).toBeVisible()
  await accessible(page, 'hours')

  // At 80% used, the owner sees an alert on the page and in the bell.
  await book('2h 30', 'Uses 2 h 30 min of 3 h 30 min left.')
  await expect(page.getByText('80% of the hours are used')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible()

  // More than the balance: the form warns, then rejects it at the field with advice. The input is kept.
  await book('2h', 'Uses 2 h, but the balance is 1 h (1 h short).')
  await expect(dialog.getByText(/log the time as non-billable\.$/).last()).toBeVisible()
  await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue('2h')
  await expect(dialog.getByLabel('Time', { exact: true })).toBeFocused()
  await accessible(engineer, 'booking more than there is')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await engineer.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog).toHaveCount(0)

  // The estimate: staff see the available hours. The owner cannot approve it without enough hours.
  await engineer.getByRole('button', { name: 'Estimate', exact: true }).click()
  await dialog.getByLabel('Time').fill('2h')
  await expect(dialog.getByText(/^Needs 2 h\. .* has 1 h available\. An owner must buy at least 1 h/)).toBeVisible()
  await dialog.getByLabel('What’s included').fill('One count per job, and last month’s numbers put right.')
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await phone.goto(`/tickets/${ticket.id}`)
  const card = phone.getByRole('region', { name: 'Estimate 2 h' })
  await expect(card.getByText('Needs 2 h. You have 1 h available.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Approve' })).toBeDisabled()
  const buy = `/buy-block-time?return=${encodeURIComponent(`/tickets/${ticket.id}`)}&minutes=60`
  await expect(card.getByRole('link', { name: 'Buy hours' })).toHaveAttribute('href', buy)
  await accessible(phone, 'estimate that is short, phone')
  await fits(phone, 'estimate that is short, phone')
  await give(90, 'Courtesy hours')
  await expect(card.getByText('Needs 2 h. You have 2 h 30 min available.')).toBeVisible()
  await card.getByRole('button', { name: 'Approve' }).tap()
  await phone.getByRole('dialog').getByRole('button', { name: 'Approve 2 h' }).tap()
  await expect(card.getByText('Approved', { exact: true })).toBeVisible()
  await expect(left).toContainText('Reserved for approved estimates')
  await expect(left.getByRole('link', { name })).toBeVisible()
  await expect(left).toContainText('30 min')

  // The same on a phone. The chart is accessible by keyboard and as a table, and the ledger can be filtered.
  await phone.goto('/my-agreements?tab=hours')
  await expect(phone.getByRole('region', { name: 'Hours left', exact: true })).toContainText('2 h 30 min')
  await expect(phone.getByRole('img', { name: /^Hours left by day/ })).toBeVisible()
  await fits(phone, 'hours, phone')
  await accessible(phone, 'hours, phone')
  const places = page.getByRole('slider', { name: /^Values of/ })
  await places.focus()
  await expect(places).toHaveAttribute('aria-valuetext', /: 2 h 30 min$/)
  await page.keyboard.press('Home')
  await expect(places).toHaveAttribute('aria-valuetext', /: 0 min$/)
  await page.getByText('Show as table').click()
  await expect(page.getByRole('table', { name: 'Hours left by day' }).getByRole('row')).not.toHaveCount(1)
  await page.getByRole('link', { name: 'Expired or adjusted' }).click()
  await expect(line('“Courtesy hours”')).toBeVisible()
  await expect(line(name)).toHaveCount(0)
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(line(name).first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Period', exact: true }).selectOption('Last month')
  await expect(page.getByText('No entries in this period')).toBeVisible()
  await expect(page).toHaveURL(/[?&]tab=hours(&|$)/)

  expect(loud).toEqual([])
  await Promise.all([desk.close(), theirs.close(), hand.close()])
})

test('periods are days of the company, also where the day is another one @wide', async ({
  browser,
  baseURL,
  request,
}) => {
  const { owner, give } = await story(request, baseURL as string)
  // 25 hours apart: the reader's day is never the company's.
  const zone = 'Pacific/Pago_Pago'
  const { version } = await owner.call('GET', '/company')
  await owner.call('PATCH', '/company', { version, timeZone: zone })
  await give(60)
  const context = await browser.newContext({ ...DESK, baseURL: baseURL as string, timezoneId: 'Pacific/Kiritimati' })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/my-agreements?tab=hours')
  const day = () => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())
  const before = day()
  await page.getByRole('combobox', { name: 'Period', exact: true }).selectOption('Last 90 days')
  await expect.poll(() => [before, day()].includes(new URL(page.url()).searchParams.get('to') ?? '')).toBe(true)
  await context.close()
})
