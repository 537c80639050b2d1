// A partner's contacts and clients: added by hand, merged, and imported from a file.
import type { Page } from '@playwright/test'
import { createTransport } from 'nodemailer'
import { ADMIN, accessible, ENGINEER, expect, fits, signedIn, test } from './browser.ts'
import { mailTo } from './mailbox.ts'
import { player, story } from './story.ts'

/** The browser's message about a rejected request, which these tests expect. */
const refused = /status of (400|404|409|422)/

const add = (page: Page, what: 'contact' | 'client') =>
  page
    .getByRole('button', { name: `New ${what}` })
    .first()
    .click()
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name, exact: true })

/** Returns the report of another mail server about a mail of ours that it rejected. */
const report = (original: string, recipient: string) =>
  [
    'From: MAILER-DAEMON@mx.example',
    'To: support@millwright.example',
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <${crypto.randomUUID()}@mx.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'It did not work.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${original}`,
    'Subject: x',
    '--b--',
  ].join('\r\n')

test('adds, edits, archives and restores a contact', async ({ context, baseURL, request, pageErrors }) => {
  pageErrors.expected.push(refused)
  const { owner } = await story(request, baseURL as string)
  await owner.call('POST', '/clients', { name: 'Kessler Precision Machining' })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  const name = 'Ada Quist'
  await page.goto('/contacts')
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible()
  await add(page, 'contact')
  const form = dialog(page, 'New contact')
  await form.getByRole('button', { name: 'Add contact' }).click()
  await expect(form.getByText('Enter a name.')).toBeVisible()
  await expect(form.getByLabel('Full name')).toBeFocused()
  await form.getByLabel('Full name').fill(name)
  await form.getByLabel('Phone').fill('call me')
  await form.getByRole('button', { name: 'Add contact' }).click()
  await expect(form.getByText('Enter a phone number, such as +1 555 0142.')).toBeVisible()
  await accessible(page, 'new contact, refused')
  await form.getByLabel('Phone').fill('+1 218 555 0177')
  // Find the client by typing and choose it by keyboard.
  await form.getByRole('combobox', { name: 'Client' }).fill('kessler')
  await expect(page.getByRole('option', { name: 'Kessler Precision Machining' })).toBeVisible()
  await accessible(page, 'new contact, choosing the client')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('combobox', { name: 'Client' })).toHaveValue('Kessler Precision Machining')
  await form.getByRole('button', { name: 'Add contact' }).click()

  // Its details open at their own address.
  const details = dialog(page, 'Contact')
  await expect(details.getByText(name)).toBeVisible()
  await expect(page).toHaveURL(/contact=[0-9a-f-]{36}/)
  await expect(details.getByRole('link', { name: 'Kessler Precision Machining' })).toBeVisible()
  await accessible(page, 'details of a contact')
  await fits(page, 'details of a contact')
  await page.reload()
  await expect(details.getByText(name)).toBeVisible()

  await details.getByRole('button', { name: 'Edit' }).click()
  const edit = dialog(page, `Edit ${name}`)
  await edit.getByRole('textbox', { name: /^Title/ }).fill('Buyer')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(edit).toBeHidden()
  await expect(details.getByText('Buyer')).toBeVisible()

  await details.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(details.getByText('Archived', { exact: true })).toBeVisible()
  await undo.click()
  await expect(details.getByText('Archived', { exact: true })).toBeHidden()
})

test('a contact whose email bounced: the list shows it, the details explain it, and email can be resumed', async ({
  context,
  baseURL,
  request,
}) => {
  const base = baseURL as string
  const { company, owner, word } = await story(request, base)
  const engineer = await player(request, base, ENGINEER)
  const email = `derek@${word}.example`
  const contact = await owner.call('POST', '/contacts', { fullName: 'Derek Osei', email })
  const ticket = await owner.call('POST', '/tickets', { subject: `Mail ${word}`, description: 'Derek has it too.' })
  // Contacts get mail when staff approved the company and confirmed the contact, which adding it as a watcher does.
  const admin = await player(request, base, ADMIN)
  await admin.call('POST', `/companies/${company.id}/mail-approval`, { approved: true })
  await engineer.call('POST', `/tickets/${ticket.id}/watchers`, { who: { kind: 'contact', id: contact.id } })
  await engineer.call('POST', `/tickets/${ticket.id}/messages`, { body: 'We look at it.' })
  const { headers } = (await mailTo(request, base, email)) as unknown as { headers: { name: string; value: string }[] }
  const original = headers.find((h) => h.name.toLowerCase() === 'message-id')?.value as string
  const smtp = createTransport({ host: '127.0.0.1', port: Number(process.env.E2E_PORT) + 2, ignoreTLS: true })
  await smtp.sendMail({
    envelope: { from: '', to: 'support@millwright.example' },
    raw: report(original, email),
  })
  smtp.close()
  await expect.poll(async () => (await owner.call('GET', `/contacts/${contact.id}`)).mailsHeld?.reason).toBeTruthy()

  const page = await signedIn(context, base, owner.email, owner.password)
  const details = dialog(page, 'Contact')
  await page.goto('/contacts?q=osei')
  await expect(page.getByText('Email bounced')).toBeVisible()
  await accessible(page, 'a contact whose email bounced, in the list')
  await page.getByRole('link', { name: 'Derek Osei' }).click()
  await expect(details.getByText('The mailbox does not exist.', { exact: false })).toBeVisible()
  await details.getByText('Response from their mail server').click()
  await expect(details.getByText('User unknown', { exact: false })).toBeVisible()
  await accessible(page, 'a contact whose email bounced')
  await fits(page, 'a contact whose email bounced')
  await details.getByRole('button', { name: 'Resume email' }).click()
  await expect(page.getByText('Email to Derek Osei resumed')).toBeVisible()
  await expect(details.getByText('The mailbox does not exist.', { exact: false })).toBeHidden()
})

test('two people editing: neither overwrites the other', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(refused)
  const { owner } = await story(request, baseURL as string)
  const name = 'Both Edit'
  const { id, version } = await owner.call('POST', '/contacts', { fullName: name })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto(`/contacts?contact=${id}`)
  await dialog(page, 'Contact').getByRole('button', { name: 'Edit' }).click()
  const mine = dialog(page, `Edit ${name}`)
  await mine.getByRole('textbox', { name: /^Title/ }).fill('From this window')
  const theirs = { title: 'From the other window', phone: '+1 218 555 0188' }
  await owner.call('PATCH', `/contacts/${id}`, { version, ...theirs })
  await mine.getByRole('button', { name: 'Save changes' }).click()
  // Their other changes are taken over. A field that both changed needs a choice.
  await expect(
    mine.getByText('Someone else changed this contact while you were editing.', { exact: false }),
  ).toBeVisible()
  await expect(mine.getByLabel('Phone')).toHaveValue('+1 218 555 0188')
  await expect(mine.getByRole('textbox', { name: /^Title/ })).toHaveValue('From this window')
  await accessible(page, 'a conflict')
  await mine.getByRole('button', { name: 'Use their version: Title' }).click()
  await expect(mine.getByRole('textbox', { name: /^Title/ })).toHaveValue('From the other window')
  await mine.getByLabel('Email').fill('both@edit.example')
  await mine.getByRole('button', { name: 'Save changes' }).click()
  await expect(mine).toBeHidden()
  await expect(dialog(page, 'Contact').getByText('From the other window')).toBeVisible()
})

test('detects an existing contact while typing, and merges two duplicate contacts', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/ERR_FAILED .*contacts/)
  const { owner, word: tag } = await story(request, baseURL as string)
  const email = `same@${tag}.example`
  await owner.call('POST', '/contacts', { fullName: `Nils ${tag}`, email, phone: '+1 218 555 0101' })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/contacts')
  await add(page, 'contact')
  const second = dialog(page, 'New contact')
  await second.getByLabel('Full name').fill(`Nels ${tag}`)
  await second.getByLabel('Email').fill(email)
  await second.getByLabel('Phone').fill('+1 218 555 0102')
  await expect(second.getByText('A contact with this email already exists')).toBeVisible()
  await expect(second.getByRole('link', { name: `Nils ${tag}` })).toBeVisible()
  await accessible(page, 'a duplicate while typing')
  await second.getByRole('button', { name: 'Add contact' }).click()
  await expect(dialog(page, 'Contact').getByText('Possible duplicate')).toBeVisible()

  await page.goto(`/contacts?q=${encodeURIComponent(email)}`)
  await page.getByLabel(`Select Nils ${tag}`).check()
  await expect(page.getByRole('button', { name: 'Merge' })).toBeDisabled()
  await page.getByLabel(`Select Nels ${tag}`).check()
  await accessible(page, 'two chosen')
  await page.getByRole('button', { name: 'Merge' }).click()
  const merge = dialog(page, 'Merge two contacts')
  await merge.getByLabel(`Nels ${tag}`).check()
  await accessible(page, 'merging')
  await fits(page, 'merging')
  // Without a connection, the choices stay for another try.
  await page.route('**/api/rpc/contacts/**', (route) => route.abort())
  await merge.getByRole('button', { name: 'Merge contacts' }).click()
  await expect(merge.getByText('Can’t reach the server.')).toBeVisible()
  await page.unroute('**/api/rpc/contacts/**')
  await expect(merge.getByLabel(`Nels ${tag}`)).toBeChecked()
  await merge.getByRole('button', { name: 'Merge contacts' }).click()
  await expect(merge).toBeHidden()
  await expect(page.getByText('1 contact', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: `Nels ${tag}` }).click()
  // The value that was not chosen is in the notes.
  await expect(dialog(page, 'Contact').getByText(`Name: Nils ${tag}`)).toBeVisible()
})

test('a client has a page with its contacts', { tag: '@wide' }, async ({ context, baseURL, request, pageErrors }) => {
  pageErrors.expected.push(refused)
  const { owner } = await story(request, baseURL as string)
  await owner.call('POST', '/clients', { name: 'Lakeshore Family Dental' })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  const name = 'Gitche Gumee Outfitters'
  await page.goto('/clients')
  await expect(page.getByText('Lakeshore Family Dental').first()).toBeVisible()
  await add(page, 'client')
  const form = dialog(page, 'New client')
  await form.getByLabel('Name').fill(' lakeshore FAMILY dental')
  await form.getByRole('button', { name: 'Add client' }).click()
  await expect(form.getByText('A client with this name already exists. Choose a different name.')).toBeVisible()
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Website').fill('gitche.example')
  await accessible(page, 'new client')
  await form.getByRole('button', { name: 'Add client' }).click()
  await expect(page).toHaveURL(/\/clients\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('link', { name: 'gitche.example' })).toHaveAttribute('href', 'https://gitche.example')
  await expect(page.getByText('No contacts yet')).toBeVisible()

  await add(page, 'contact')
  const contact = dialog(page, 'New contact')
  await expect(contact.getByRole('combobox', { name: 'Client' })).toHaveValue(name)
  await contact.getByLabel('Full name').fill('Wenonah Clark')
  await contact.getByRole('button', { name: 'Add contact' }).click()
  await expect(dialog(page, 'Contact').getByText('Wenonah Clark')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Contact')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Wenonah Clark' })).toBeVisible()
  await accessible(page, 'a client')
  await fits(page, 'a client')

  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const sure = page.getByRole('alertdialog', { name: `Delete ${name}?` })
  await expect(sure.getByText('Its contact is kept without a client.')).toBeVisible()
  await sure.getByRole('button', { name: 'Delete client' }).click()
  await expect(page).toHaveURL(/\/clients$/)
})

test('imports a file in three steps, reports rejected rows, and undoes the import', async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(refused)
  const { owner, word: tag } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  const file = (name: string, text: string | Buffer) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.goto('/contacts')
  // An empty list offers it twice.
  await page.getByRole('link', { name: 'Import CSV' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import contacts' })).toBeVisible()
  await accessible(page, 'import, first step')
  await fits(page, 'import, first step')
  const input = page.locator('input[type=file]')
  await input.setInputFiles(file('book.xlsx', Buffer.from('504b0304140006000800000021', 'hex')))
  await expect(page.getByText('This is an Excel workbook or an archive', { exact: false })).toBeVisible()

  await input.setInputFiles(
    file(
      `${tag}.csv`,
      `Given name;Surname;E-mail;Company\r\nIna;${tag};ina@${tag}.example;Client ${tag}\r\nOve;${tag};ove@${tag}.example;\r\nUno;${tag};uno@;\r\nIna;again;INA@${tag}.example;\r\n`,
    ),
  )
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue('email')
  await expect(page.getByText('4 rows, separated by semicolons, UTF-8')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 2 contacts' })).toBeVisible()
  await expect(page.getByText('1 row rejected')).toBeVisible()
  await expect(page.getByText('E-mail: Enter an email address', { exact: false })).toBeVisible()
  await expect(page.getByText('Same as row 2')).toBeVisible()
  // Show only one kind of row.
  await page.getByLabel('Rows', { exact: true }).selectOption({ label: 'Skipped (1)' })
  await expect(page.getByText('1 row rejected')).toHaveCount(0)
  await expect(page.getByText('Same as row 2')).toBeVisible()
  await page.getByLabel('Rows', { exact: true }).selectOption('all')
  await expect(page.getByText(`Client ${tag}`).first()).toBeVisible()
  await accessible(page, 'import, second step')
  await fits(page, 'import, second step')
  // The import cannot be checked without a name column.
  await page.getByLabel('Given name').selectOption('')
  await page.getByLabel('Surname').selectOption('')
  await expect(page.getByText('Choose the column with the name.').first()).toBeVisible()
  await page.getByLabel('Given name').selectOption('firstName')
  await page.getByLabel('Surname').selectOption('lastName')
  await expect(page.getByText('Choose the column with the name.')).toHaveCount(0)
  // A press on the button still counts if the file is checked again in the meantime.
  const rows = page.getByRole('button', { name: 'Download these rows' })
  const pressed = await rows.elementHandle()
  await page.getByRole('radio', { name: /^Create duplicates/ }).check()
  await page.getByRole('radio', { name: /^Update them/ }).check()
  await expect(page.getByRole('region', { name: 'Preview' })).toHaveAttribute('aria-busy', 'false')
  expect(await pressed?.evaluate((node) => node.isConnected)).toBe(true)
  const [saved] = await Promise.all([page.waitForEvent('download'), rows.click()])
  expect(saved.suggestedFilename()).toBe('rows-to-fix.csv')
  await page.getByRole('button', { name: 'Import 2 contacts' }).click()

  await expect(page.getByText('Done', { exact: true })).toBeVisible()
  await accessible(page, 'import, third step')
  await fits(page, 'import, third step')
  await page.getByRole('link', { name: 'View 2 new contacts' }).click()
  await expect(page.getByRole('link', { name: `Ina ${tag}` })).toBeVisible()
  await expect(page.getByText('2 contacts', { exact: true })).toBeVisible()

  await page.goto('/contacts/import')
  await page.getByRole('link', { name: `${tag}.csv` }).click()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('button', { name: 'Undo import', exact: true }).click()
  await expect(page.getByText('This import was undone')).toBeVisible()
  await page.goto(`/contacts?q=${tag}`)
  await expect(page.getByText(`No contacts match “${tag}”`)).toBeVisible()
})

test('members edit contacts but cannot remove them', { tag: '@wide' }, async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, 'member@northgate.example')
  await page.goto('/contacts?q=monica')
  await expect(page.getByRole('link', { name: /Monica Desai/ })).toBeVisible()
  await expect(page.getByLabel('Select all rows')).toHaveCount(0)
  await page.getByRole('button', { name: 'Actions for Monica Desai' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: 'Archive' })).toHaveCount(0)
})

test('engineers see the contacts of all companies and add to the chosen company only', { tag: '@wide' }, async ({
  browser,
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  // The last step expects a 404.
  pageErrors.expected.push(/404/)
  const { company, word } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, ENGINEER)
  await page.goto('/contacts')
  await expect(page).toHaveURL(/\/admin\/contacts\?tab=contacts/)
  await expect(page.getByRole('button', { name: 'New contact' }).first()).toBeVisible()
  await add(page, 'contact')
  const form = dialog(page, 'New contact')
  await form.getByLabel('Full name').fill(`Staff Made ${word}`)
  await form.getByRole('button', { name: 'Add contact' }).click()
  await expect(form.getByText('Choose a company.')).toBeVisible()
  await form.getByRole('combobox', { name: 'Company' }).fill(word)
  await page.getByRole('option', { name: company.name }).click()
  await form.getByRole('button', { name: 'Add contact' }).click()
  await expect(dialog(page, 'Contact').getByRole('link', { name: company.name })).toBeVisible()
  const id = new URL(page.url()).searchParams.get('contact')

  const elsewhere = await browser.newContext({ baseURL: baseURL as string })
  const theirs = await signedIn(elsewhere, baseURL as string, 'owner@northgate.example')
  await theirs.goto(`/contacts?contact=${id}`)
  await expect(theirs.getByText('No longer available')).toBeVisible()
  await elsewhere.close()
})

test('a new company sees why its contacts get no email yet, and staff approve its email with one click', async ({
  browser,
  context,
  baseURL,
  request,
}) => {
  const base = baseURL as string
  const sentence = 'We email people outside your company once you sign an agreement or pay for an order'
  const { company, owner, word } = await story(request, base)
  const contact = await owner.call('POST', '/contacts', { fullName: 'Dana Ortiz', email: `dana@${word}.example` })
  const ticket = await owner.call('POST', '/tickets', {
    subject: `Printer ${word}`,
    description: 'Dana has it too.',
    watchers: [{ kind: 'contact', id: contact.id }],
  })
  const page = await signedIn(context, base, owner.email, owner.password)
  await page.goto(`/contacts?contact=${contact.id}`)
  await expect(dialog(page, 'Contact').getByText(sentence, { exact: false })).toBeVisible()
  await accessible(page, 'a contact of a company that is not approved')
  await fits(page, 'a contact of a company that is not approved')
  await page.goto(`/tickets/${ticket.id}`)
  const watchers = page.getByRole('region', { name: 'Watchers' })
  // On the phone, the facts are collapsed.
  await page.getByText('Show details').click()
  await expect(watchers.getByText(sentence, { exact: false })).toBeVisible()
  await expect(watchers.getByRole('button', { name: 'Approve email' })).toBeHidden()

  const elsewhere = await browser.newContext({ baseURL: base })
  const staff = await signedIn(elsewhere, base, ENGINEER)
  await staff.goto(`/companies?mail=waiting&q=${word}`)
  await expect(staff.getByRole('link', { name: company.name })).toBeVisible()
  await staff.goto(`/admin/tickets/${ticket.id}`)
  await staff.getByText('Show details').click()
  const held = staff.getByRole('region', { name: 'Watchers' })
  await held.getByRole('button', { name: 'Approve email' }).click()
  await expect(staff.getByText(`Email for ${company.name} approved`)).toBeVisible()
  await expect(held.getByRole('button', { name: 'Approve email' })).toBeHidden()
  await expect(held.getByText('Email address not confirmed')).toBeVisible()
  await elsewhere.close()
  await page.reload()
  await page.getByText('Show details').click()
  await expect(watchers.getByText('Email address not confirmed')).toBeVisible()
  await expect(watchers.getByText(sentence, { exact: false })).toBeHidden()
})
