// A ticket's facts that help desks often get wrong: client and contact, merged tickets, and the rating.
import type { Page } from '@playwright/test'
import { accessible, ENGINEER, expect, fits, signedIn, test } from './browser.ts'
import { player, story } from './story.ts'

/** Returns a field by the start of its name, because the name ends with whether the field is required. */
const field = (page: Page, label: string) => page.getByRole('combobox', { name: new RegExp(`^${label}`) })
const choose = async (page: Page, label: string, name: string) => {
  await field(page, label).fill(name)
  await page.getByRole('option', { name }).click()
}

test('a partner opens a ticket about a client and a contact, and rates it in the end', async ({
  context,
  baseURL,
  request,
  isMobile,
}) => {
  const origin = baseURL as string
  const { word, owner } = await story(request, origin)
  const NAME = { client: `Harbor Freight ${word}`, contact: `Noa Lindqvist ${word}` }
  const client = await owner.call('POST', '/clients', { name: NAME.client })
  await owner.call('POST', '/contacts', { fullName: NAME.contact, clientId: client.id })
  const page = await signedIn(context, origin, owner.email, owner.password)

  // Start on the client's page, so that the client is preselected.
  await page.goto(`/clients/${client.id}?tab=tickets`)
  await page.getByRole('link', { name: 'New ticket' }).click()
  await expect(field(page, 'Client')).toHaveValue(NAME.client)
  await page.getByLabel('Subject').fill(`Scanner offline ${word}`)
  await page.getByLabel('Description').fill('Since this morning.')
  await page.getByLabel('Category').selectOption('integration')
  await field(page, 'Contact').fill(NAME.contact)
  await expect(page.getByRole('option', { name: NAME.contact })).toBeVisible()
  // An open list does not hide the rest of the page from screen readers.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('option', { name: NAME.contact }).click()
  await field(page, 'Tags').fill('Scanner,')
  await expect(page.getByRole('button', { name: 'Remove scanner' })).toBeVisible()
  await page.keyboard.press('Escape')
  await accessible(page, 'new ticket')
  await fits(page, 'new ticket')
  await page.getByRole('button', { name: 'Send ticket' }).click()
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Scanner offline')
  const id = new URL(page.url()).pathname.split('/').at(-1) as string
  // On a phone the facts are collapsed.
  if (isMobile) await page.getByText('Show details').click()
  await expect(page.getByRole('link', { name: NAME.client })).toBeVisible()
  await expect(page.getByRole('link', { name: 'scanner', exact: true })).toBeVisible()

  await page.goto(`/clients/${client.id}?tab=tickets`)
  await expect(page.getByRole('link', { name: new RegExp(`Scanner offline ${word}`) })).toBeVisible()
  await accessible(page, 'tickets of a client')
  await fits(page, 'tickets of a client')

  // Only a ticket with a staff reply asks for a rating.
  const staff = await player(request, origin, ENGINEER)
  await staff.call('POST', `/tickets/${id}/messages`, { body: 'It scans again.' })

  // The link in a mail preselects a rating, but does not submit it.
  await owner.call('POST', `/tickets/${id}/status`, { status: 'closed' })
  await page.goto(`/tickets/${id}?rate=4`)
  await expect(page.getByRole('radio', { name: '4 of 5: Good' })).toBeChecked()
  expect((await owner.call('GET', `/tickets/${id}`)).review).toBeNull()
  await accessible(page, 'rating')
  await fits(page, 'rating')
  await page.getByRole('radio', { name: '4 of 5: Good' }).press('ArrowRight')
  await page.getByLabel('What went well').fill('Quick.')
  await page.getByRole('button', { name: 'Send rating' }).click()
  await expect(page.getByText('rated this ticket “very good”')).toBeVisible()
  await expect(page).not.toHaveURL(/rate=/)
})

test('a ticket opens by its number, and its address then has the id', async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/404/)
  const origin = baseURL as string
  const { owner } = await story(request, origin)
  const ticket = await owner.call('POST', '/tickets', {
    subject: 'Scanner offline',
    description: 'Since this morning.',
  })
  const page = await signedIn(context, origin, owner.email, owner.password)
  await page.goto(`/tickets/t-${ticket.number}`)
  await expect(page).toHaveURL(`/tickets/${ticket.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`T-${ticket.number}`)
  await page.goto('/tickets/T-999999999')
  await expect(page.getByText('Ticket not found')).toBeVisible()
})

test('@wide staff open for a partner, merge, split and link with the keyboard', async ({
  context,
  baseURL,
  request,
}) => {
  const origin = baseURL as string
  const { word, company, owner } = await story(request, origin)
  const staff = await player(request, origin, ENGINEER)
  const page = await signedIn(context, origin, ENGINEER)
  await page.goto('/admin/tickets/new')
  await choose(page, 'Company', company.name)
  await choose(page, 'Requester', owner.fullName)
  await page.getByLabel('Subject').fill(`Called in ${word}`)
  await page.getByLabel('Description').fill('She called.')
  await page.getByLabel('Category').selectOption('other')
  await page.getByRole('button', { name: 'Create ticket' }).click()
  await expect(page.getByText(`${owner.fullName} opened this`)).toBeVisible()
  const first = new URL(page.url()).pathname.split('/').at(-1) as string
  const made = await staff.call('GET', `/tickets/${first}`)
  const other = await staff.call('POST', '/tickets', {
    subject: `Same again ${word}`,
    description: 'And once more.',
    companyId: made.company.id,
    requesterId: made.requester.id,
  })
  for (const body of ['About the printer.', 'About the door.'])
    await staff.call('POST', `/tickets/${other.id}/messages`, { body })
  const act = async (name: RegExp) => {
    await page.getByRole('button', { name: 'More actions' }).press('Enter')
    await page.getByRole('menuitem', { name }).press('Enter')
  }

  await page.goto(`/admin/tickets/${other.id}`)
  await act(/Split/)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Subject of the new ticket').fill(`The door ${word}`)
  await dialog.getByRole('checkbox', { name: /About the door/ }).press('Space')
  await accessible(page, 'split')
  await dialog.getByRole('button', { name: 'Split messages' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`The door ${word}`)
  await expect(page.getByText('About the door.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Linked tickets' })).toContainText(`T-${other.number}`)

  await act(/Link/)
  await dialog.getByLabel(/ is$/).selectOption('caused_by')
  await dialog.getByRole('searchbox').fill(`Called in ${word}`)
  await dialog.getByRole('radio', { name: new RegExp(`Called in ${word}`) }).check()
  await accessible(page, 'link')
  await dialog.getByRole('button', { name: 'Link ticket', exact: true }).press('Enter')
  await expect(page.getByRole('region', { name: 'Linked tickets' })).toContainText('Caused by')

  await page.goto(`/admin/tickets/${other.id}`)
  await act(/Merge/)
  await dialog.getByRole('searchbox').fill(`Called in ${word}`)
  await dialog.getByRole('radio', { name: new RegExp(`Called in ${word}`) }).check()
  await expect(dialog.getByText('You can’t undo this')).toBeVisible()
  await accessible(page, 'merge')
  await dialog.getByRole('button', { name: /^Merge into T-/ }).press('Enter')
  await expect(page).toHaveURL(new RegExp(first))
  await expect(page.getByText('About the printer.')).toBeVisible()
  await page.goto(`/admin/tickets/${other.id}`)
  await expect(page.getByRole('region', { name: 'Merged' })).toContainText('was merged into')
  await accessible(page, 'merged ticket')
  await page.getByRole('link', { name: /^Go to T-/ }).press('Enter')
  await expect(page).toHaveURL(new RegExp(first))
})
