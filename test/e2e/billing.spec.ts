// Hours by invoice: an owner orders, an administrator sees the transfer, the hours are there without a reload. Packs.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { textOfPdf } from '../harness/pdf-text.ts'
import { ADMIN, accessible, DESK, expect, fits, PHONE, signedIn, test } from './browser.ts'
import { story } from './story.ts'

test('an owner buys by invoice, the transfer makes the hours usable, the PDF says so @wide', async ({
  browser,
  baseURL,
  request,
}) => {
  const base = baseURL as string
  const s = await story(request, base)
  const [desk, phone] = [
    await browser.newContext({ ...DESK, baseURL: base }),
    await browser.newContext({ ...PHONE, baseURL: base }),
  ]
  const owner = await signedIn(phone, base, s.owner.email, s.owner.password)
  const admin = await signedIn(desk, base, ADMIN)

  // The pack that is enough is chosen already; the order says what becomes of the balance.
  await owner.goto('/buy-block-time?minutes=1000&return=/tickets')
  await expect(owner.getByRole('radio', { name: /^20 hours/ })).toBeChecked()
  await owner.getByText('10 hours', { exact: true }).click()
  await owner.getByRole('radio', { name: /^Invoice/ }).check({ force: true })
  await owner.getByRole('button', { name: 'Order for $1,750' }).click()
  await expect(owner.getByRole('heading', { name: 'Ordered' })).toBeVisible()
  const number = ((await owner.getByText(/^INV-\d{4}-\d{4}$/).textContent()) ?? '').trim()
  await accessible(owner, 'ordered')

  // The administrator finds the invoice at the company and enters the transfer.
  await owner.getByRole('link', { name: 'Open the invoice' }).click()
  await expect(owner.getByRole('dialog', { name: `Invoice ${number}` })).toBeVisible()
  await accessible(owner, 'invoice on a phone')
  const id = new URL(owner.url()).searchParams.get('invoice') as string
  await admin.goto(`/companies/${s.company.id}?tab=billing&invoice=${id}`)
  const dialog = admin.getByRole('dialog', { name: `Invoice ${number}` })
  await dialog.getByRole('button', { name: 'Mark paid' }).click()
  const transfer = admin.getByRole('dialog', { name: `Mark ${number} paid` })
  await transfer.getByRole('button', { name: 'Mark paid' }).click()
  await expect(transfer.getByText('Give the bank’s reference.')).toBeVisible()
  await accessible(admin, 'marking an invoice paid')
  await transfer.getByLabel('Bank reference').fill('TRANSFER 4711')
  await transfer.getByRole('button', { name: 'Mark paid' }).click()
  await expect(admin.getByText(`${number} is paid`).first()).toBeVisible()
  await expect(dialog.getByText('TRANSFER 4711').first()).toBeVisible()

  // On the owner's page it shows by itself, and the PDF tells number, amount and payment.
  const open = owner.getByRole('dialog', { name: `Invoice ${number}` })
  await expect(open.getByText('Usable', { exact: false }).first()).toBeVisible()
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
  await expect(member.getByText('Only owners of your company buy hours')).toBeVisible()
  await accessible(member, 'buying as a member')
  await member.goto('/settings/billing')
  await expect(member.getByText('Only owners of a company see this')).toBeVisible()

  const name = `Starter ${randomBytes(5).toString('hex')}`
  await admin.goto('/agreements?tab=packs')
  await admin.getByRole('button', { name: 'New pack' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Hours').fill('5')
  await dialog.getByLabel('Price in $').fill('900')
  await accessible(admin, 'a new pack')
  await dialog.getByRole('button', { name: 'Add pack' }).click()
  await expect(dialog).toHaveCount(0)
  await admin.getByRole('button', { name: `Edit ${name}` }).click()
  await dialog.getByLabel('Price in $').fill('925.50')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(
    admin
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByText(/^\$925\.50/),
  ).toBeVisible()
  await admin.getByRole('button', { name: `Stop selling ${name}` }).click()
  await expect(admin.getByRole('button', { name: `Sell ${name} again` })).toBeVisible()
  await accessible(admin, 'packs')
  await fits(admin, 'packs')
  await admin.goto('/agreements?tab=revenue')
  await expect(admin.getByRole('heading', { name: 'By company' })).toBeVisible()
  await accessible(admin, 'revenue')
  await fits(admin, 'revenue')
  await Promise.all([a.close(), b.close()])
})
