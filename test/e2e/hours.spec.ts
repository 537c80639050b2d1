// Hours from both sides: the engineer's minutes draw, the owner sees each line as it is written, is told when they run low,
// and approves an estimate only on hours that are there.
import { ADMIN, accessible, DESK, ENGINEER, expect, fits, PHONE, signedIn, test } from './browser.ts'
import { player, story } from './story.ts'

test('booked minutes draw and show at once, low hours are told, an estimate needs hours @wide', async ({
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

  // Before there are any: what to do. Then they come in, on the open page.
  await page.goto('/my-agreements?tab=hours')
  await expect(page.getByText('No hours yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Buy hours' })).toHaveAttribute('href', '/buy-block-time')
  await give(300, 'Welcome')
  const left = page.getByRole('region', { name: 'Hours left', exact: true })
  await expect(left).toContainText('5 h')
  const line = (words: string) => page.getByRole('row').filter({ hasText: words })
  await expect(line('“Welcome”')).toContainText('+5 h')
  await expect(page.getByRole('link', { name: '5 h left' })).toHaveAttribute('href', '/my-agreements?tab=hours')

  // The form says what a booking draws; the line stands on the partner's page without a reload.
  await engineer.goto(`/admin/tickets/${ticket.id}`)
  const dialog = engineer.getByRole('dialog')
  const book = async (time: string, hint: string) => {
    await expect(dialog).toHaveCount(0)
    await engineer.getByRole('button', { name: 'Book time' }).click()
    await dialog.getByLabel('Time', { exact: true }).fill(time)
    await expect(dialog.getByText(hint)).toBeVisible()
    await dialog.getByRole('button', { name: 'Book time' }).click()
  }
  await book('1h 25', 'Draws 1 h 30 min of 5 h left.')
  await expect(engineer.getByRole('button', { name: /1 h 25 min .*Charged 1 h 30 min/s })).toBeVisible()
  await expect(line(name)).toContainText('1 h 25 min worked, rounded up to 1 h 30 min')
  await expect(line(name)).toContainText('−1 h 30 min')
  await expect(left).toContainText('3 h 30 min')
  await expect(page.getByRole('link', { name: '3 h 30 min left' })).toBeVisible()
  await accessible(page, 'hours')

  // Four fifths are used: the owner is told, on the page and by the bell.
  await book('2h 30', 'Draws 2 h 30 min of 3 h 30 min left.')
  await expect(page.getByText('80% of the hours are used')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible()

  // More than there is: said before, and refused beside the field with what to do; nothing is lost.
  await book('2h', 'Draws 2 h: 1 h more than the 1 h left.')
  await expect(dialog.getByText(/book it as not charged\.$/).last()).toBeVisible()
  await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue('2h')
  await expect(dialog.getByLabel('Time', { exact: true })).toBeFocused()
  await accessible(engineer, 'booking more than there is')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await engineer.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog).toHaveCount(0)

  // The estimate: staff see what is free; the owner cannot approve it before there are hours.
  await engineer.getByRole('button', { name: 'Estimate', exact: true }).click()
  await dialog.getByLabel('Time').fill('2h')
  await expect(dialog.getByText(/^Needs 2 h, .* has 1 h free\. An owner has to buy 1 h or more/)).toBeVisible()
  await dialog.getByLabel('What it includes').fill('One count per job, and last month’s numbers put right.')
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await phone.goto(`/tickets/${ticket.id}`)
  const card = phone.getByRole('region', { name: 'Estimate 2 h' })
  await expect(card.getByText('Needs 2 h, you have 1 h free.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Approve' })).toBeDisabled()
  const buy = `/buy-block-time?return=${encodeURIComponent(`/tickets/${ticket.id}`)}&minutes=60`
  await expect(card.getByRole('link', { name: 'Buy hours' })).toHaveAttribute('href', buy)
  await accessible(phone, 'estimate that is short, phone')
  await fits(phone, 'estimate that is short, phone')
  await give(90, 'Courtesy hours')
  await expect(card.getByText('Needs 2 h, you have 2 h 30 min free.')).toBeVisible()
  await card.getByRole('button', { name: 'Approve' }).tap()
  await phone.getByRole('dialog').getByRole('button', { name: 'Approve 2 h' }).tap()
  await expect(card.getByText('Approved', { exact: true })).toBeVisible()
  await expect(left).toContainText('Reserved by approved estimates')
  await expect(left.getByRole('link', { name })).toBeVisible()
  await expect(left).toContainText('30 min')

  // The same on a phone; the chart tells its values to the keyboard and as a table; the ledger can be narrowed.
  await phone.goto('/my-agreements?tab=hours')
  await expect(phone.getByRole('region', { name: 'Hours left', exact: true })).toContainText('2 h 30 min')
  await expect(phone.getByRole('img', { name: /^Hours left, day by day/ })).toBeVisible()
  await fits(phone, 'hours, phone')
  await accessible(phone, 'hours, phone')
  const places = page.getByRole('slider', { name: /^Places on/ })
  await places.focus()
  await expect(places).toHaveAttribute('aria-valuetext', /: 2 h 30 min$/)
  await page.keyboard.press('Home')
  await expect(places).toHaveAttribute('aria-valuetext', /: 0 min$/)
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('table', { name: 'Hours left, day by day' }).getByRole('row')).not.toHaveCount(1)
  await page.getByRole('link', { name: 'Expired, adjusted' }).click()
  await expect(line('“Courtesy hours”')).toBeVisible()
  await expect(line(name)).toHaveCount(0)
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(line(name).first()).toBeVisible()
  await page.getByLabel('Period').selectOption('Last month')
  await expect(page.getByText('Nothing in this time')).toBeVisible()
  await expect(page).toHaveURL(/[?&]tab=hours(&|$)/)

  expect(loud).toEqual([])
  await Promise.all([desk.close(), theirs.close(), hand.close()])
})
