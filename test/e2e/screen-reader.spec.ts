// Twelve main flows in the tree that a screen reader gets: roles, names, states, live regions, and the focus after each
// step. The tests of each module check what the steps do.
import type { Locator, Page } from '@playwright/test'
import { ADMIN, DESK, expect, PASSWORD, signedIn, test } from './browser.ts'
import { engineer, newcomer, player, story } from './story.ts'

test.use(DESK)

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
/** Returns the live region with this text. */
const announcement = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
/** Fails unless the field has the focus, is invalid and is described by this error. */
async function expectInvalid(field: Locator, error: string | RegExp) {
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(error)
}

test('sign-in: errors belong to their fields, a wrong password is an alert, and the sign-in is announced', async ({
  page,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/401/)
  const { email, password } = await newcomer(request, baseURL as string)
  await page.goto('/auth')
  const submit = page.getByRole('button', { name: 'Sign In', exact: true })
  await submit.press('Enter')
  await expectInvalid(page.getByRole('textbox', { name: 'Email' }), 'Invalid email address')
  const secret = page.getByRole('textbox', { name: 'Password', exact: true })
  await expect(secret).toHaveAccessibleDescription('Password is required')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await secret.fill('wrong wrong wrong')
  await secret.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await secret.fill(password)
  await secret.press('Enter')
  await expect(announcement(page, 'Welcome back!')).toBeAttached()
})

test('recovery: the error, the field and the confirmation', async ({ page, pageErrors }) => {
  pageErrors.expected.push(/400/)
  await page.goto('/auth/recover')
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill('nobody')
  await email.press('Enter')
  await expectInvalid(email, 'Invalid email address')
  await email.fill('nobody@nowhere.example')
  await email.press('Enter')
  await expect(heading(page, 'Check your email')).toBeFocused()
})

test('a partner: new ticket, reply, and the list with its filter', async ({ context, baseURL, request }) => {
  const { word, owner } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/tickets/new')
  await page.getByRole('button', { name: 'Send ticket' }).press('Enter')
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await expectInvalid(subject, /^Enter a subject\./)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - group "How urgent is it?":
      - radio "Low"
      - radio "Medium" [checked]
      - radio "High"
    - combobox "Client Optional"
    - button "Show options"
    - button "Send ticket"
  `)
  // Every element with the role group has a name.
  await expect(
    page.getByRole('main').getByRole('group').and(page.locator('[role=group]:not([aria-label], [aria-labelledby])')),
  ).toHaveCount(0)
  await subject.fill(`Sync stopped ${word}`)
  await page.getByRole('textbox', { name: 'Description' }).fill('Since this morning.')
  await page.getByRole('combobox', { name: 'Category' }).selectOption('integration')
  await page.getByRole('button', { name: 'Send ticket' }).press('Enter')
  await expect(heading(page, new RegExp(`^T-\\d+ Sync stopped ${word}$`))).toBeFocused()

  const reply = page.getByRole('textbox', { name: 'Reply', exact: true })
  await reply.fill('It runs again now.')
  await reply.press('Control+Enter')
  await expect(reply).toHaveValue('')
  await expect(reply).toBeFocused()
  await expect(page.getByRole('region', { name: 'Conversation' }).getByRole('article').last()).toMatchAriaSnapshot(`
    - article:
      - heading "${owner.fullName}" [level=3]
      - paragraph: It runs again now.
  `)

  await page.goto('/tickets')
  const search = page.getByRole('search').getByRole('searchbox', { name: 'Search tickets' })
  await search.fill(`nothing ${word}`)
  await expect(announcement(page, 'No results')).toBeAttached()
  await search.fill(word)
  await expect(page.getByRole('table', { name: 'Tickets' })).toMatchAriaSnapshot(`
    - table "Tickets":
      - rowgroup:
        - row:
          - columnheader "Ticket"
          - columnheader "Status"
          - columnheader "Priority"
          - columnheader "Due"
          - columnheader "Requester"
          - columnheader "Updated"
      - rowgroup:
        - row:
          - cell:
            - link /T-\\d+ Sync stopped ${word}/
  `)
  await expect(search).toBeFocused()
})

test('an owner: an estimate, an agreement, and hours', async ({ context, baseURL, request, pageErrors }) => {
  pageErrors.expected.push(/422/)
  const base = baseURL as string
  const { word, owner, company, give } = await story(request, base, { ownerName: 'Dana Whitfield' })
  await give(600)
  const admin = await player(request, base, ADMIN)
  const ticket = await owner.call('POST', '/tickets', { subject: `Estimate ${word}`, description: 'x' })
  await admin.call('POST', `/tickets/${ticket.id}/estimates`, { minutes: 120, note: 'One report.' })
  const draft = await admin.call('POST', '/agreements', {
    companyId: company.id,
    type: 'fixed_price',
    name: `Care ${word}`,
    terms: { priceCents: 120_000 },
    source: '# Care\n\nWe build one report.',
  })
  await admin.call('POST', `/agreements/${draft.id}/send`, { version: draft.version })
  const page = await signedIn(context, base, owner.email, owner.password)

  await page.goto(`/tickets/${ticket.id}`)
  const estimate = page.getByRole('region', { name: 'Estimate 2 h' })
  await estimate.getByRole('button', { name: 'Approve' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve 2 h' }).press('Enter')
  await expect(estimate.getByText('Approved', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(heading(page, new RegExp(`Estimate ${word}`))).toBeFocused()

  await page.goto(`/my-agreements/${draft.id}`)
  const sign = page.getByRole('button', { name: 'Sign agreement' })
  await sign.press('Enter')
  await expectInvalid(page.getByRole('checkbox'), /^Check the box to sign\./)
  await page.getByRole('checkbox').check()
  await page.getByRole('textbox', { name: 'Your full name' }).fill('Dana Whitfield')
  await sign.press('Enter')
  const confirmation = page.getByRole('dialog', { name: 'Confirm what you’re signing' })
  await confirmation.getByRole('button', { name: 'Sign agreement' }).press('Enter')
  await expect(confirmation).toHaveCount(0)
  await expect(heading(page, new RegExp(`Care ${word}`))).toBeFocused()

  await page.goto('/buy-block-time')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Buy hours" [level=1]
    - group "Hour pack":
      - radio /10 hours/ [checked]
      - radio /20 hours/
    - group "Payment method":
      - radio /^Card/ [checked]
      - radio /^Invoice/
    - complementary "Your order":
      - heading "Your order" [level=2]
      - button /^Pay/
  `)
  await page.getByRole('radio', { name: /^Invoice/ }).check({ force: true })
  await page.getByRole('button', { name: /^Place order/ }).press('Enter')
  await expect(heading(page, 'Order placed')).toBeFocused()
})

test('an owner: a report’s filter and the table of its chart, and an invitation', async ({
  context,
  baseURL,
  request,
}) => {
  const { word, owner, company } = await story(request, baseURL as string)
  await owner.call('POST', '/tickets', { subject: word, description: 'x' })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/reports')
  const period = page.getByRole('search').getByRole('combobox', { name: 'Period' })
  await period.focus()
  await period.selectOption('Last 3 months')
  await expect(period).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: 'Tickets' })).toMatchAriaSnapshot(`
    - img /^Tickets over time, .*Opened/
  `)
  await page.getByText('Show as table').first().press('Enter')
  await expect(page.getByRole('table', { name: /^Tickets over time/ })).toMatchAriaSnapshot(`
    - table:
      - rowgroup:
        - row:
          - columnheader
          - columnheader "Opened"
          - columnheader "Resolved"
      - rowgroup:
        - row:
          - rowheader
          - cell
          - cell
  `)

  await page.goto('/users')
  const invite = page.getByRole('button', { name: 'Invite people' })
  await invite.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Invite people to ${company.name}` })
  // A dialog has no landmarks of a page.
  await expect(dialog.getByRole('banner').or(dialog.getByRole('contentinfo'))).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Send invitation' }).press('Enter')
  const addresses = dialog.getByRole('textbox', { name: 'Email addresses' })
  await expectInvalid(addresses, /^Enter at least one email address\./)
  await addresses.fill(`new@${word}.example`)
  await dialog.getByRole('button', { name: 'Send invitation' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(announcement(page, /invit/i)).toBeAttached()
  await expect(invite).toBeFocused()
})

test('an engineer: takes a ticket, sets its status, replies and logs time', async ({ context, baseURL, request }) => {
  const base = baseURL as string
  const { word, owner } = await story(request, base)
  const ticket = await owner.call('POST', '/tickets', { subject: `Take ${word}`, description: 'x' })
  const staff = await engineer(request, base)
  const page = await signedIn(context, base, staff.email, staff.password)
  await page.goto(`/admin/tickets?q=${word}`)
  await page.getByRole('link', { name: new RegExp(word) }).press('Enter')
  await expect(heading(page, `T-${ticket.number} Take ${word}`)).toBeFocused()
  await expect(page.getByLabel('Open next ticket when done')).toBeVisible()
  await page.keyboard.press('a')
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details.getByRole('button', { name: `Assignee: ${staff.fullName}` })).toBeVisible()
  await expect(announcement(page, /assigned/i)).toBeAttached()

  const status = details.getByRole('button', { name: 'Status: New' })
  await status.press('Enter')
  await page.getByRole('menuitem', { name: 'In progress' }).press('Enter')
  await expect(details.getByRole('button', { name: 'Status: In progress' })).toBeFocused()

  const reply = page.getByRole('textbox', { name: 'Reply', exact: true })
  await reply.fill('Looking at it.')
  await reply.press('Control+Enter')
  await expect(reply).toHaveValue('')
  await expect(reply).toBeFocused()

  const log = page.getByRole('button', { name: 'Log time', exact: true })
  await log.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Log time' })
  const time = dialog.getByRole('textbox', { name: 'Time', exact: true })
  await time.fill('soon')
  await time.press('Enter')
  await expectInvalid(time, /^Enter a time between/)
  await time.fill('15m')
  await dialog.getByRole('checkbox', { name: 'Billable' }).uncheck()
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.getByRole('button', { name: 'Leave' }).press('Enter')
  await expect(log).toBeFocused()
})

test('an administrator: a lead moved on the board by keyboard', async ({ context, baseURL, request }) => {
  const base = baseURL as string
  const { word } = await story(request, base)
  const admin = await player(request, base, ADMIN)
  const name = `Bea ${word}`
  await admin.call('POST', '/leads/manual', { name, phone: '+1 555 0100' })
  const page = await signedIn(context, base, ADMIN, PASSWORD)
  await page.goto(`/admin/contacts?view=board&q=${word}`)
  const card = page.getByRole('link', { name })
  await card.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(announcement(page, `${name} moved to Contacted`)).toBeAttached()
  await expect(card).toBeFocused()
})
