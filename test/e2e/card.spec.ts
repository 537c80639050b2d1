// From nothing to hours that are used up: an estimate that does not fit, 20 hours by card on Stripe's page as the emulator
// shows it, approved, worked, told at 80 %; and what an administrator can say of every minute and cent.
import { accessible, expect, fits, PASSWORD, signedIn, test } from './browser.ts'
import { api, linkIn, mailTo } from './mailbox.ts'

const ADMIN = 'admin@millwright.example'
const ENGINEER = 'engineer@millwright.example'
type Line = {
  kind: string
  minutes: number
  balanceAfter: number
  block: { name: string } | null
  entry: { note: string } | null
}

test('from an estimate without hours to 20 by card, worked line by line, seen by an administrator', async ({
  context,
  browser,
  baseURL,
}, { project }) => {
  test.setTimeout(180_000)
  const at = baseURL as string
  const call = await api(context.request, at)
  const { session: admin } = await call('POST', '/auth/sign-in', { email: ADMIN, password: PASSWORD })
  // A company of its own for each run: it starts at zero.
  const name = `Cardinal ${project.name} ${Date.now().toString(36)}`
  const company = await call('POST', '/companies', { name }, admin.access_token)
  const email = `${name.replaceAll(' ', '.').toLowerCase()}@buyer.example`
  await call('POST', '/invitations', { email, role: 'owner', companyId: company.id }, admin.access_token)
  const token = linkIn(await mailTo(context.request, at, email)).split('token=')[1]
  const { session } = await call('POST', '/auth/invitation/accept', {
    token,
    fullName: 'Cara Dinal',
    password: PASSWORD,
  })

  // An estimate, and no hours for it.
  const ticket = await call(
    'POST',
    '/tickets',
    { subject: 'Licenses are counted wrong', description: 'Two tenants.' },
    session.access_token,
  )
  const note = 'Count again, and a report each Monday.'
  await call('POST', `/tickets/${ticket.id}/estimates`, { minutes: 1080, note }, admin.access_token)
  const page = await signedIn(context, at, email)
  await page.goto(`/tickets/${ticket.id}`)
  const estimate = page.getByRole('region', { name: 'Estimate 18 h' })
  await expect(estimate.getByText('Needs 18 h, you have none.')).toBeVisible()
  await estimate.getByRole('link', { name: 'Buy hours' }).click()
  await expect(page.getByRole('radio', { name: /^20 hours/ })).toBeChecked()
  await page.getByRole('button', { name: 'Pay $3,325' }).click()

  // Stripe's page: left first, then paid.
  await page.waitForURL(/\/checkout\/cs_/)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Not paid yet' })).toBeVisible()
  await accessible(page, 'left')
  await fits(page, 'left')
  await page.getByRole('button', { name: 'Go on to payment' }).click()
  await page.waitForURL(/\/checkout\/cs_/)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()
  await expect(page.getByText('20 h of work are on your balance')).toBeVisible()
  await accessible(page, 'paid')
  await fits(page, 'paid')

  // Back to the ticket: what did not fit does now.
  await page.getByRole('link', { name: 'Go on where you were' }).click()
  await expect(estimate.getByText('Needs 18 h, you have 20 h free.')).toBeVisible()
  await estimate.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve 18 h' }).click()
  await expect(estimate.getByText('Approved', { exact: true })).toBeVisible()

  // Worked: each line says what was drawn from which block, and four fifths are told.
  const { session: engineer } = await call('POST', '/auth/sign-in', { email: ENGINEER, password: PASSWORD })
  for (const [minutes, work] of [
    [600, 'Counted both tenants again'],
    [355, 'Report each Monday'],
  ] as const)
    await call('POST', `/tickets/${ticket.id}/time`, { minutes, note: work }, engineer.access_token)
  await page.goto('/my-agreements?tab=hours')
  await expect(page.getByText('80% of the hours are used')).toBeVisible()
  const { items: lines } = await call('GET', '/hours/ledger?order=asc', undefined, session.access_token)
  const told = lines.map((l: Line) => [l.kind, l.minutes, l.balanceAfter, l.block?.name, l.entry?.note ?? null])
  expect(told).toEqual([
    ['purchase', 1200, 1200, '20 hours', null],
    ['consumption', -600, 600, '20 hours', 'Counted both tenants again'],
    ['consumption', -360, 240, '20 hours', 'Report each Monday'],
  ])
  await accessible(page, 'four fifths used')
  await fits(page, 'four fifths used')

  const staff = await signedIn(await browser.newContext({ baseURL: at, viewport: page.viewportSize() }), at, ADMIN)
  await staff.goto(`/stripe-customers?q=${encodeURIComponent(name)}`)
  await staff.getByRole('link', { name }).first().click()
  const drawer = staff.getByRole('dialog')
  await expect(drawer.getByText('$3,325.00').first()).toBeVisible()
  await expect(drawer.getByText(/INV-\d{4}-\d{4}/).first()).toBeVisible()
  await accessible(staff, 'customer')
  await fits(staff, 'customer')

  // An invoice opens above it with what can be done; Escape leads back, and the list is as it was.
  await drawer
    .getByRole('link', { name: /INV-\d{4}-\d{4}/ })
    .first()
    .click()
  const invoice = staff.getByRole('dialog', { name: /^Invoice INV-/ })
  await invoice.getByRole('button', { name: 'Refund' }).click()
  await expect(staff.getByRole('dialog', { name: /^Refund INV-/ }).getByLabel('Reason')).toBeVisible()
  await accessible(staff, 'refund above the customer')
  await staff.keyboard.press('Escape')
  await staff.keyboard.press('Escape')
  await expect(invoice).toBeHidden()
  await expect(drawer.getByText('$3,325.00').first()).toBeVisible()
  expect(new URL(staff.url()).searchParams.get('q')).toBe(name)
  await staff.context().close()
})
