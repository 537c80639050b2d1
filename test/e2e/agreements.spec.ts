// An agreement from its first word to the signature: written and sent by staff at a desk, given back, revised, signed by an
// owner on a phone.
import { ADMIN, accessible, DESK, expect, fits, PHONE, signedIn, test } from './browser.ts'
import { story } from './story.ts'

test('staff write and send, an owner asks for changes, staff revise, the owner signs @wide', async ({
  browser,
  baseURL,
  request,
}) => {
  const base = baseURL as string
  const s = await story(request, base, { ownerName: 'Dana Whitfield' })
  const name = `Care for ${s.word}`
  const [desk, phone] = [
    await browser.newContext({ ...DESK, baseURL: base }),
    await browser.newContext({ ...PHONE, baseURL: base }),
  ]
  const staff = await signedIn(desk, base, ADMIN)
  const owner = await signedIn(phone, base, s.owner.email, s.owner.password)

  // Written from a template; the preview follows what is typed.
  await staff.goto('/agreements')
  await staff.getByRole('link', { name: 'New agreement' }).click()
  await staff.getByLabel('Template').selectOption({ label: 'Monthly retainer' })
  await staff.getByLabel('Partner').fill(s.word)
  await staff.getByRole('option', { name: s.company.name }).click()
  await staff.getByLabel('Name').fill(name)
  await staff.getByLabel('Price a month').fill('1,250')
  await expect(staff.getByRole('region', { name: 'Preview' })).toContainText('$1,250.00 a month')
  await accessible(staff, 'writing an agreement')
  await staff.getByRole('button', { name: 'Save draft' }).first().click()
  await staff.waitForURL(/\/agreements\/[\da-f-]{36}$/)
  await expect(staff.getByRole('heading', { level: 1 })).toContainText(name)
  const id = staff.url().slice(-36)

  // Not there for the partner until it is sent.
  await owner.goto(`/my-agreements/${id}`)
  await expect(owner.getByText('There is no such agreement')).toBeVisible()
  await staff.getByRole('button', { name: 'Send to sign' }).click()
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Send to sign' }).click()
  await expect(staff.getByText('Waits for signature')).toBeVisible()

  // The owner reads it, and asks for changes.
  await owner.goto('/my-agreements')
  await owner.getByRole('link', { name }).click()
  await expect(owner.getByText('$1,250.00 a month').first()).toBeVisible()
  await accessible(owner, 'an agreement to sign')
  await fits(owner, 'an agreement to sign')
  await owner.getByRole('button', { name: 'Ask for changes' }).click()
  await owner.getByLabel('What should be changed?').fill('Eleven hundred, as we said on the phone.')
  await owner.getByRole('dialog').getByRole('button', { name: 'Ask for changes' }).click()
  await expect(owner.getByText('We are preparing a new text.')).toBeVisible()

  // Staff see it without loading the page again, and revise.
  await expect(staff.getByText('Eleven hundred, as we said on the phone.')).toBeVisible()
  await staff.getByRole('button', { name: 'Revise' }).click()
  await staff.getByLabel('Price a month').fill('1100')
  await staff.getByRole('button', { name: 'Save draft' }).first().click()
  await staff.getByRole('button', { name: 'Send to sign' }).click()
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Send to sign' }).click()
  await expect(staff.getByText('Waits for signature')).toBeVisible()
  await staff.getByRole('tab', { name: 'Changes' }).click()
  await expect(staff.locator('ins').filter({ hasText: '$1,100.00' }).first()).toBeVisible()
  await accessible(staff, 'changes of an agreement')

  // The owner signs: the sentence and the name are needed.
  await expect(owner.getByText('$1,100.00 a month').first()).toBeVisible()
  await owner.getByRole('button', { name: 'Sign agreement' }).click()
  await expect(owner.getByText('Tick the sentence to sign.')).toBeVisible()
  await owner.getByRole('checkbox').check()
  await owner.getByLabel('Your full name').fill('Dana Whitfield')
  await owner.getByRole('button', { name: 'Sign agreement' }).click()
  await expect(owner.getByText('Active', { exact: true }).first()).toBeVisible()
  await owner.getByRole('tab', { name: 'Signature' }).click()
  await expect(owner.getByText('Dana Whitfield signed revision 2')).toBeVisible()
  await accessible(owner, 'a signature')
  await fits(owner, 'a signature')
  // And staff hear of it.
  await expect(staff.getByText('Active', { exact: true }).first()).toBeVisible()
  await staff.getByRole('tab', { name: 'Activity' }).click()
  await expect(staff.getByText(/signed revision 2 as/)).toBeVisible()
  await Promise.all([desk.close(), phone.close()])
})
