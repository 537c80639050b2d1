import type { Page } from '@playwright/test'
import { accessible, expect, fits, PASSWORD, signedIn, test } from './browser.ts'

const OWNER = 'owner@northgate.example'
const MEMBER = 'member@northgate.example'
const ADMIN = 'admin@millwright.example'
const NEW_PASSWORD = 'several unrelated words'

let n = 0
/** An address that no other test and no other project uses. */
const fresh = () => `e2e-${Date.now().toString(36)}-${++n}@northgate.example`

/** What the portal's own API answers to the signed-in page. */
const ask = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async (at) => {
    const { publishableKey } = await (await fetch('/api/v1/site')).json()
    const token = JSON.parse(localStorage.getItem('millwright.session') ?? '{}').access_token
    const r = await fetch(at, { headers: { apikey: publishableKey, authorization: `Bearer ${token}` } })
    return r.json()
  }, path)

/** The link in the last invitation to an address, out of the outbox that staff can read. */
async function linkFor(staff: Page, email: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const { items } = await ask<{ items: { id: string; to: string }[] }>(staff, '/api/v1/outbox')
        const mail = items.find((m) => m.to.includes(email))
        if (!mail) return undefined
        const { text } = await ask<{ text: string }>(staff, `/api/v1/outbox/${mail.id}`)
        link = /\/auth\/invitation\?token=[\w-]+/.exec(text)?.[0]
        return link
      },
      { timeout: 20_000 },
    )
    .toBeTruthy()
  return link as string
}

const openMenu = async (page: Page, who: string) => {
  await page.getByRole('button', { name: `Actions for ${who}` }).click()
  await expect(page.getByRole('menu')).toBeVisible()
}
const row = (page: Page, text: string) => page.locator('[data-row]').filter({ hasText: text })

test('an owner invites, the invited joins, a new role holds at once, and deactivating signs the other browser out', async ({
  browser,
  baseURL,
  context,
  ear,
}) => {
  // The browser that is signed out, and the wrong passwords below, are told so by the server.
  ear.expected.push(/40[13]|422/)
  const address = fresh()
  const name = `Robin ${address.split('@')[0]}`
  const owner = await signedIn(context, baseURL as string, OWNER)
  const staffContext = await browser.newContext({ baseURL: baseURL as string })
  const staff = await signedIn(staffContext, baseURL as string, ADMIN)
  await staff.goto('/admin/outbox')

  await owner.goto('/users')
  await expect(row(owner, 'Ines Duarte')).toBeVisible()
  await accessible(owner, 'users')
  await fits(owner, 'users')
  await owner.getByRole('button', { name: 'Invite people' }).click()
  const dialog = owner.getByRole('dialog', { name: /^Invite people to Northgate IT/ })
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('Enter at least one email address.')).toBeVisible()
  await dialog.getByLabel('Email addresses').fill(`${address}\n${MEMBER}`)
  await accessible(owner, 'invite')
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click()
  // What was sent is sent; what was not stays in the box, with the reason.
  await expect(dialog.getByText('One was not sent')).toBeVisible()
  await expect(dialog.getByText('Somebody with this address is in the company already.')).toBeVisible()
  await expect(dialog.getByLabel('Email addresses')).toHaveValue(MEMBER)
  await accessible(owner, 'invite with a refusal')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(owner, address)).toContainText('Invited')

  // The link, in a browser that knows nobody.
  const link = await linkFor(staff, address)
  const otherContext = await browser.newContext({ baseURL: baseURL as string })
  const other = await otherContext.newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'Join Northgate IT' })).toBeVisible()
  await expect(other.getByText('Dana Whitfield invites you.')).toBeVisible()
  await expect(other.getByText(address)).toBeVisible()
  await accessible(other, 'invitation')
  await fits(other, 'invitation')
  await other.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(other.getByText('Password must be at least 8 characters')).toBeVisible()
  await expect(other.getByLabel('Your name')).toBeFocused()
  await other.getByLabel('Your name').fill(name)
  await other.getByLabel('Password', { exact: true }).fill('password123')
  await other.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(other.getByText(/one of the most common/)).toBeVisible()
  await accessible(other, 'invitation with errors')
  await other.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await other.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(other).toHaveURL(`${baseURL}/apps-automations`)
  await other.goto('/users')
  await expect(other.getByText(/Only owners invite people/)).toBeVisible()
  await expect(other.getByRole('button', { name: 'Invite people' })).toHaveCount(0)
  await expect(other.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)

  // Used up, whoever opens it.
  const again = await otherContext.newPage()
  await again.goto(link)
  await expect(again.getByRole('heading', { name: 'This invitation is over' })).toBeVisible()
  await accessible(again, 'invitation that is over')
  await again.close()

  // It came to the owner's list by itself; another role holds on the next request.
  await expect(row(owner, name)).toContainText('Active')
  await openMenu(owner, name)
  await accessible(owner, 'menu of a user')
  await owner.getByRole('menuitem', { name: 'Make an owner…' }).click()
  const question = owner.getByRole('alertdialog')
  await expect(question).toContainText(`Make ${name} an owner?`)
  await accessible(owner, 'question')
  await question.getByRole('button', { name: 'Make an owner' }).click()
  await expect(row(owner, name)).toContainText('Owner')
  await other.reload()
  await expect(other.getByRole('button', { name: 'Invite people' })).toBeVisible()

  // The details have an address of their own.
  await row(owner, name).getByRole('link').click()
  const details = owner.getByRole('dialog', { name: 'User' })
  await expect(details).toContainText('Signs in with')
  await expect(owner).toHaveURL(/[?&]user=/)
  await accessible(owner, 'details of a user')
  await owner.reload()
  await expect(details).toContainText(address)
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(owner).not.toHaveURL(/user=/)

  // Shut out: the other browser stands before the door, and stays there.
  await openMenu(owner, name)
  await owner.getByRole('menuitem', { name: 'Deactivate…' }).click()
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(question).toHaveCount(0)
  await expect(row(owner, name)).toHaveCount(0)
  await expect(other).toHaveURL(/\/auth/, { timeout: 20_000 })
  await other.getByLabel('Email').fill(address)
  await other.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await other.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(other.getByText(/deactivated/)).toBeVisible()
  await owner.goto('/users?status=deactivated')
  await expect(row(owner, name)).toContainText('Deactivated')
  await Promise.all([otherContext.close(), staffContext.close()])
})

test('an invitation can be revoked, and says so to whoever is signed in as somebody else', async ({
  browser,
  baseURL,
  context,
  ear,
}) => {
  ear.expected.push(/422/)
  const address = fresh()
  const owner = await signedIn(context, baseURL as string, OWNER)
  const staffContext = await browser.newContext({ baseURL: baseURL as string })
  const staff = await signedIn(staffContext, baseURL as string, ADMIN)
  await staff.goto('/admin/outbox')
  await owner.goto('/users?status=invited')
  await owner.getByRole('button', { name: 'Invite people' }).first().click()
  const dialog = owner.getByRole('dialog', { name: /^Invite people/ })
  await dialog.getByLabel('Email addresses').fill(address)
  await dialog.getByLabel('Name').fill('Robin Reed')
  await dialog.getByRole('radio', { name: 'Owner' }).check()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(row(owner, address)).toContainText('Owner')

  const link = await linkFor(staff, address)
  await owner.goto(link)
  await expect(owner.getByText(`You are signed in as ${OWNER}`)).toBeVisible()
  await accessible(owner, 'invitation for somebody else')
  await owner.goto('/users?status=invited')
  await row(owner, address).getByRole('button', { name: 'Actions for Robin Reed' }).click()
  await owner.getByRole('menuitem', { name: 'Revoke invitation…' }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Revoke invitation' }).click()
  await expect(row(owner, address)).toHaveCount(0)
  await owner.goto(link)
  await expect(owner.getByRole('heading', { name: 'This invitation is over' })).toBeVisible()
  await staffContext.close()
})

test('administrators find everybody, move a user, and confirm who they are when it was long ago', async ({
  baseURL,
  context,
  ear,
}) => {
  ear.expected.push(/40[13]|422/)
  const admin = await signedIn(context, baseURL as string, ADMIN)
  await admin.goto('/admin/users?q=Raman')
  await expect(row(admin, 'Priya Raman')).toContainText('Bluepeak Managed Services')
  await expect(row(admin, 'Ines Duarte')).toHaveCount(0)
  await accessible(admin, 'all users')
  await fits(admin, 'all users')
  // The only owner cannot be made less.
  await openMenu(admin, 'Priya Raman')
  await expect(admin.getByRole('menuitem', { name: /^Make a member/ })).toHaveCount(0)
  await expect(admin.getByText(/The only owner/)).toBeVisible()
  await accessible(admin, 'menu of the only owner')
  await admin.keyboard.press('Escape')

  await admin.goto('/admin/users?q=Yuki')
  await openMenu(admin, 'Yuki Sato')
  await admin.getByRole('menuitem', { name: 'Move to another company…' }).click()
  const move = admin.getByRole('dialog', { name: 'Move Yuki Sato to another company' })
  await move.getByRole('button', { name: 'Move user' }).click()
  await expect(move.getByText('Choose the company.')).toBeVisible()
  await move.getByRole('searchbox').fill('north')
  await expect(move.getByRole('radio', { name: 'Northgate IT' })).toBeVisible()
  await accessible(admin, 'move a user')
  await admin.keyboard.press('Escape')

  await openMenu(admin, 'Yuki Sato')
  await admin.getByRole('menuitem', { name: 'View as this user…' }).click()
  const view = admin.getByRole('dialog', { name: 'View the portal as Yuki Sato' })
  await view.getByRole('button', { name: /^View as/ }).click()
  await expect(view.getByText('Say why, in a few words.')).toBeVisible()
  await accessible(admin, 'view as')
  await admin.keyboard.press('Escape')
  await expect(view).toHaveCount(0)
  expect(PASSWORD).toBeTruthy()
})
