import type { Page } from '@playwright/test'
import { ADMIN, accessible, expect, fits, signedIn, test } from './browser.ts'
import { linkIn, mailTo } from './mailbox.ts'
import { story } from './story.ts'

const PASSWORD = 'several unrelated words'

/** Opens a page and waits until its event stream is connected. */
async function gotoLive(page: Page, path: string) {
  const stream = page.waitForResponse((r) => new URL(r.url()).pathname === '/api/v1/events' && r.ok())
  await page.goto(path)
  await stream
}
const openMenu = async (page: Page, who: string) => {
  await page.getByRole('button', { name: `Actions for ${who}` }).click()
  await expect(page.getByRole('menu')).toBeVisible()
}
const row = (page: Page, text: string) => page.locator('[data-row]').filter({ hasText: text })

test('an owner invites several people; addresses that fail stay, with the reason', async ({
  baseURL,
  context,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/422/)
  const { company, owner, word } = await story(request, baseURL as string)
  const address = `first@${word}.example`
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/users')
  await expect(row(page, owner.fullName)).toBeVisible()
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog', { name: `Invite people to ${company.name}` })
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('Enter at least one email address.')).toBeVisible()
  await dialog.getByLabel('Email addresses').fill(`${address}\n${owner.email}`)
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click()
  await expect(dialog.getByText('1 invitation wasn’t sent')).toBeVisible()
  await expect(dialog.getByText('A user with this address already belongs to the company.')).toBeVisible()
  await expect(dialog.getByLabel('Email addresses')).toHaveValue(owner.email)
  await accessible(page, 'invite')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, address)).toContainText('Invited')
})

test('an invited user opens the link, sets a password and joins, once', async ({
  browser,
  baseURL,
  context,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/422/)
  const origin = baseURL as string
  const { company, owner, word } = await story(request, origin)
  const address = `robin@${word}.example`
  const elsewhere = await browser.newContext({ baseURL: origin })
  const users = await signedIn(elsewhere, origin, owner.email, owner.password)
  await gotoLive(users, '/users')
  await owner.call('POST', '/invitations', { email: address, role: 'member' })
  // It appears in the list without a reload.
  await expect(row(users, address)).toContainText('Invited')

  const link = linkIn(await mailTo(request, origin, address))
  const page = await context.newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: `Join ${company.name}` })).toBeVisible()
  await expect(page.getByText(`${owner.fullName} invited you.`)).toBeVisible()
  await expect(page.getByText(address)).toBeVisible()
  await fits(page, 'invitation')
  const accept = page.getByRole('button', { name: 'Accept and sign in' })
  await accept.click()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await expect(page.getByLabel('Your name')).toBeFocused()
  await page.getByLabel('Your name').fill('Robin Reed')
  await page.getByLabel('Password', { exact: true }).fill('password123')
  await accept.click()
  await expect(page.getByText(/one of the most common/)).toBeVisible()
  await accessible(page, 'invitation with errors')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await accept.click()
  await expect(page).toHaveURL(`${origin}/apps-automations`)
  await expect(row(users, 'Robin Reed')).toContainText('Active')

  // A member sees the users, and why they cannot do more.
  await page.goto('/users')
  await expect(page.getByText(/Only owners can invite people/)).toBeVisible()
  await expect(row(page, owner.fullName)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite people' })).toHaveCount(0)
  await openMenu(page, owner.fullName)
  await expect(page.getByText(/This is the only owner/)).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^(Make|Deactivate|Move)/ })).toHaveCount(0)

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible()
  await accessible(page, 'expired invitation')
  await elsewhere.close()
})

test('a new role takes effect immediately, and deactivating signs the user out elsewhere', { tag: '@wide' }, async ({
  browser,
  baseURL,
  context,
  request,
}) => {
  const origin = baseURL as string
  const { add, owner } = await story(request, origin)
  const robin = await add('member', 'Robin Reed')
  const page = await signedIn(context, origin, owner.email, owner.password)
  const elsewhere = await browser.newContext({ baseURL: origin })
  const other = await signedIn(elsewhere, origin, robin.email, robin.password)
  await Promise.all([page.goto('/users'), gotoLive(other, '/users')])
  await expect(other.getByText(/Only owners can invite people/)).toBeVisible()

  await openMenu(page, robin.fullName)
  await page.getByRole('menuitem', { name: 'Make owner…' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Make ${robin.fullName} an owner?`)
  await question.getByRole('button', { name: 'Make owner' }).click()
  await expect(row(page, robin.fullName)).toContainText('Owner')
  // Wait until the dialog is gone. It returns the focus, which would close a menu that is open by then.
  await expect(question).toHaveCount(0)
  await gotoLive(other, '/users')
  await expect(other.getByRole('button', { name: 'Invite people' })).toBeVisible()

  // The other browser is signed out and cannot sign in again.
  await openMenu(page, robin.fullName)
  await page.getByRole('menuitem', { name: 'Deactivate…' }).click()
  await question.getByRole('button', { name: 'Deactivate user' }).click()
  await expect(question).toHaveCount(0)
  await expect(row(page, robin.fullName)).toHaveCount(0)
  await expect(other).toHaveURL(/\/auth/)
  await other.getByLabel('Email').fill(robin.email)
  await other.getByLabel('Password', { exact: true }).fill(robin.password)
  await other.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(other.getByText(/deactivated/)).toBeVisible()
  await elsewhere.close()
})

test('an invitation can be revoked, and warns a user who is signed in to another account', { tag: '@wide' }, async ({
  baseURL,
  context,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/422/)
  const origin = baseURL as string
  const { owner, word } = await story(request, origin)
  const address = `robin@${word}.example`
  const page = await signedIn(context, origin, owner.email, owner.password)
  await page.goto('/users?status=invited')
  await page.getByRole('button', { name: 'Invite people' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Invite people/ })
  await dialog.getByLabel('Email addresses').fill(address)
  await dialog.getByLabel('Name').fill('Robin Reed')
  await dialog.getByRole('radio', { name: 'Owner' }).check()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(row(page, address)).toContainText('Owner')

  const link = linkIn(await mailTo(request, origin, address))
  await page.goto(link)
  await expect(page.getByText(`You are signed in as ${owner.email}`)).toBeVisible()
  await accessible(page, 'invitation for someone else')
  await page.goto('/users?status=invited')
  await openMenu(page, 'Robin Reed')
  await page.getByRole('menuitem', { name: 'Revoke invitation…' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Revoke invitation' }).click()
  await expect(question).toHaveCount(0)
  await expect(row(page, address)).toHaveCount(0)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible()
})

// Reads people of the demo whom no test changes.
test('the details of a user have their own address', { tag: '@wide' }, async ({ baseURL, context }) => {
  const owner = await signedIn(context, baseURL as string, 'owner@northgate.example')
  await owner.goto('/users?q=Duarte')
  await row(owner, 'Ines Duarte').getByRole('link').click()
  const details = owner.getByRole('dialog', { name: 'User' })
  await expect(details).toContainText('Signs in with')
  await expect(owner).toHaveURL(/\?q=Duarte&user=/)
  await accessible(owner, 'details of a user')
  await owner.reload()
  await expect(details).toContainText('ines.duarte@northgate.example')
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(owner).toHaveURL(/\?q=Duarte$/)
})

test('administrators find every user, and must confirm before they move a user or view as one', {
  tag: '@wide',
}, async ({ baseURL, context }) => {
  const admin = await signedIn(context, baseURL as string, ADMIN)
  await admin.goto('/admin/users?q=Raman')
  await expect(row(admin, 'Priya Raman')).toContainText('Bluepeak Managed Services')
  await expect(row(admin, 'Ines Duarte')).toHaveCount(0)
  // The only owner cannot be made a member.
  await openMenu(admin, 'Priya Raman')
  await expect(admin.getByText(/This is the only owner/)).toBeVisible()
  await expect(admin.getByRole('menuitem', { name: /^Make member/ })).toHaveCount(0)
  await accessible(admin, 'menu of the only owner')

  await admin.goto('/admin/users?q=Yuki')
  await openMenu(admin, 'Yuki Sato')
  await admin.getByRole('menuitem', { name: 'Move to another company…' }).click()
  const move = admin.getByRole('dialog', { name: 'Move Yuki Sato to another company' })
  await move.getByRole('button', { name: 'Move user' }).click()
  await expect(move.getByText('Choose a company.')).toBeVisible()
  await move.getByRole('combobox', { name: 'New company' }).fill('north')
  await admin.getByRole('option', { name: 'Northgate IT' }).click()
  await expect(move.getByText('Choose a company.')).toHaveCount(0)
  await accessible(admin, 'move a user')
  await move.getByRole('button', { name: 'Cancel' }).click()
  await expect(move).toHaveCount(0)

  await openMenu(admin, 'Yuki Sato')
  await admin.getByRole('menuitem', { name: 'View as this user…' }).click()
  const view = admin.getByRole('dialog', { name: 'View the portal as Yuki Sato' })
  await view.getByRole('button', { name: /^View as/ }).click()
  await expect(view.getByText('Enter a reason of at least 3 characters.')).toBeVisible()
  await accessible(admin, 'view as')
  await admin.keyboard.press('Escape')
  await expect(view).toHaveCount(0)
})
