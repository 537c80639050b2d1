// The settings of a person: profile, ways in, sessions. Each project has somebody of its own, who signs up and whose
// ways in may change without shutting other tests out.
import type { BrowserContext, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { accessible, expect, fits, PASSWORD, signedIn, test } from './browser.ts'
import { api, mailTo } from './mailbox.ts'

const person = { email: '', password: '' }

const STEP = 30_000
/** Steps of the authenticator app count once: each code is of a later one than the last, and of one that counts now. */
function codes(secret: string) {
  const app = new TOTP({ secret })
  let last = 0
  return async () => {
    const earliest = last + 1
    // A code of the next step counts already.
    const step = Math.max(earliest, Math.floor(Date.now() / STEP))
    await expect
      .poll(() => Math.floor(Date.now() / STEP) + 1, { timeout: 35_000, intervals: [250] })
      .toBeGreaterThanOrEqual(step)
    last = step
    return app.generate({ timestamp: step * STEP })
  }
}

test.beforeAll(async ({ playwright }, { project }) => {
  const baseURL = project.use.baseURL as string
  person.email = `robin.${project.name}.${Date.now()}@example.com`
  person.password = 'seven quiet lanterns'
  const request = await playwright.request.newContext()
  const call = await api(request, baseURL)
  await call('POST', '/auth/sign-up', { ...person, fullName: 'Robin Reyes' })
  const { text } = await mailTo(request, baseURL, person.email, /^Verify your email/)
  const token = /token=([\w-]+)/.exec(text)?.[1]
  await call('POST', '/auth/verify-email', { token })
  await request.dispose()
})

/** The settings of the person, in a browser that has signed in. */
async function open(context: BrowserContext, baseURL: string | undefined, path: string): Promise<Page> {
  const page = await signedIn(context, baseURL as string, person.email, person.password)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  return page
}
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' })

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/auth$/)
}
async function enterPassword(page: Page) {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('a new name and time zone show at once, in every tab', { tag: '@wide' }, async ({ context, baseURL, ear }) => {
  ear.expected.push(/400/)
  const page = await open(context, baseURL, '/settings')
  const other = await context.newPage()
  await other.goto('/settings/security')
  await accessible(page, 'profile')
  await fits(page, 'profile')

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
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(times.first()).not.toHaveAttribute('title', /GMT\+9$/)
})

test('an authenticator app is set up, asked for, helped out by recovery codes, and disabled', { tag: '@wide' }, async ({
  context,
  baseURL,
  ear,
}) => {
  test.setTimeout(180_000)
  ear.expected.push(/40[139]|422/)
  const page = await open(context, baseURL, '/settings/security')
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
  await digits.fill(await nextCode())
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
  await enterPassword(page)
  await page.getByLabel('Code', { exact: true }).fill(await nextCode())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/apps-automations/)

  await signOut(page)
  await enterPassword(page)
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
  await enterPassword(page)
  await expect(page).toHaveURL(/\/apps-automations/)
})

test('the question who it is can be closed, and nothing was done', { tag: '@wide' }, async ({
  context,
  baseURL,
  ear,
}) => {
  ear.expected.push(/403/)
  const page = await open(context, baseURL, '/settings/security')
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

test('a passkey is added, signs in, and is removed', { tag: '@wide' }, async ({ context, baseURL }) => {
  const page = await open(context, baseURL, '/settings/security')
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
  ear,
}) => {
  const elsewhere = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  })
  const far = await signedIn(elsewhere, baseURL as string, person.email, person.password)
  await far.goto('/tickets')
  await expect(far.getByRole('heading', { level: 1 })).toHaveText('Tickets')
  ear.expected.push(/401/)

  const page = await open(context, baseURL, '/settings/security')
  const sessions = page.getByRole('list', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem').first()).toContainText('This device')
  await accessible(page, 'sessions')
  const row = sessions.getByRole('listitem').filter({ hasText: 'Firefox on Linux' })
  await row.getByRole('button', { name: /^Sign out/ }).click()
  await expect(notices(page)).toContainText('Signed out there')
  await expect(row).toHaveCount(0)
  await far.goto('/settings')
  await expect(far).toHaveURL(/\/auth/)
  await elsewhere.close()
})

test('a new password needs the old one, and signs out everywhere else', { tag: '@wide' }, async ({
  context,
  browser,
  baseURL,
  ear,
}) => {
  ear.expected.push(/40[01]|422/)
  const elsewhere = await browser.newContext()
  const far = await signedIn(elsewhere, baseURL as string, person.email, person.password)
  await far.goto('/settings')
  await expect(far.getByRole('heading', { level: 1 })).toHaveText('Settings')

  const page = await open(context, baseURL, '/settings/security')
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
  person.password = 'eleven patient rivers'
  await expect(form.getByLabel('Current password')).toHaveValue('')

  await far.goto('/settings/security')
  await expect(far).toHaveURL(/\/auth/)
  await elsewhere.close()
  await signOut(page)
  await enterPassword(page)
  await expect(page).toHaveURL(/\/apps-automations/)
})

test('a new address counts once its link was opened; the old one hears of it', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
}) => {
  const page = await open(context, baseURL, '/settings')
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
}) => {
  const page = await signedIn(context, baseURL as string, 'admin@millwright.example')
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const call = await api(context.request, baseURL as string)
  const mine = await page.evaluate(() => JSON.parse(localStorage.getItem('millwright.session') as string))
  const other = await call('POST', '/auth/sign-in', { email: 'member@northgate.example', password: PASSWORD })
  // Back to the administrator's cookie: signing in as the member above took its place.
  await call('POST', '/auth/sign-in', { email: 'admin@millwright.example', password: PASSWORD })
  const { session } = await call(
    'POST',
    `/users/${other.session.user.id}/view-as`,
    { reason: 'Ticket list looks empty to them' },
    mine.access_token,
  )
  await page.evaluate((s) => localStorage.setItem('millwright.session', JSON.stringify(s)), session)
  for (const path of ['/tickets', '/settings']) {
    await page.goto(path)
    const banner = page.getByRole('complementary', { name: 'Looking as somebody else' })
    await expect(banner).toContainText(
      /you look as .+ of Northgate IT\. Nothing can be changed\. Ends in (30|29|28) min\./,
    )
    await expect(banner).toContainText('Reason: Ticket list looks empty to them')
    await accessible(page, `looking as somebody else at ${path}`)
    await fits(page, `looking as somebody else at ${path}`)
  }
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('complementary', { name: 'Looking as somebody else' })).toHaveCount(0)
  await expect(page).toHaveURL(/\/apps-automations/)
  const after = await page.evaluate(() => JSON.parse(localStorage.getItem('millwright.session') as string))
  expect(after.user.email).toBe('admin@millwright.example')
})

test('company settings are for owners', { tag: '@wide' }, async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, 'member@northgate.example')
  await page.goto('/settings')
  const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  await expect(tabs).toHaveText(['Profile', 'Security', 'Notifications'])
})
