// Hours by invoice: an owner orders, an administrator records the transfer, the hours appear without a reload. Packs.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { textOfPdf } from '../harness/pdf-text.ts'
import { ADMIN, accessible, DESK, expect, fits, PHONE, signedIn, test } from './browser.ts'
import { player, story } from './story.ts'

test('an owner buys by invoice, the transfer makes the hours usable, the PDF says so @wide', async ({
  browser,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/409/, /ERR_FAILED/)
  const base = baseURL as string
  const s = await story(request, base)
  const [desk, phone] = [
    await browser.newContext({ ...DESK, baseURL: base }),
    await browser.newContext({ ...PHONE, baseURL: base }),
  ]
  const owner = await signedIn(phone, base, s.owner.email, s.owner.password)
  const admin = await signedIn(desk, base, ADMIN)

  // The smallest sufficient pack is selected. The order shows the resulting balance.
  await owner.goto('/buy-block-time?minutes=1000&return=/tickets')
  await expect(owner.getByRole('radio', { name: /^20 hours/ })).toBeChecked()
  await owner.getByText('10 hours', { exact: true }).click()
  await owner.getByRole('radio', { name: /^Invoice/ }).check({ force: true })
  await owner.getByRole('button', { name: 'Place order for $1,750' }).click()
  await expect(owner.getByRole('heading', { name: 'Order placed' })).toBeVisible()
  const number = ((await owner.getByText(/^INV-\d{4}-\d{4}$/).textContent()) ?? '').trim()
  await accessible(owner, 'ordered')

  // The administrator finds the invoice in the company and records the transfer.
  await owner.getByRole('link', { name: 'View invoice' }).click()
  await expect(owner.getByRole('dialog', { name: `Invoice ${number}` })).toBeVisible()
  // Remittance details, with the invoice number as the reference.
  const transferFacts = owner.getByRole('dialog', { name: `Invoice ${number}` })
  await expect(transferFacts.getByRole('heading', { name: 'Pay by bank transfer' })).toBeVisible()
  await expect(transferFacts.getByText('123456780')).toBeVisible()
  await expect(transferFacts.getByText(number, { exact: true })).toBeVisible()
  await accessible(owner, 'invoice on a phone')
  const id = new URL(owner.url()).searchParams.get('invoice') as string
  await admin.goto(`/companies/${s.company.id}?tab=billing&invoice=${id}`)
  const dialog = admin.getByRole('dialog', { name: `Invoice ${number}` })
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  const transfer = admin.getByRole('dialog', { name: `Record payment for ${number}` })
  await transfer.getByRole('button', { name: 'Record payment' }).click()
  await expect(transfer.getByText('Enter the bank reference.')).toBeVisible()
  await accessible(admin, 'marking an invoice paid')
  await transfer.getByLabel('Bank reference').fill('TRANSFER 4711')
  // Another administrator records a part meanwhile. The live update of the page behind must not hide that.
  const { call } = await player(request, base, ADMIN)
  const { version, issuedOn: paidOn } = await call('GET', `/invoices/${id}`)
  const part = { version, amountCents: 75_000, paidOn, reference: 'TRANSFER 4710' }
  await call('POST', `/invoices/${id}/transfer`, part)
  const behind = admin.getByText('TRANSFER 4710').first()
  await expect(behind).toBeAttached()
  await transfer.getByRole('button', { name: 'Record payment' }).click()
  await expect(transfer.getByText('Received: $750.00. Refunded: $0.00. Due: $1,000.00.')).toBeVisible()
  await accessible(admin, 'a payment for an invoice that changed')
  await transfer.getByRole('button', { name: 'Continue' }).click()
  await expect(transfer.getByLabel('Amount (USD)')).toHaveValue('1000')
  // The request arrives, but its response is lost. A retry after the live update is the same payment.
  await admin.route(
    '**/api/rpc/billing/markPaid',
    async (route) => {
      await route.fetch({ timeout: 0 })
      await route.abort()
    },
    { times: 1 },
  )
  await transfer.getByRole('button', { name: 'Record payment' }).click()
  await expect(transfer.getByRole('alert')).toContainText('Can’t reach the server')
  await expect(admin.getByText('TRANSFER 4711').first()).toBeAttached()
  await transfer.getByRole('button', { name: 'Record payment' }).click()
  await expect(admin.getByText(`${number} is paid in full`).first()).toBeVisible()
  await expect(dialog.getByText('TRANSFER 4711').first()).toBeVisible()
  expect((await call('GET', `/invoices/${id}`)).payments).toHaveLength(2)

  // The owner's page updates automatically, and the PDF contains number, amount and payment.
  const open = owner.getByRole('dialog', { name: `Invoice ${number}` })
  await expect(open.getByText('Available', { exact: false }).first()).toBeVisible()
  const [file] = await Promise.all([
    owner.waitForEvent('download'),
    open.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  const text = textOfPdf(await readFile(await file.path()))
  for (const part of [number, '$1,750.00', 'PAID', 'TRANSFER 4711']) expect(text).toContain(part)
  await Promise.all([desk.close(), phone.close()])
})

test('a member reads why they cannot buy; administrators edit what is sold', async ({ browser, baseURL }) => {
  const base = baseURL as string
  const [a, b] = [await browser.newContext({ baseURL: base }), await browser.newContext({ baseURL: base })]
  const member = await signedIn(a, base, 'member@northgate.example')
  const admin = await signedIn(b, base, ADMIN)
  await member.goto('/buy-block-time')
  await expect(member.getByText('Only owners of your company can buy hours')).toBeVisible()
  await accessible(member, 'buying as a member')
  await member.goto('/settings/billing')
  await expect(member.getByText('Only company owners can see this page')).toBeVisible()

  const name = `Starter ${randomBytes(5).toString('hex')}`
  await admin.goto('/agreements?tab=packs')
  await admin.getByRole('button', { name: 'New pack' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Hours').fill('5')
  await dialog.getByLabel('Price (USD)').fill('900')
  await accessible(admin, 'a new pack')
  await dialog.getByRole('button', { name: 'Add pack' }).click()
  await expect(dialog).toHaveCount(0)
  await admin.getByRole('button', { name: `Edit ${name}` }).click()
  await dialog.getByLabel('Price (USD)').fill('925.50')
  await dialog.getByRole('button', { name: 'Save pack' }).click()
  await expect(
    admin
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByText(/^\$925\.50/),
  ).toBeVisible()
  await admin.getByRole('button', { name: `Archive ${name}` }).click()
  await expect(admin.getByRole('button', { name: `Restore ${name}` })).toBeVisible()
  await accessible(admin, 'packs')
  await fits(admin, 'packs')
  await admin.goto('/agreements?tab=revenue')
  await expect(admin.getByRole('heading', { name: 'By company' })).toBeVisible()
  await accessible(admin, 'revenue')
  await fits(admin, 'revenue')
  await Promise.all([a.close(), b.close()])
})

test('an administrator sets the bank details, and writes an invoice for half an hour', async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/400/, /409/)
  const { company } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, ADMIN)
  await page.goto('/settings/remittance')
  const form = page.getByRole('form', { name: 'Bank details' })
  await expect(form.getByRole('textbox', { name: /^Bank/ })).toHaveValue('Sample Bank of Duluth')
  await accessible(page, 'bank details')
  await form.getByLabel('Routing number').fill('123456789')
  await form.getByRole('button', { name: 'Save bank details' }).click()
  await expect(form.getByText('This routing number isn’t valid. Check the nine digits.')).toBeVisible()
  await expect(form.getByLabel('Routing number')).toBeFocused()
  await form.getByLabel('Routing number').fill('123456780')
  await form.getByLabel('SWIFT/BIC').fill('nope')
  await form.getByRole('button', { name: 'Save bank details' }).click()
  await expect(form.getByText('Enter a SWIFT code with 8 or 11 letters and digits.')).toBeVisible()
  await accessible(page, 'bank details that are refused')
  await form.getByLabel('SWIFT/BIC').fill('')
  await form.getByRole('button', { name: 'Save bank details' }).click()
  await expect(page.getByText('Bank details saved')).toBeVisible()
  await expect(form.getByText(/Updated .* by/)).toBeVisible()

  // What another administrator saves meanwhile does not replace what is typed.
  const bank = form.getByRole('textbox', { name: /^Bank/ })
  await bank.fill('Harbor Bank')
  const admin = await player(request, baseURL as string, ADMIN)
  const saved = async () => await admin.call('GET', '/remittance')
  const { version, details } = await saved()
  const { swift, address, ...rest } = details
  await admin.call('PUT', '/remittance', {
    version,
    ...rest,
    swift: swift ?? '',
    address: address ?? '',
    note: 'Thank you',
  })
  await form.getByRole('button', { name: 'Save bank details' }).click()
  await expect(form.getByText('Another administrator changed the bank details')).toBeVisible()
  // Their note is taken over, because it was not edited here.
  await expect(form.getByText('Fields that you didn’t edit now show their values: Note.')).toBeVisible()
  await expect(form.getByLabel('Note')).toHaveValue('Thank you')
  await expect(bank).toHaveValue('Harbor Bank')
  await accessible(page, 'bank details that someone else changed')
  await form.getByRole('button', { name: 'Use their version' }).click()
  await expect(form.getByLabel('Note')).toHaveValue('Thank you')
  await expect(bank).toHaveValue('Sample Bank of Duluth')
  await form.getByLabel('Note').fill(details.note ?? '')
  await form.getByRole('button', { name: 'Save bank details' }).click()
  await expect.poll(async () => (await saved()).details.note).toBe(details.note)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page, 'bank details on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto(`/companies/${company.id}?tab=billing`)
  await page.getByRole('button', { name: 'New invoice' }).click()
  const dialog = page.getByRole('dialog', { name: 'New invoice' })
  await dialog.getByLabel('Description').fill('Half an hour of review')
  await dialog.getByLabel('Quantity').fill('0.5555')
  await dialog.getByLabel('Unit price (USD)').fill('175')
  await dialog.getByRole('button', { name: /^Issue/ }).click()
  await expect(dialog.getByText(/up to three decimal places/)).toBeVisible()
  await dialog.getByLabel('Quantity').fill('0.555')
  await expect(dialog.getByText('$97.13').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Issue invoice for $97.13' }).click()
  await expect(page.getByRole('dialog', { name: /^Invoice INV-/ }).getByText('0.555 × $175.00')).toBeVisible()
})
