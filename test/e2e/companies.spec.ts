// A company's profile, logo, API keys and export for its owner, and the company list and page for staff.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Picture } from '../demo/png.ts'
import { ADMIN, accessible, ENGINEER, expect, fits, signedIn, test } from './browser.ts'
import { player, story } from './story.ts'

const logo = () => ({
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(new Picture(900, 600, [15, 42, 67]).png()),
})

test('warns an owner before unsaved changes are lost, and checks hours, address and logo where they are given', {
  tag: '@wide',
}, async ({ context, baseURL, request, pageErrors }) => {
  pageErrors.expected.push(/status of 400/)
  const { owner, company } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/settings/company')
  const description = page.getByLabel('Description')
  await expect(page.getByLabel('Company name')).toHaveValue(company.name)
  await accessible(page, 'settings, company')
  await fits(page, 'settings, company')

  const words = 'Typed and not saved.'
  await description.fill(words)
  await expect(page.getByText('You have unsaved changes.')).toBeVisible()
  await page.getByRole('link', { name: 'Data export' }).click()
  const sure = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(sure).toBeVisible()
  await accessible(page, 'leaving unsaved')
  await sure.getByRole('button', { name: 'Cancel' }).click()
  await expect(sure).toHaveCount(0)
  await expect(description).toHaveValue(words)

  // A logo is saved immediately, without the rest of the form.
  const group = page.getByRole('group', { name: 'Logo' })
  const input = group.locator('input[type=file]')
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no') })
  await expect(group.getByRole('alert')).toContainText('can’t read this image')
  const sent = page.waitForRequest((r) => r.url().endsWith('/company/logo') && r.method() === 'PUT')
  await input.setInputFiles(logo())
  expect((await sent).headers()['content-type']).toBe('image/png')
  const shown = group.locator('img')
  await expect(shown).toBeVisible()
  await expect
    .poll(() => shown.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
    .toEqual([512, 341])

  await page.getByRole('radio', { name: 'Custom hours' }).check()
  await page.getByLabel('Monday, closes').first().fill('08:00')
  await page.getByLabel('Monday, opens').first().fill('09:00')
  await expect(page.getByText('Choose a closing time after the opening time.')).toBeVisible()
  await page.getByRole('button', { name: 'Save company' }).click()
  await expect(page.getByText('Fix the hours above first.')).toBeVisible()
  await accessible(page, 'settings, company, with an error')
  await page.getByLabel('Monday, closes').first().fill('12:00')
  await page.getByRole('button', { name: 'Add hours on Monday' }).click()
  await expect(page.getByLabel('Monday, opens').nth(1)).toHaveValue('13:00')
  await page.getByRole('button', { name: 'Copy Monday to weekdays' }).click()
  await expect(page.getByLabel('Friday, opens').nth(1)).toHaveValue('13:00')

  await page.getByLabel('Website').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save company' }).click()
  await expect(page.getByText('Enter a web address, such as https://northgate.example.')).toBeVisible()
  await expect(page.getByLabel('Website')).toBeFocused()
  await page.getByLabel('Website').fill('keeps.example/it')
  await page.getByRole('button', { name: 'Save company' }).click()
  await expect(page.getByText('Company saved')).toBeVisible()
  await expect(page.getByLabel('Website')).toHaveValue('https://keeps.example/it')

  await page.goto('/companies')
  await expect(page.getByText('Mon–Fri 9 AM–12 PM, 1 PM–5 PM')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }).locator('img')).toBeVisible()
  await page.goto('/settings/company')
  await group.getByRole('button', { name: 'Remove logo' }).click()
  await expect(shown).toHaveCount(0)
  await expect(group.getByRole('button', { name: 'Upload logo' })).toBeVisible()
})

test('an owner edits the profile by keyboard, and every user of the company can read it', async ({
  context,
  baseURL,
  request,
}) => {
  const { owner, word } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/settings/company')
  const words = `We keep the lights on. ${word}`
  await page.getByLabel('Description').fill(words)

  // Add a known tool by its first letters, add a custom one, and remove the last one.
  const tools = page.getByLabel('Tools in use')
  await tools.fill('scalep')
  await expect(page.getByRole('option', { name: /ScalePad/ })).toBeVisible()
  await accessible(page, 'suggestions of tools')
  await tools.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove ScalePad' })).toBeVisible()
  await tools.fill('Our own scripts')
  await expect(page.getByRole('option', { name: 'Add “Our own scripts”' })).toBeVisible()
  await tools.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Our own scripts' })).toBeVisible()
  await tools.fill('Slack')
  await expect(page.getByRole('option', { name: /Slack/ }).first()).toBeVisible()
  await tools.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Slack' })).toBeVisible()
  await tools.press('Backspace')
  await expect(page.getByRole('button', { name: 'Remove Slack' })).toHaveCount(0)
  await tools.press('Escape')
  await page.getByRole('button', { name: 'Save company' }).click()
  await expect(page.getByText('Company saved')).toBeVisible()
  await expect(page.getByText('You have unsaved changes.')).toHaveCount(0)

  // Every user of the company sees the saved profile. `/companies` redirects a partner to it.
  await page.goto('/companies')
  await expect(page).toHaveURL(/\/companies\/[0-9a-f-]{36}$/)
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText('Our own scripts')).toBeVisible()
})

test('shows both versions when two people save', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/status of 409/)
  const { owner } = await story(request, baseURL as string)
  await owner.call('PATCH', '/company', { phone: '+1 555 0142' })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/settings/company')
  await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0142')
  const theirs = '+1 555 0200'
  await owner.call('PATCH', '/company', { phone: theirs })

  await page.getByLabel('Phone').fill('+1 555 0199 9')
  await page.getByLabel('Address').fill('1 Main Street')
  await page.getByRole('button', { name: 'Save company' }).click()
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this profile while you were editing' })
  await expect(dialog.getByText(theirs)).toBeVisible()
  await expect(dialog.getByText('+1 555 0199 9')).toBeVisible()
  await accessible(page, 'conflict')
  await fits(page, 'conflict')
  await dialog.getByRole('button', { name: 'Apply my changes' }).click()
  await expect(page.getByText('Company saved')).toBeVisible()
  await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0199 9')
})

test('a key is shown once and stops working after it is revoked', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { owner, word } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/settings/api-keys')
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible()
  await accessible(page, 'API keys')
  await fits(page, 'API keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  const name = `Wallboard ${word}`
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Read company').check()
  await accessible(page, 'new key')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('dialog', { name: `“${name}” is ready` })).toBeVisible()
  await accessible(page, 'key, once')
  await fits(page, 'key, once')
  await page.getByRole('button', { name: 'Copy API key' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(/^mwk_[\w-]{43}$/)
  const key = await copied()
  await expect(page.getByText('x-api-key:')).toContainText(key)
  await page.getByRole('button', { name: 'Done' }).click()

  const ask = async () => (await request.get(`${baseURL}/api/v1/company`, { headers: { 'x-api-key': key } })).status()
  expect(await ask()).toBe(200)
  await expect(page.getByText(name, { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText(name, { exact: true })).toBeVisible()
  expect(await page.content()).not.toContain(key.slice(12))

  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  await expect(page.getByRole('button', { name: 'Revoke key' })).toBeVisible()
  await accessible(page, 'revoking a key')
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('API key revoked')).toBeVisible()
  await expect(page.getByRole('button', { name: `Revoke ${name}` })).toHaveCount(0)
  expect(await ask()).toBe(401)
})

test('an export is made and downloaded', { tag: '@wide' }, async ({ context, baseURL, request }) => {
  const { owner } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/settings/export')
  await expect(page.getByRole('button', { name: 'Start export' })).toBeEnabled()
  await accessible(page, 'data export')
  await fits(page, 'data export')
  await page.getByRole('button', { name: 'Start export' }).click()
  const first = page.getByRole('list', { name: 'Exports' }).getByRole('listitem').first()
  await expect(first.getByText('Ready')).toBeVisible()
  await accessible(page, 'export, ready')
  const coming = page.waitForEvent('download')
  await first.getByRole('button', { name: 'Download' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^[a-z0-9-]+-\d{4}-\d\d-\d\d\.zip$/)
  const bytes = readFileSync(await file.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  expect(bytes.includes('tables/tickets.csv')).toBe(true)
})

test('members can read but not edit their company, and cannot open another company’s page', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/status of 404/)
  const engineer = await player(request, baseURL as string, ENGINEER)
  const { items } = await engineer.call('GET', '/companies?q=bluepeak')
  const page = await signedIn(context, baseURL as string, 'member@northgate.example')
  for (const path of [`/companies/${items[0].id}`, '/companies/nonsense']) {
    await page.goto(path)
    await expect(page.getByText('Company not found')).toBeVisible()
  }
  await accessible(page, 'no such company')
  await page.getByRole('link', { name: 'Your company' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Northgate IT')
  await expect(page.getByRole('link', { name: 'Edit profile' })).toHaveCount(0)
  await page.goto('/settings/company')
  await expect(page.getByText('Only company owners can see this page')).toBeVisible()
})

test('staff see all companies with their health', async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, ADMIN)
  await page.goto('/companies?q=redrock')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Companies')
  await expect(page.getByText('Redrock Computing')).toBeVisible()
  await page.goto('/companies?q=redrock&quietDays=30')
  await expect(page.getByText('No companies match “redrock”')).toBeVisible()
  await page.goto('/companies?q=summit&quietDays=30')
  await page.getByRole('link', { name: /Summit Desk/ }).click()
  await expect(page.getByText(/No one has been active for \d+ days/)).toBeVisible()
  await fits(page, 'company')
})

// Other tests change other companies of the demo.
const tabs = [
  ['Users', 'Noelle Jessop', true],
  ['Contacts', 'New contact', true],
  ['Clients', 'New client', true],
  ['Tickets', 'Ticket triage put every ticket', true],
  ['Notes', 'New note', false],
  ['API keys', 'Runs of our automations', false],
  ['Activity', 'added the automation', false],
] as const
test('staff see every tab of one company', { tag: '@wide' }, async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, ADMIN)
  await page.goto('/companies?q=redrock')
  await page.getByRole('link', { name: /Redrock Computing/ }).click()
  await expect(page.getByText('urgent ticket (P1 or P2) has been open for more than a day')).toBeVisible()
  for (const [tab, words, list] of tabs) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page).toHaveURL(/tab=/)
    await expect(page.getByRole('tabpanel').getByText(words).first()).toBeVisible()
    await expect(page.locator('.animate-breathe')).toHaveCount(0)
    // `routes` checks the lists, each on its own screen.
    if (!list) await accessible(page, `company, ${tab}`)
    await fits(page, `company, ${tab}`)
  }
})

test('staff add a note, edit it and delete it again', { tag: '@wide' }, async ({ context, baseURL, request }) => {
  const { company } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, ENGINEER)
  await page.goto(`/companies/${company.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(company.name)
  await expect(page.getByRole('tab', { name: 'API keys' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Edit profile' })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Notes' }).click()
  const words = 'Asks for Noelle.'
  await page.getByLabel('New note').fill(words)
  const sure = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.getByRole('tab', { name: 'Users' }).click()
  await sure.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add note' }).click()
  const note = page.getByRole('article').filter({ hasText: words })
  await expect(note).toBeVisible()
  await note.getByRole('button', { name: 'Edit note' }).click()
  await note.getByLabel('Note').fill(`${words} Mornings.`)
  await page.goBack()
  await sure.getByRole('button', { name: 'Cancel' }).click()
  await note.getByRole('button', { name: 'Save note' }).click()
  await expect(note).toContainText('Mornings.')
  await note.getByRole('button', { name: 'Delete note' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete note' }).click()
  await expect(page.getByText('Note deleted')).toBeVisible()
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByText('deleted a note').first()).toBeVisible()
  await page.getByLabel('Show').selectOption('API keys')
  await expect(page.getByText('No matching activity')).toBeVisible()
})

test('an administrator adds a company and edits its profile', { tag: '@wide' }, async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, ADMIN)
  await page.goto('/companies')
  await page.getByRole('button', { name: 'Add company' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add company' })
  await expect(dialog).toBeVisible()
  await accessible(page, 'add a company')
  await dialog.getByRole('button', { name: 'Add company' }).click()
  await expect(dialog.getByText('Enter a company name.')).toBeVisible()
  const name = `Quarry Lane ${randomBytes(5).toString('hex')}`
  await dialog.getByLabel('Company name').fill(name)
  await dialog.getByRole('button', { name: 'Add company' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByLabel('Description').fill('Stone and IT.')
  await page.getByRole('button', { name: 'Save company' }).click()
  await expect(page.getByText('Stone and IT.')).toBeVisible()
})
