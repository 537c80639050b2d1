// An agreement from draft to signature: written and sent by staff on a desktop, returned, revised, and signed by an
// owner on a phone.
import { ADMIN, accessible, DESK, expect, fits, PHONE, signedIn, test } from './browser.ts'
import { story } from './story.ts'

test('staff write and send, an owner requests changes, staff revise, the owner signs @wide', async ({
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

  // Write it from a template. The preview updates while typing.
  await staff.goto('/agreements')
  await staff.getByRole('link', { name: 'New agreement' }).click()
  await staff.getByLabel('Template').selectOption({ label: 'Monthly retainer' })
  await staff.getByLabel('Partner').fill(s.word)
  await staff.getByRole('option', { name: s.company.name }).click()
  await staff.getByLabel('Name').fill(name)
  await staff.getByLabel('Monthly price').fill('1,250')
  await expect(staff.getByRole('region', { name: 'Preview' })).toContainText('$1,250.00 a month')
  await accessible(staff, 'writing an agreement')
  await staff.getByRole('button', { name: 'Save draft' }).first().click()
  await staff.waitForURL(/\/agreements\/[\da-f-]{36}$/)
  await expect(staff.getByRole('heading', { level: 1 })).toContainText(name)
  const id = staff.url().slice(-36)

  // The partner cannot see it until it is sent.
  await owner.goto(`/my-agreements/${id}`)
  await expect(owner.getByText('Agreement not found')).toBeVisible()
  await staff.getByRole('button', { name: 'Send for signature' }).click()
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Send for signature' }).click()
  await expect(staff.getByText('Awaiting signature')).toBeVisible()

  // The owner reads it and requests changes.
  await owner.goto('/my-agreements')
  await owner.getByRole('link', { name }).click()
  await expect(owner.getByText('$1,250.00 a month').first()).toBeVisible()
  await accessible(owner, 'an agreement to sign')
  await fits(owner, 'an agreement to sign')
  await owner.getByRole('button', { name: 'Request changes' }).click()
  await owner.getByLabel('What should we change?').fill('Eleven hundred, as we said on the phone.')
  await owner.getByRole('dialog').getByRole('button', { name: 'Request changes' }).click()
  await expect(owner.getByText('We’re preparing a new version.')).toBeVisible()

  // Staff see it without a reload, and revise.
  await expect(staff.getByText('Eleven hundred, as we said on the phone.')).toBeVisible()
  await staff.getByRole('button', { name: 'Revise' }).click()
  await staff.getByLabel('Monthly price').fill('1100')
  await staff.getByRole('button', { name: 'Save draft' }).first().click()
  await staff.getByRole('button', { name: 'Send for signature' }).click()
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Send for signature' }).click()
  await expect(staff.getByText('Awaiting signature')).toBeVisible()
  await staff.getByRole('tab', { name: 'Changes' }).click()
  await expect(staff.locator('ins').filter({ hasText: '$1,100.00' }).first()).toBeVisible()
  await accessible(staff, 'changes of an agreement')

  // The owner signs. The consent checkbox and the name are required.
  await expect(owner.getByText('$1,100.00 a month').first()).toBeVisible()
  await owner.getByRole('button', { name: 'Sign agreement' }).click()
  await expect(owner.getByText('Check the box to sign.')).toBeVisible()
  await owner.getByRole('checkbox').check()
  await owner.getByLabel('Your full name').fill('D W')
  await owner.getByRole('button', { name: 'Sign agreement' }).click()
  await expect(owner.getByText(/This doesn’t match your account name, Dana Whitfield/)).toBeVisible()
  await owner.getByLabel('This is my legal name').check()
  await owner.getByRole('button', { name: 'Sign agreement' }).click()
  await expect(owner.getByText('Type your full legal name: first and last name.')).toBeVisible()
  await accessible(owner, 'a name that is refused')
  await owner.getByLabel('Your full name').fill('dana  whitfield')
  await expect(owner.getByLabel('This is my legal name')).toHaveCount(0)
  await owner.getByRole('button', { name: 'Sign agreement' }).click()
  // The confirmation shows price and term before signing.
  const confirmation = owner.getByRole('dialog', { name: 'Confirm what you’re signing' })
  await expect(confirmation.getByText('$1,100.00, invoiced in advance')).toBeVisible()
  await expect(confirmation.getByText('Renewal and notice', { exact: true })).toBeVisible()
  await accessible(owner, 'what a signature commits to')
  await confirmation.getByRole('button', { name: 'Sign agreement' }).click()
  await expect(owner.getByText('Active', { exact: true }).first()).toBeVisible()
  await owner.getByRole('tab', { name: 'Signature' }).click()
  await expect(owner.getByText('dana whitfield signed revision 2')).toBeVisible()
  await accessible(owner, 'a signature')
  await fits(owner, 'a signature')
  // Staff see the signature without a reload.
  await expect(staff.getByText('Active', { exact: true }).first()).toBeVisible()
  await staff.getByRole('tab', { name: 'Activity' }).click()
  await expect(staff.getByText(/signed revision 2 as/)).toBeVisible()
  await Promise.all([desk.close(), phone.close()])
})
