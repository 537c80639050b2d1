// A lead from the public form to a partner company, mostly by keyboard.
import { randomBytes } from 'node:crypto'
import { ADMIN, accessible, ENGINEER, expect, fits, openLongEnough, signedIn, test } from './browser.ts'
import { mailTo } from './mailbox.ts'
import { player } from './story.ts'

/** Returns a unique word for names and addresses. */
const word = () => `q${randomBytes(5).toString('hex')}`

test('a lead from the form becomes a company', { tag: '@wide' }, async ({ context, page, baseURL, request }) => {
  const mark = word()
  const who = { name: `Quinn ${mark}`, company: `Quarry ${mark}`, email: `quinn@${mark}.example` }
  const owner = `owner@${mark}.example`
  await page.goto('/contact')
  await page.locator('[name=name]').fill(who.name)
  await page.locator('[name=email]').fill(who.email)
  await page.locator('[name=company]').fill(who.company)
  await page.locator('[name=message]').fill('Could you count our licenses?\n\nWe use HaloPSA.')
  await page.locator('[name=consent]').check()
  const admin = await signedIn(context, baseURL as string, ADMIN)
  await admin.goto('/admin/contacts')
  await expect(admin.getByRole('heading', { level: 1, name: 'Contacts & leads' })).toBeVisible()

  // The lead appears without a reload.
  await openLongEnough(page)
  await page.getByRole('main').locator('form button').last().click()
  await expect(page).toHaveURL(/sent=1/)
  const row = admin.getByRole('link', { name: who.name })
  await expect(row).toBeVisible()
  await row.press('Enter')
  await expect(admin.getByRole('heading', { level: 1, name: who.name })).toBeVisible()
  await expect(admin.getByText('We use HaloPSA.')).toBeVisible()

  // Set the stage by keyboard, add a note, and assign an owner.
  const here = (stage: string) => admin.locator('[aria-current=step]', { hasText: stage })
  await expect(here('New')).toBeVisible()
  await admin.keyboard.press(']')
  await expect(here('Contacted')).toBeVisible()
  await expect(admin.getByText('moved the lead from New to Contacted')).toBeVisible()
  await admin.keyboard.press('a')
  await expect(admin.getByText('assigned the lead to themselves')).toBeVisible()
  await admin.keyboard.press('n')
  const note = admin.getByLabel(`Note about ${who.name}`)
  await expect(note).toBeFocused()
  await note.fill('Called: <b>60 tenants</b>.')
  await admin.keyboard.press('Control+Enter')
  await expect(admin.getByText('Called: <b>60 tenants</b>.')).toBeVisible()
  await expect(note).toHaveValue('')

  // Plan a next action that is already overdue, so that the overdue list contains it.
  await admin.getByRole('button', { name: 'Plan next action' }).click()
  await admin.getByRole('textbox', { name: 'Next action' }).fill('Send the two questions')
  await admin.getByLabel('Due').fill('2026-01-05T09:00')
  await admin.keyboard.press('Enter')
  await expect(admin.getByRole('heading', { name: 'Next action' })).toBeVisible()
  await expect(admin.getByText(/^Overdue, .*Jan 5/)).toBeVisible()
  await fits(admin, 'lead')
  await accessible(admin, 'lead')
  await admin.goto(`/admin/contacts?owner=me&due=overdue&q=${mark}`)
  await expect(row).toBeVisible()

  // Convert: the company name is suggested, and the owner is another person.
  await row.click()
  await admin.getByRole('button', { name: 'Convert to company' }).click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog.getByLabel('Company name')).toHaveValue(who.company)
  await expect(dialog.getByLabel('Website')).toHaveValue(`https://${mark}.example`)
  await accessible(admin, 'convert, company')
  await dialog.getByLabel('Company name').press('Enter')
  await expect(dialog.getByLabel('Owner’s email')).toHaveValue(who.email)
  await accessible(admin, 'convert, owner')
  await dialog.getByLabel('Owner’s email').fill(owner)
  await dialog.getByRole('button', { name: 'Convert lead and invite owner' }).click()
  await expect(dialog.getByText(`We sent an invitation to ${owner}`)).toBeVisible()
  await accessible(admin, 'convert, done')
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(admin.getByText('Won: converted to a company')).toBeVisible()
  await expect(admin.getByRole('link', { name: who.company })).toHaveAttribute('href', /^\/companies\/[0-9a-f-]{36}$/)
  await expect(admin.getByRole('button', { name: 'Convert to company' })).toHaveCount(0)

  // The invitation is on its way.
  await mailTo(request, baseURL as string, owner)
})

test('on the board a lead is moved by keyboard and by its menu; lost needs a reason', { tag: '@wide' }, async ({
  context,
  baseURL,
  pageErrors,
}) => {
  pageErrors.expected.push(/ERR_FAILED .*setStatus/)
  const name = `Bea ${word()}`
  const staff = await signedIn(context, baseURL as string, ENGINEER)
  await staff.goto('/admin/contacts?view=board')
  await staff.getByRole('button', { name: 'Add lead' }).first().click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add lead' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await expect(dialog.getByLabel('Name *')).toBeFocused()
  await dialog.getByLabel('Name *').fill(name)
  await dialog.getByRole('button', { name: 'Add lead' }).click()
  await expect(dialog.getByText('Enter an email address or a phone number.')).toBeVisible()
  await accessible(staff, 'add lead')
  await dialog.getByLabel('Phone').fill('+1 555 0100')
  await dialog.getByRole('button', { name: 'Add lead' }).click()
  await expect(staff.getByRole('heading', { level: 1, name })).toBeVisible()

  await staff.goto(`/admin/contacts?view=board&q=${encodeURIComponent(name)}`)
  const card = staff.getByRole('link', { name })
  const column = (stage: string) => staff.locator('[data-column]', { hasText: stage }).getByRole('link', { name })
  // A move is shown immediately, but sent after the moves before it. The board announces it when the server has it.
  const saved = (stage: string) =>
    expect(staff.getByRole('status').filter({ hasText: `${name} moved to ${stage}` })).toBeAttached()
  await expect(column('New')).toBeVisible()
  await fits(staff, 'board')
  await accessible(staff, 'board')
  await card.focus()
  await staff.keyboard.press('Shift+ArrowRight')
  await expect(column('Contacted')).toBeVisible()
  await expect(card).toBeFocused()
  await staff.keyboard.press('Shift+ArrowRight')
  await expect(column('Qualified')).toBeVisible()
  await staff.getByRole('button', { name: `Move ${name}` }).click()
  await staff.getByRole('menuitem', { name: 'Negotiation' }).click()
  await expect(column('Negotiation')).toBeVisible()
  await card.dragTo(staff.locator('[data-column]', { hasText: 'Proposal' }), { steps: 8 })
  await expect(column('Proposal')).toBeVisible()
  // Dropping a card does not open it.
  await expect(staff).toHaveURL(/view=board/)
  // The moves are saved for everyone.
  await saved('Proposal')
  await staff.reload()
  await expect(column('Proposal')).toBeVisible()

  // While a move is being sent, the browser asks before leaving the page, and the move is not lost.
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await staff.route('**/api/rpc/leads/setStage', async (route) => {
    await answered
    await route.continue()
  })
  await card.focus()
  await staff.keyboard.press('Shift+ArrowLeft')
  await expect(column('Qualified')).toBeVisible()
  const asked = staff.waitForEvent('dialog')
  const leaving = staff.evaluate(() => location.reload())
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await leaving
  answer()
  await saved('Qualified')
  await staff.unroute('**/api/rpc/leads/setStage')
  await card.focus()
  await staff.keyboard.press('Shift+ArrowRight')
  await saved('Proposal')

  await card.click()
  await staff.getByRole('button', { name: 'Mark as lost' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Mark as lost' }).click()
  await expect(staff.getByText('Enter a reason.')).toBeVisible()
  await staff.getByRole('button', { name: 'Too expensive' }).click()
  await accessible(staff, 'lost')
  // Without a connection, the reason stays for another try.
  await staff.route('**/api/rpc/leads/setStatus', (route) => route.abort())
  await staff.getByRole('dialog').getByRole('button', { name: 'Mark as lost' }).click()
  await expect(staff.getByText('Couldn’t change the status').last()).toBeVisible()
  await expect(staff.getByLabel('Reason')).toHaveValue('Too expensive')
  await staff.unroute('**/api/rpc/leads/setStatus')
  await staff.getByRole('dialog').getByRole('button', { name: 'Mark as lost' }).click()
  await expect(staff.getByText('Lost in Proposal')).toBeVisible()
  await staff.getByRole('button', { name: 'Reopen' }).click()
  await expect(staff.getByRole('button', { name: 'Mark as lost' })).toBeVisible()
  // An engineer can neither convert nor delete a lead.
  await expect(staff.getByRole('button', { name: 'Convert to company' })).toHaveCount(0)
  await staff.getByRole('button', { name: 'More actions' }).click()
  await expect(staff.getByRole('menuitem', { name: 'Mark as spam' })).toBeVisible()
  await expect(staff.getByRole('menuitem', { name: 'Delete lead' })).toHaveCount(0)
})

test('a change made elsewhere shows the conflict, two leads are merged, and a deleted lead is gone', {
  tag: '@wide',
}, async ({ context, baseURL, request, pageErrors }) => {
  pageErrors.expected.push(/409|404|403/)
  const mark = word()
  const base = baseURL as string
  const admin = await player(request, base, ADMIN)
  const staff = await signedIn(context, base, ADMIN)
  await staff.goto('/admin/contacts?status=spam&q=nothinglikethis')
  await expect(staff.getByText('No leads match “nothinglikethis”')).toBeVisible()
  await accessible(staff, 'nothing found')
  const { id } = await admin.call('POST', '/leads/manual', { name: `Cy ${mark}`, email: `cy@${mark}.example` })

  await staff.goto(`/admin/contacts/leads/${id}`)
  await staff.getByRole('button', { name: 'More actions' }).click()
  await staff.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('Company').fill('Mine Inc')
  await admin.call('PATCH', `/leads/${id}`, { version: 1, phone: '+1 555 0123' })
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText('Someone else changed this lead while you were editing')).toBeVisible()
  await expect(dialog.getByText('+1 555 0123')).toBeVisible()
  await accessible(staff, 'conflict')
  await dialog.getByRole('button', { name: 'Apply my changes' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(staff.getByText('added the company Mine Inc')).toBeVisible()
  await expect(staff.getByText('added the phone number +1 555 0123')).toBeVisible()

  // Merge a second lead from the same address.
  await admin.call('POST', '/leads/manual', {
    name: `Cy again ${mark}`,
    email: `CY@${mark}.example`,
    message: 'Once more',
  })
  await staff.reload()
  await expect(staff.getByRole('heading', { name: 'Another lead from this email address' })).toBeVisible()
  await staff.getByRole('button', { name: 'Merge into this one' }).click()
  await staff.getByRole('button', { name: 'Merge lead' }).click()
  await expect(staff.getByText('Once more')).toBeVisible()
  await expect(staff.getByText('Another lead from this email address')).toHaveCount(0)

  // Delete: the dialog names the lead, which is gone afterwards.
  await staff.getByRole('button', { name: 'More actions' }).click()
  await staff.getByRole('menuitem', { name: 'Delete lead' }).click()
  await expect(staff.getByRole('alertdialog', { name: `Delete Cy ${mark}?` })).toBeVisible()
  await accessible(staff, 'erase')
  await staff.getByRole('button', { name: 'Delete lead' }).click()
  await expect(staff).toHaveURL(/\/admin\/contacts$/)
  await staff.goto(`/admin/contacts/leads/${id}`)
  await expect(staff.getByText('Lead not found')).toBeVisible()
})
