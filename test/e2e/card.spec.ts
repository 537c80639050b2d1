// From no hours to low hours: an estimate beyond the balance, 20 hours bought by card on the emulator's Stripe page,
// the approval, the work, the alert at 80%, and what an administrator can see of every minute and cent.
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
  const at = baseURL as string
  const call = await api(context.request, at)
  const { session: admin } = await call('POST', '/auth/sign-in', { email: ADMIN, password: PASSWORD })
  // A new company for each run, with no hours.
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

  // An estimate without hours to cover it.
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
  await expect(page.getByText('20 h were added to your balance')).toBeVisible()
  await accessible(page, 'paid')
  await fits(page, 'paid')

  // Back on the ticket, the hours now cover the estimate.
  await page.getByRole('link', { name: 'Continue where you left off' }).click()
  await expect(estimate.getByText('Needs 18 h. You have 20 h available.')).toBeVisible()
  await estimate.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve 18 h' }).click()
  await expect(estimate.getByText('Approved', { exact: true })).toBeVisible()

  // Book time: each ledger line names its block, and the alert comes at 80%.
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

  // An invoice opens on top with its actions. Escape returns to the unchanged list.
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
