// Somebody writes through the public form and becomes a partner: the lead on its whole way, mostly by keyboard.
import { randomBytes } from 'node:crypto'
import { ADMIN, accessible, ENGINEER, expect, fits, signedIn, test } from './browser.ts'
import { mailTo } from './mailbox.ts'
import { player } from './story.ts'

/** A word that nothing else in the product has. */
const word = () => `q${randomBytes(5).toString('hex')}`

test('from the form to the company', { tag: '@wide' }, async ({ context, page, baseURL, request }) => {
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

  // It appears by itself. What comes back too soon after its form was shown is a robot's: when that was stands in the form.
  const shown = async () => Number.parseInt((await page.locator('[name=token]').inputValue()).split('.')[0] ?? '', 36)
  await expect.poll(async () => Date.now() - (await shown())).toBeGreaterThan(2_000)
  await page.getByRole('main').locator('form button').last().click()
  await expect(page).toHaveURL(/sent=1/)
  const row = admin.getByRole('link', { name: who.name })
  await expect(row).toBeVisible()
  await row.press('Enter')
  await expect(admin.getByRole('heading', { level: 1, name: who.name })).toBeVisible()
  await expect(admin.getByText('We use HaloPSA.')).toBeVisible()

  // Stage by keyboard, a note, who looks after it.
  const here = (stage: string) => admin.locator('[aria-current=step]', { hasText: stage })
  await expect(here('New')).toBeVisible()
  await admin.keyboard.press(']')
  await expect(here('Contacted')).toBeVisible()
  await expect(admin.getByText('moved it from New to Contacted')).toBeVisible()
  await admin.keyboard.press('a')
  await expect(admin.getByText('took it')).toBeVisible()
  await admin.keyboard.press('n')
  const note = admin.getByLabel(`Note about ${who.name}`)
  await expect(note).toBeFocused()
  await note.fill('Called: <b>60 tenants</b>.')
  await admin.keyboard.press('Control+Enter')
  await expect(admin.getByText('Called: <b>60 tenants</b>.')).toBeVisible()
  await expect(note).toHaveValue('')

  // What comes next: overdue at once, so that the list of what is overdue has it.
  await admin.getByRole('button', { name: 'Plan the next action' }).click()
  await admin.getByLabel('What is to be done').fill('Send the two questions')
  await admin.getByLabel('Due').fill('2026-01-05T09:00')
  await admin.keyboard.press('Enter')
  await expect(admin.getByRole('heading', { name: 'Next action' })).toBeVisible()
  await expect(admin.getByText(/^Overdue, .*Jan 5/)).toBeVisible()
  await fits(admin, 'lead')
  await accessible(admin, 'lead')
  await admin.goto(`/admin/contacts?owner=me&due=overdue&q=${mark}`)
  await expect(row).toBeVisible()

  // Convert: the company is guessed, the owner is somebody else, an address that is taken is refused in words.
  await row.click()
  await admin.getByRole('button', { name: 'Convert to company' }).click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog.getByLabel('Name of the company')).toHaveValue(who.company)
  await expect(dialog.getByLabel('Website')).toHaveValue(`https://${mark}.example`)
  await accessible(admin, 'convert, company')
  await dialog.getByLabel('Name of the company').press('Enter')
  await expect(dialog.getByLabel('Email of the owner')).toHaveValue(who.email)
  await accessible(admin, 'convert, owner')
  await dialog.getByLabel('Email of the owner').fill(owner)
  await dialog.getByRole('button', { name: 'Convert and invite' }).click()
  await expect(dialog.getByText(`An invitation is on its way to ${owner}`)).toBeVisible()
  await accessible(admin, 'convert, done')
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(admin.getByText('Won: now a company')).toBeVisible()
  await expect(admin.getByRole('link', { name: who.company })).toHaveAttribute('href', /^\/companies\/[0-9a-f-]{36}$/)
  await expect(admin.getByRole('button', { name: 'Convert to company' })).toHaveCount(0)

  // The invitation is on its way.
  await mailTo(request, baseURL as string, owner)
})

test('on the board a lead is moved by keyboard and by its menu; lost needs a reason', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
}) => {
  const name = `Bea ${word()}`
  const engineer = await player(request, baseURL as string, ENGINEER)
  const staff = await signedIn(context, baseURL as string, ENGINEER)
  await staff.goto('/admin/contacts?view=board')
  await staff.getByRole('button', { name: 'Add lead' }).first().click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add lead' }).click()
  await expect(dialog.getByText('Say who it is.')).toBeVisible()
  await expect(dialog.getByLabel('Name *')).toBeFocused()
  await dialog.getByLabel('Name *').fill(name)
  await dialog.getByRole('button', { name: 'Add lead' }).click()
  await expect(dialog.getByText('Give an email address or a phone number.')).toBeVisible()
  await accessible(staff, 'add lead')
  await dialog.getByLabel('Phone').fill('+1 555 0100')
  await dialog.getByRole('button', { name: 'Add lead' }).click()
  await expect(staff.getByRole('heading', { level: 1, name })).toBeVisible()
  await staff.waitForURL(/\/leads\/[0-9a-f-]{36}$/)
  const id = staff.url().slice(-36)
  // A card is where it was put at once: it is kept once the server has it there.
  const kept = (stage: string) =>
    expect.poll(async () => (await engineer.call('GET', `/leads/${id}`)).stage).toBe(stage)

  await staff.goto(`/admin/contacts?view=board&q=${encodeURIComponent(name)}`)
  const card = staff.getByRole('link', { name })
  const column = (stage: string) => staff.locator('[data-column]', { hasText: stage }).getByRole('link', { name })
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
  await kept('negotiation')
  await card.dragTo(staff.locator('[data-column]', { hasText: 'Proposal' }))
  await expect(column('Proposal')).toBeVisible()
  // It is so for everybody, not only on this screen.
  await kept('proposal')
  await staff.reload()
  await expect(column('Proposal')).toBeVisible()

  await card.click()
  await staff.getByRole('button', { name: 'Lost', exact: true }).click()
  await staff.getByRole('button', { name: 'Mark as lost' }).click()
  await expect(staff.getByText('Say why.')).toBeVisible()
  await staff.getByRole('button', { name: 'Too expensive' }).click()
  await accessible(staff, 'lost')
  await staff.getByRole('button', { name: 'Mark as lost' }).click()
  await expect(staff.getByText('Lost at “Proposal”')).toBeVisible()
  await staff.getByRole('button', { name: 'Open again' }).click()
  await expect(staff.getByRole('button', { name: 'Lost', exact: true })).toBeVisible()
  // An engineer neither converts nor erases.
  await expect(staff.getByRole('button', { name: 'Convert to company' })).toHaveCount(0)
  await staff.getByRole('button', { name: 'More actions' }).click()
  await expect(staff.getByRole('menuitem', { name: 'Mark as spam' })).toBeVisible()
  await expect(staff.getByRole('menuitem', { name: 'Erase lead' })).toHaveCount(0)
})

test('what was changed elsewhere is not overwritten, and what cannot be seen is said', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
  ear,
}) => {
  ear.expected.push(/409|404|403/)
  const mark = word()
  const base = baseURL as string
  const admin = await player(request, base, ADMIN)
  const staff = await signedIn(context, base, ADMIN)
  await staff.goto('/admin/contacts?status=spam&q=nothinglikethis')
  await expect(staff.getByText('Nothing found for “nothinglikethis”')).toBeVisible()
  await accessible(staff, 'nothing found')
  const { id } = await admin.call('POST', '/leads/manual', { name: `Cy ${mark}`, email: `cy@${mark}.example` })

  await staff.goto(`/admin/contacts/leads/${id}`)
  await staff.getByRole('button', { name: 'More actions' }).click()
  await staff.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('Company').fill('Mine Inc')
  await admin.call('PATCH', `/leads/${id}`, { version: 1, phone: '+1 555 0123' })
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText('Somebody else saved this lead meanwhile')).toBeVisible()
  await expect(dialog.getByText('+1 555 0123')).toBeVisible()
  await accessible(staff, 'conflict')
  await dialog.getByRole('button', { name: 'Keep theirs and apply mine' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(staff.getByText('added the company Mine Inc')).toBeVisible()
  await expect(staff.getByText('added the phone number +1 555 0123')).toBeVisible()

  // The same address once more: merged.
  await admin.call('POST', '/leads/manual', {
    name: `Cy again ${mark}`,
    email: `CY@${mark}.example`,
    message: 'Once more',
  })
  await staff.reload()
  await expect(staff.getByRole('heading', { name: 'Another lead from this address' })).toBeVisible()
  await staff.getByRole('button', { name: 'Merge into this one' }).click()
  await staff.getByRole('button', { name: 'Merge lead' }).click()
  await expect(staff.getByText('Once more')).toBeVisible()
  await expect(staff.getByText('Another lead from this address')).toHaveCount(0)

  // Erased: it is named before, and gone after.
  await staff.getByRole('button', { name: 'More actions' }).click()
  await staff.getByRole('menuitem', { name: 'Erase lead' }).click()
  await expect(staff.getByRole('alertdialog', { name: `Erase Cy ${mark}?` })).toBeVisible()
  await accessible(staff, 'erase')
  await staff.getByRole('button', { name: 'Erase lead' }).click()
  await expect(staff).toHaveURL(/\/admin\/contacts$/)
  await staff.goto(`/admin/contacts/leads/${id}`)
  await expect(staff.getByText('There is no such lead')).toBeVisible()
})
