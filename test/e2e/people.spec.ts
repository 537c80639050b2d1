import type { Browser, Page } from '@playwright/test'
import { accessible, expect, fits, signedIn, test } from './browser.ts'

const OWNER = 'owner@northgate.example'
const MEMBER = 'member@northgate.example'
const ADMIN = 'admin@millwright.example'
const NEW_PASSWORD = 'several unrelated words'

let n = 0
/** Returns an address that no other test or project uses. */
const fresh = () => `e2e-${Date.now().toString(36)}-${++n}@northgate.example`

/** Calls the API as the user who is signed in on the page. */
const ask = <T>(page: Page, path: string, body?: object): Promise<T> =>
  page.evaluate(
    async ([at, body]) => {
      const { publishableKey } = await (await fetch('/api/v1/site')).json()
      const token = JSON.parse(localStorage.getItem('millwright.session') ?? '{}').access_token
      const r = await fetch(at, {
        method: body ? 'POST' : 'GET',
        headers: { apikey: publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
      })
      return r.json()
    },
    [path, body] as const,
  )

/** Returns the link in the last invitation to an address, from the outbox that staff can read. */
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

/** Creates a member who has joined Northgate IT, in a separate browser context. */
async function joined(browser: Browser, baseURL: string, owner: Page, staff: Page, name: string) {
  const email = fresh()
  await ask(owner, '/api/v1/invitations', { email, role: 'member' })
  const token = (await linkFor(staff, email)).split('token=')[1]
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await page.goto('/auth/invitation')
  // The response sets the cookie, so call it from the page.
  await page.evaluate(
    async ([token, fullName, password]) => {
      const { publishableKey } = await (await fetch('/api/v1/site')).json()
      const r = await fetch('/api/v1/auth/invitation/accept', {
        method: 'POST',
        headers: { apikey: publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ token, fullName, password }),
      })
      localStorage.setItem('millwright.session', JSON.stringify((await r.json()).session))
    },
    [token, name, NEW_PASSWORD],
  )
  return { email, page, close: () => context.close() }
}

test('an owner invites several people; addresses that fail stay, with the reason', async ({
  baseURL,
  context,
  ear,
}) => {
  ear.expected.push(/422/)
  const address = fresh()
  const owner = await signedIn(context, baseURL as string, OWNER)
  await owner.goto('/users')
  await expect(row(owner, 'Ines Duarte')).toBeVisible()
  await accessible(owner, 'users')
  await fits(owner, 'users')
  await owner.getByRole('button', { name: 'Invite people' }).click()
  const dialog = owner.getByRole('dialog', { name: /^Invite people to Northgate IT/ })
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('Enter at least one email address.')).toBeVisible()
  await dialog.getByLabel('Email addresses').fill(`${address}\n${MEMBER}`)
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click()
  await expect(dialog.getByText('1 invitation wasn’t sent')).toBeVisible()
  await expect(dialog.getByText('A user with this address already belongs to the company.')).toBeVisible()
  await expect(dialog.getByLabel('Email addresses')).toHaveValue(MEMBER)
  await accessible(owner, 'invite')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(owner, address)).toContainText('Invited')
})

test('an invited user opens the link, sets a password and joins, once', async ({ browser, baseURL, context, ear }) => {
  ear.expected.push(/422/)
  const address = fresh()
  const name = `Robin ${address.split('@')[0]}`
  const ownerContext = await browser.newContext({ baseURL: baseURL as string })
  const owner = await signedIn(ownerContext, baseURL as string, OWNER)
  const staffContext = await browser.newContext({ baseURL: baseURL as string })
  const staff = await signedIn(staffContext, baseURL as string, ADMIN)
  await Promise.all([staff.goto('/admin/outbox'), gotoLive(owner, '/users')])
  await ask(owner, '/api/v1/invitations', { email: address, role: 'member' })
  // It appears in the list without a reload.
  await expect(row(owner, address)).toContainText('Invited')

  const link = await linkFor(staff, address)
  const page = await context.newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Join Northgate IT' })).toBeVisible()
  await expect(page.getByText('Dana Whitfield invited you.')).toBeVisible()
  await expect(page.getByText(address)).toBeVisible()
  await fits(page, 'invitation')
  await page.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await expect(page.getByLabel('Your name')).toBeFocused()
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill('password123')
  await page.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(page.getByText(/one of the most common/)).toBeVisible()
  await accessible(page, 'invitation with errors')
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(page).toHaveURL(`${baseURL}/apps-automations`)
  await expect(row(owner, name)).toContainText('Active')

  // A member sees the users, and why they cannot do more.
  await page.goto('/users')
  await expect(page.getByText(/Only owners can invite people/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite people' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible()
  await accessible(page, 'expired invitation')
  await Promise.all([ownerContext.close(), staffContext.close()])
})

test('a new role takes effect immediately, and deactivating signs the user out elsewhere', { tag: '@wide' }, async ({
  browser,
  baseURL,
  context,
}) => {
  const owner = await signedIn(context, baseURL as string, OWNER)
  const staffContext = await browser.newContext({ baseURL: baseURL as string })
  const staff = await signedIn(staffContext, baseURL as string, ADMIN)
  await Promise.all([staff.goto('/admin/outbox'), gotoLive(owner, '/users')])
  const name = `Robin ${fresh().split('@')[0]}`
  const other = await joined(browser, baseURL as string, owner, staff, name)
  await staffContext.close()
  await gotoLive(other.page, '/users')
  await expect(other.page.getByText(/Only owners can invite people/)).toBeVisible()

  await openMenu(owner, name)
  await owner.getByRole('menuitem', { name: 'Make an owner…' }).click()
  const question = owner.getByRole('alertdialog')
  await expect(question).toContainText(`Make ${name} an owner?`)
  await question.getByRole('button', { name: 'Make an owner' }).click()
  await expect(row(owner, name)).toContainText('Owner')
  // Wait until the dialog is gone. It returns the focus, which would close a menu that is open by then.
  await expect(question).toHaveCount(0)
  await other.page.reload()
  await expect(other.page.getByRole('button', { name: 'Invite people' })).toBeVisible()

  // The other browser is signed out and cannot sign in again.
  await openMenu(owner, name)
  await owner.getByRole('menuitem', { name: 'Deactivate…' }).click()
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(question).toHaveCount(0)
  await expect(row(owner, name)).toHaveCount(0)
  await expect(other.page).toHaveURL(/\/auth/, { timeout: 20_000 })
  await other.page.getByLabel('Email').fill(other.email)
  await other.page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await other.page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(other.page.getByText(/deactivated/)).toBeVisible()
  await other.close()
})

test('the details of a user have their own address', { tag: '@wide' }, async ({ baseURL, context }) => {
  const owner = await signedIn(context, baseURL as string, OWNER)
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

test('an invitation can be revoked, and warns a user who is signed in to another account', { tag: '@wide' }, async ({
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
  await accessible(owner, 'invitation for someone else')
  await owner.goto('/users?status=invited')
  await row(owner, address).getByRole('button', { name: 'Actions for Robin Reed' }).click()
  await owner.getByRole('menuitem', { name: 'Revoke invitation…' }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Revoke invitation' }).click()
  await expect(row(owner, address)).toHaveCount(0)
  await owner.goto(link)
  await expect(owner.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible()
  await staffContext.close()
})

test('administrators find every user, move a user, and confirm their identity if it was long ago', {
  tag: '@wide',
}, async ({ baseURL, context, ear }) => {
  ear.expected.push(/40[13]|422/)
  const admin = await signedIn(context, baseURL as string, ADMIN)
  await admin.goto('/admin/users?q=Raman')
  await expect(row(admin, 'Priya Raman')).toContainText('Bluepeak Managed Services')
  await expect(row(admin, 'Ines Duarte')).toHaveCount(0)
  await accessible(admin, 'all users')
  await fits(admin, 'all users')
  // The only owner cannot be made a member.
  await openMenu(admin, 'Priya Raman')
  await expect(admin.getByRole('menuitem', { name: /^Make a member/ })).toHaveCount(0)
  await expect(admin.getByText(/This is the only owner/)).toBeVisible()
  await accessible(admin, 'menu of the only owner')
  await admin.keyboard.press('Escape')

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
