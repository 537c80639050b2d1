// From no hours to low hours: an estimate beyond the balance, 20 hours bought by card on the emulator's Stripe page,
// the approval, the work, the alert at 80%, and what an administrator can see of every minute and cent.
import { ADMIN, accessible, ENGINEER, expect, fits, signedIn, test } from './browser.ts'
import { player, story } from './story.ts'

type Line = {
  kind: string
  minutes: number
  balanceAfter: number
  block: { name: string } | null
  entry: { note: string } | null
}

test('an owner buys 20 hours by card for an estimate, and an administrator sees every minute and cent', async ({
  context,
  browser,
  baseURL,
  request,
}) => {
  const at = baseURL as string
  const { owner, company } = await story(request, at)
  const admin = await player(request, at, ADMIN)

  // An estimate without hours to cover it.
  const ticket = await owner.call('POST', '/tickets', {
    subject: 'Licenses are counted wrong',
    description: 'Two tenants.',
  })
  const note = 'Count again, and a report each Monday.'
  await admin.call('POST', `/tickets/${ticket.id}/estimates`, { minutes: 1080, note })
  const page = await signedIn(context, at, owner.email, owner.password)
  await page.goto(`/tickets/${ticket.id}`)
  const estimate = page.getByRole('region', { name: 'Estimate 18 h' })
  await expect(estimate.getByText('Needs 18 h. You have no hours available.')).toBeVisible()
  await estimate.getByRole('link', { name: 'Buy hours' }).click()
  await expect(page.getByRole('radio', { name: /^20 hours/ })).toBeChecked()
  await page.getByRole('button', { name: 'Pay $3,325' }).click()

  // Cancel on Stripe's page first, then pay.
  await page.waitForURL(/\/checkout\/cs_/)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Not paid yet' })).toBeVisible()
  await accessible(page, 'left')
  await fits(page, 'left')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL(/\/checkout\/cs_/)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await expect(page.getByText('We added 20 h to your balance')).toBeVisible()
  await accessible(page, 'paid')
  await fits(page, 'paid')

  // Back on the ticket, the hours now cover the estimate.
  await page.getByRole('link', { name: 'Continue where you left off' }).click()
  await expect(estimate.getByText('Needs 18 h. You have 20 h available.')).toBeVisible()
  await estimate.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve 18 h' }).click()
  await expect(estimate.getByText('Approved', { exact: true })).toBeVisible()

  // Book time: each ledger line names its block, and the alert comes at 80%.
  const engineer = await player(request, at, ENGINEER)
  // Use two past days: a person can log only 24 hours a day, and other tests log time today.
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  for (const [minutes, work, workedOn] of [
    [600, 'Counted both tenants again', dayBefore(61)],
    [355, 'Report each Monday', dayBefore(60)],
  ] as const)
    await engineer.call('POST', `/tickets/${ticket.id}/time`, { minutes, note: work, workedOn })
  await page.goto('/my-agreements?tab=hours')
  await expect(page.getByText('80% of the hours are used')).toBeVisible()
  const { items: lines } = await owner.call('GET', '/hours/ledger?order=asc')
  const shown = lines.map((l: Line) => [l.kind, l.minutes, l.balanceAfter, l.block?.name, l.entry?.note ?? null])
  expect(shown).toEqual([
    ['purchase', 1200, 1200, '20 hours', null],
    ['consumption', -600, 600, '20 hours', 'Counted both tenants again'],
    ['consumption', -360, 240, '20 hours', 'Report each Monday'],
  ])
  await accessible(page, 'four fifths used')
  await fits(page, 'four fifths used')

  const staff = await signedIn(await browser.newContext({ baseURL: at, viewport: page.viewportSize() }), at, ADMIN)
  await staff.goto(`/stripe-customers?q=${encodeURIComponent(company.name)}`)
  await staff.getByRole('link', { name: company.name }).first().click()
  const drawer = staff.getByRole('dialog')
  await expect(drawer.getByText('$3,325.00').first()).toBeVisible()
  await expect(drawer.getByText(/INV-\d{4}-\d{4}/).first()).toBeVisible()
  await accessible(staff, 'customer')
  await fits(staff, 'customer')

  // An invoice opens on top with its actions. Escape returns to the unchanged list.
  await drawer
    .getByRole('link', { name: /INV-\d{4}-\d{4}/ })
    .first()
    .click()
  const invoice = staff.getByRole('dialog', { name: /^Invoice INV-/ })
  await invoice.getByRole('button', { name: 'Refund' }).click()
  const refund = staff.getByRole('dialog', { name: /^Refund INV-/ })
  await expect(refund.getByLabel('Reason')).toBeVisible()
  await expect(refund.getByLabel('Minutes to remove')).toHaveValue('240')
  await accessible(staff, 'refund above the customer')
  await staff.keyboard.press('Escape')
  await expect(refund).toBeHidden()
  await staff.keyboard.press('Escape')
  await expect(invoice).toBeHidden()
  await expect(drawer.getByText('$3,325.00').first()).toBeVisible()
  await expect.poll(() => new URL(staff.url()).searchParams.get('q')).toBe(company.name)

  // A second payment of the same invoice bought no hours, so its refund removes none.
  const { items: invoices } = await admin.call('GET', `/invoices?company=${company.id}`)
  const { id, version, totalCents: amountCents } = invoices[0]
  const paidOn = new Date().toISOString().slice(0, 10)
  await admin.call('POST', `/invoices/${id}/transfer`, { version, amountCents, paidOn, reference: 'SCT 2' })
  await drawer
    .getByRole('link', { name: /INV-\d{4}-\d{4}/ })
    .first()
    .click()
  await invoice.getByRole('button', { name: 'Refund' }).click()
  await expect(refund.getByLabel('Minutes to remove')).toHaveValue('0')
  await staff.context().close()
})
