// The settings of a person: profile, ways in, sessions. Each test has somebody of its own, who signs up and whose ways in
// may change without shutting other tests out.
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { ADMIN, accessible, expect, fits, PASSWORD, signedIn, test } from './browser.ts'
import { api, mailTo } from './mailbox.ts'
import { newcomer, type Player } from './story.ts'

const STEP = 30_000
/** The codes of an authenticator app. Each counts once, and that of the next half minute counts already: two at once. */
function codes(secret: string) {
  const app = new TOTP({ secret })
  let last = 0
  return () => {
    last = Math.max(last + 1, Math.floor(Date.now() / STEP))
    return app.generate({ timestamp: last * STEP })
  }
}

/** Somebody new, and their settings in a browser that has signed in. */
async function open(
  { context, request, baseURL }: { context: BrowserContext; request: APIRequestContext; baseURL: string | undefined },
  path: string,
): Promise<{ page: Page; person: Player }> {
  const person = await newcomer(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, person.email, person.password)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  return { page, person }
}
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' })

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/auth$/)
}
async function enterPassword(page: Page, person: Pick<Player, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('a new name and time zone show at once, in every tab', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
  ear,
}) => {
  ear.expected.push(/400/)
  const { page } = await open({ context, request, baseURL }, '/settings')
  const other = await context.newPage()
  await other.goto('/settings/security')
  await expect(other.locator('main time').first()).toBeVisible()
  const name = page.getByLabel('Name')
  await name.fill(' R ')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible()
  await expect(name).toBeFocused()
  await accessible(page, 'profile with an error')
  await name.fill('x'.repeat(101))
  await expect(page.getByText('Name must be less than 100 characters')).toBeVisible()

  await name.fill('Robin Castellanos')
  const zone = page.getByLabel('Time zone')
  await zone.focus()
  await page.keyboard.type('japan')
  await expect(page.getByRole('option')).toHaveCount(1)
  await accessible(page, 'time zones')
  await page.keyboard.press('Enter')
  await expect(zone).toHaveValue('Asia/Tokyo')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(notices(page)).toContainText('Profile saved')

  for (const tab of [page, other])
    await expect(tab.getByRole('button', { name: /^Account/ })).toContainText('Robin Castellanos')
  const times = other.locator('main time')
  await expect(times.first()).toHaveAttribute('title', /GMT\+9$/)

  await page.reload()
  await expect(zone).toHaveValue('Asia/Tokyo')
  await zone.fill('as this device')
  await page.getByRole('option', { name: /as this device/i }).click()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(times.first()).not.toHaveAttribute('title', /GMT\+9$/)
})

test('an authenticator app is set up, asked for, helped out by recovery codes, and disabled', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
  ear,
}) => {
  ear.expected.push(/40[139]|422/)
  const { page, person } = await open({ context, request, baseURL }, '/settings/security')
  // The proof that counts is ten minutes old by now.
  await page.route(
    '**/api/rpc/account/enroll',
    (route) =>
      route.fulfill({
        status: 403,
        json: { error: { code: 'CONFIRM_IDENTITY', message: 'Confirm that it is you first.', requestId: 'x' } },
      }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused()
  await accessible(page, 'confirm that it is you')
  await question.getByLabel('Password', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await expect(question.getByText('This is not your password.')).toBeVisible()
  await question.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')

  const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  const picture = setUp.getByRole('img', { name: /QR code/ })
  await expect.poll(() => picture.evaluate((i) => (i as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  const secret = ((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await accessible(page, 'setting up an authenticator app')
  await fits(page, 'setting up an authenticator app')
  const nextCode = codes(secret)
  const digits = setUp.getByLabel(/six digits/)
  await expect(digits).toBeFocused()
  await digits.fill('12345')
  await setUp.getByRole('button', { name: 'Verify and turn on' }).click()
  await expect(setUp.getByText('The code has six digits.')).toBeVisible()
  await digits.fill('000000')
  await page.keyboard.press('Enter')
  await expect(setUp.getByText(/This code is not right/)).toBeVisible()
  await digits.fill(nextCode())
  await page.keyboard.press('Enter')

  await expect(notices(page)).toContainText('2FA Enabled')
  await expect(notices(page)).toContainText('Two-factor authentication is now active on your account.')
  const shown = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await expect(shown).toBeVisible()
  const recovery = await shown.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
  expect(recovery.length).toBeGreaterThan(5)
  const download = page.waitForEvent('download')
  await shown.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('millwright-recovery-codes.txt')
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown.getByText(/Keep them first/)).toBeVisible()
  await accessible(page, 'recovery codes')
  await fits(page, 'recovery codes')
  await shown.getByLabel('I have kept them').check()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toHaveCount(0)
  await expect(page.getByText('Two-factor authentication is on')).toBeVisible()
  await expect(page.getByText(`${recovery.length} recovery codes are left.`)).toBeVisible()
  await accessible(page, 'security with an authenticator app')

  await signOut(page)
  await enterPassword(page, person)
  await page.getByLabel('Code', { exact: true }).fill(nextCode())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/apps-automations/)

  await signOut(page)
  await enterPassword(page, person)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery[0] as string)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/apps-automations/)
  await page.goto('/settings/security')
  await expect(page.getByText(`${recovery.length - 1} recovery codes are left.`)).toBeVisible()

  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new ones' }).click()
  const again = shown.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(again).toHaveCount(recovery.length)
  for (const code of await again.allTextContents()) expect(recovery).not.toContain(code)
  await shown.getByLabel('I have kept them').check()
  await shown.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Disable' }).click()
  const sure = page.getByRole('alertdialog', { name: 'Disable two-factor authentication?' })
  await accessible(page, 'disabling two-factor authentication')
  await sure.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Disable' }).click()
  await sure.getByRole('button', { name: 'Disable' }).click()
  await expect(notices(page)).toContainText('2FA Disabled')
  await expect(notices(page)).toContainText('Two-factor authentication has been disabled.')
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
  await signOut(page)
  await enterPassword(page, person)
  await expect(page).toHaveURL(/\/apps-automations/)
})

test('the question who it is can be closed, and nothing was done', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
  ear,
}) => {
  ear.expected.push(/403/)
  const { page } = await open({ context, request, baseURL }, '/settings/security')
  const refused = { error: { code: 'CONFIRM_IDENTITY', message: 'Confirm that it is you first.', requestId: 'x' } }
  let begun = 0
  await page.route('**/api/rpc/account/enroll', (route) => {
    begun++
    return route.fulfill({ status: 403, json: refused })
  })
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeFocused()
  await expect(notices(page)).toBeEmpty()
  expect(begun).toBe(1)
})

test('a passkey is added, signs in, and is removed', { tag: '@wide' }, async ({ context, baseURL, request }) => {
  const { page } = await open({ context, request, baseURL }, '/settings/security')
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  const naming = page.getByRole('dialog', { name: 'Add a passkey' })
  await accessible(page, 'adding a passkey')
  await naming.getByLabel('Name').fill('')
  await naming.getByRole('button', { name: 'Continue' }).click()
  await expect(naming.getByText('Give it a name.')).toBeVisible()
  await naming.getByLabel('Name').fill('Robin’s laptop')

  // A browser window that is closed is no error, and the next try gets a new challenge.
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await naming.getByRole('button', { name: 'Continue' }).click()
  await expect(naming.getByText('No passkey was made. Try again when you are ready.')).toBeVisible()
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await naming.getByRole('button', { name: 'Continue' }).click()
  await expect(notices(page)).toContainText('Passkey added')
  const row = passkeys.getByRole('listitem').filter({ hasText: 'Robin’s laptop' })
  await expect(row).toContainText('never used')
  await accessible(page, 'security with a passkey')

  await signOut(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/apps-automations/)
  await page.goto('/settings/security')
  await expect(row).toContainText(/last used/)

  await row.getByRole('button', { name: 'Remove Robin’s laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click()
  await expect(notices(page)).toContainText('Passkey removed')
  await expect(row).toHaveCount(0)
})

test('another browser is signed out from here, at once', { tag: '@wide' }, async ({
  context,
  browser,
  baseURL,
  request,
  ear,
}) => {
  const elsewhere = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  })
  ear.expected.push(/401/)
  const { page, person } = await open({ context, request, baseURL }, '/settings/security')
  const far = await signedIn(elsewhere, baseURL as string, person.email, person.password)
  await far.goto('/tickets')
  await expect(far.getByRole('heading', { level: 1 })).toHaveText('Tickets')

  await page.reload()
  const sessions = page.getByRole('list', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem').first()).toContainText('This device')
  await accessible(page, 'sessions')
  const row = sessions.getByRole('listitem').filter({ hasText: 'Firefox on Linux' })
  await row.getByRole('button', { name: /^Sign out/ }).click()
  await expect(notices(page)).toContainText('Signed out there')
  await expect(row).toHaveCount(0)
  await expect(far).toHaveURL(/\/auth/)
  await elsewhere.close()
})

test('a new password needs the old one, and signs out everywhere else', { tag: '@wide' }, async ({
  context,
  browser,
  baseURL,
  request,
  ear,
}) => {
  ear.expected.push(/40[01]|422/)
  const elsewhere = await browser.newContext()
  const { page, person } = await open({ context, request, baseURL }, '/settings/security')
  const far = await signedIn(elsewhere, baseURL as string, person.email, person.password)
  await far.goto('/settings')
  await expect(far.getByRole('heading', { level: 1 })).toHaveText('Settings')

  const form = page.getByRole('region', { name: 'Password', exact: true })
  const save = form.getByRole('button', { name: 'Change password' })
  await save.click()
  await expect(form.getByText('Enter your current password.')).toBeVisible()
  await expect(form.getByText('Password must be at least 8 characters')).toBeVisible()
  await accessible(page, 'password with errors')
  await form.getByLabel('Current password').fill('not the password')
  await form.getByLabel('New password').fill('eleven patient rivers')
  await form.getByLabel('The new one again').fill('eleven patient river')
  await save.click()
  await expect(form.getByText('The two passwords are not the same')).toBeVisible()
  await form.getByLabel('The new one again').fill('eleven patient rivers')
  await save.click()
  await expect(form.getByText('This is not your current password.')).toBeVisible()
  await expect(form.getByLabel('Current password')).toBeFocused()
  await form.getByLabel('Current password').fill(person.password)
  await save.click()
  await expect(notices(page)).toContainText('Password changed')
  await expect(form.getByLabel('Current password')).toHaveValue('')

  await expect(far).toHaveURL(/\/auth/)
  await elsewhere.close()
  await signOut(page)
  await enterPassword(page, { ...person, password: 'eleven patient rivers' })
  await expect(page).toHaveURL(/\/apps-automations/)
})

test('a new address counts once its link was opened; the old one hears of it', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
}) => {
  const { page, person } = await open({ context, request, baseURL }, '/settings')
  await page.getByRole('link', { name: 'Change email address' }).click()
  await expect(page).toHaveURL(/\/settings\/security#change-email$/)
  const form = page.getByRole('region', { name: 'Email address' })
  await expect(form.getByLabel('New address')).toBeInViewport()
  await form.getByRole('button', { name: 'Send the link' }).click()
  await expect(form.getByText('Invalid email address')).toBeVisible()
  const wish = `new.${person.email}`
  await form.getByLabel('New address').fill(wish)
  await form.getByRole('button', { name: 'Send the link' }).click()
  await expect(form.getByRole('status')).toContainText(`Look into the inbox of ${wish}`)
  await expect(form.getByText(`Now: ${person.email}`)).toBeVisible()
  // Nothing half beneath the bar: axe takes that for too small.
  await page.evaluate(() => scrollTo(0, 0))
  await accessible(page, 'asked for another address')
  const mail = await mailTo(request, baseURL as string, wish)
  expect(mail.text).toMatch(/\/auth\/verify-email\?token=/)
  await mailTo(request, baseURL as string, person.email, /^Your email address is about to change/)
})

test('an administrator who looks as somebody else is told so on every screen, and stops', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
}) => {
  const origin = baseURL as string
  const member = 'member@northgate.example'
  const page = await signedIn(context, origin, ADMIN)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('millwright.session') as string))
  const mine = await stored()
  // Not in the administrator's browser: signing in there would take the cookie's place.
  const other = await (await api(request, origin))('POST', '/auth/sign-in', { email: member, password: PASSWORD })
  const call = await api(context.request, origin)
  const reason = 'Ticket list looks empty to them'
  const { session } = await call('POST', `/users/${other.session.user.id}/view-as`, { reason }, mine.access_token)
  await page.evaluate((s) => localStorage.setItem('millwright.session', JSON.stringify(s)), session)
  const banner = page.getByRole('complementary', { name: 'Looking as somebody else' })
  for (const path of ['/tickets', '/settings']) {
    await page.goto(path)
    await expect(banner).toContainText(/you look as .+ of Northgate IT\. Nothing can be changed\. Ends in \d+ min\./)
    await expect(banner).toContainText(`Reason: ${reason}`)
  }
  // For a member: what only owners set is not among the settings.
  const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  await expect(tabs).toHaveText(['Profile', 'Security', 'Notifications'])
  await accessible(page, 'looking as somebody else')
  await fits(page, 'looking as somebody else')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(banner).toHaveCount(0)
  await expect(page).toHaveURL(/\/apps-automations/)
  await expect.poll(async () => (await stored()).user.email).toBe(ADMIN)
})
