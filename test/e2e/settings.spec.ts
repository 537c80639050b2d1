// A user's settings: profile, sign-in methods and sessions. Each test signs up its own user, whose sign-in methods can
// change without affecting other tests.
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import jsQR from 'jsqr'
import { createCodes } from './authenticator.ts'
import { ADMIN, accessible, expect, fits, PASSWORD, signedIn, test } from './browser.ts'
import { ONE_SIZE } from './lane.ts'
import { api, linkIn, mailTo } from './mailbox.ts'
import { newcomer, type Player, story } from './story.ts'

/** Reads a QR code from a screenshot with an independent library. */
async function readQrCode(context: BrowserContext, png: Buffer): Promise<string | undefined> {
  const page = await context.newPage()
  const { width, height, pixels } = await page.evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const drawing = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
    drawing.drawImage(image, 0, 0)
    const read = drawing.getImageData(0, 0, image.width, image.height)
    return { width: read.width, height: read.height, pixels: Array.from(read.data) }
  }, png.toString('base64'))
  await page.close()
  return jsQR(Uint8ClampedArray.from(pixels), width, height, { inversionAttempts: 'dontInvert' })?.data
}

/** Signs up a new user and opens a settings page, signed in as that user. */
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

test('a new name and time zone show immediately, in every tab', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/400/)
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

test('an authenticator app is set up, asked for, replaced by recovery codes, and disabled', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/40[139]|422/)
  const { page, person } = await open({ context, request, baseURL }, '/settings/security')
  // Respond as if the last identity check were ten minutes old.
  await page.route(
    '**/api/rpc/account/enroll',
    (route) =>
      route.fulfill({
        status: 403,
        json: { error: { code: 'CONFIRM_IDENTITY', message: 'Confirm it’s you first.', requestId: 'x' } },
      }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused()
  await accessible(page, 'confirm that it is you')
  await question.getByLabel('Password', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await expect(question.getByText('This password is incorrect. Try again.')).toBeVisible()
  await question.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')

  const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  const picture = setUp.getByRole('img', { name: /QR code/ })
  await expect.poll(() => picture.evaluate((i) => (i as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  const secret = ((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const uri = (await setUp.getByText('Open the app on this device').getAttribute('href')) as string
  expect(uri).toMatch(/^otpauth:\/\/totp\//)
  // The page needs a moment to redraw after each change of the screen.
  const read = async () => readQrCode(context, await picture.screenshot({ scale: 'device' }))
  const screen = await context.newCDPSession(page)
  const { width, height } = page.viewportSize() as { width: number; height: number }
  for (const deviceScaleFactor of [1, 2, 3]) {
    await screen.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: width < 768 })
    await expect.poll(read).toBe(uri)
  }
  await screen.send('Emulation.clearDeviceMetricsOverride')
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ forcedColors: 'active' })
  await expect.poll(read).toBe(uri)
  await page.emulateMedia({ forcedColors: null })
  await accessible(page, 'setting up an authenticator app')
  await fits(page, 'setting up an authenticator app')
  const nextCode = createCodes(secret)
  const digits = setUp.getByLabel(/six-digit code/)
  await expect(digits).toBeFocused()
  await digits.fill('12345')
  await setUp.getByRole('button', { name: 'Verify and turn on' }).click()
  await expect(setUp.getByText('Enter all six digits.')).toBeVisible()
  await digits.fill('000000')
  await page.keyboard.press('Enter')
  await expect(setUp.getByText(/This code is incorrect/)).toBeVisible()
  await digits.fill(nextCode())
  await page.keyboard.press('Enter')

  await expect(notices(page)).toContainText('2FA Enabled')
  await expect(notices(page)).toContainText('Two-factor authentication is now active on your account.')
  const shown = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(shown).toBeVisible()
  const recovery = await shown.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
  expect(recovery.length).toBeGreaterThan(5)
  const download = page.waitForEvent('download')
  await shown.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('millwright-recovery-codes.txt')
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown.getByText(/Save the codes, then check/)).toBeVisible()
  await accessible(page, 'recovery codes')
  await fits(page, 'recovery codes')
  await shown.getByLabel('I have saved these codes').check()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toHaveCount(0)
  await expect(page.getByText('Two-factor authentication is on')).toBeVisible()
  await expect(page.getByText(`${recovery.length} recovery codes left.`)).toBeVisible()
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
  await expect(page.getByText(`${recovery.length - 1} recovery codes left.`)).toBeVisible()

  await page.getByRole('button', { name: 'Create new recovery codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create new codes' }).click()
  const again = shown.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(again).toHaveCount(recovery.length)
  for (const code of await again.allTextContents()) expect(recovery).not.toContain(code)
  await shown.getByLabel('I have saved these codes').check()
  await shown.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Disable' }).click()
  const sure = page.getByRole('alertdialog', { name: 'Disable two-factor authentication?' })
  await accessible(page, 'disabling two-factor authentication')
  await sure.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Disable' }).click()
  await sure.getByRole('button', { name: 'Disable two-factor authentication' }).click()
  await expect(notices(page)).toContainText('2FA Disabled')
  await expect(notices(page)).toContainText('Two-factor authentication has been disabled.')
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
  await signOut(page)
  await enterPassword(page, person)
  await expect(page).toHaveURL(/\/apps-automations/)
})

test('the identity check can be canceled, and nothing changes', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/403/)
  const { page } = await open({ context, request, baseURL }, '/settings/security')
  const refused = { error: { code: 'CONFIRM_IDENTITY', message: 'Confirm it’s you first.', requestId: 'x' } }
  let begun = 0
  await page.route('**/api/rpc/account/enroll', (route) => {
    begun++
    return route.fulfill({ status: 403, json: refused })
  })
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible()
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
  await expect(naming.getByText('Enter a name.')).toBeVisible()
  await naming.getByLabel('Name').fill('Robin’s laptop')

  // A canceled browser prompt is not an error, and the next attempt gets a new challenge.
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await naming.getByRole('button', { name: 'Continue' }).click()
  await expect(naming.getByText('No passkey was created. Try again when you’re ready.')).toBeVisible()
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

test('another browser is signed out from here, immediately', { tag: '@wide' }, async ({
  context,
  browser,
  baseURL,
  request,
  pageErrors,
}) => {
  const elsewhere = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  })
  pageErrors.expected.push(/401/)
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
  await expect(notices(page)).toContainText('Signed out of 1 session')
  await expect(row).toHaveCount(0)
  await expect(far).toHaveURL(/\/auth/)
  await elsewhere.close()
})

test('confirming the identity replaces the session, and other tabs continue', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  // A tab's event stream may reconnect once with the old token, and then uses the new one.
  pageErrors.expected.push(/status of 403/, /status of 401 .*\/api\/v1\/events/)
  const { page, person } = await open({ context, request, baseURL }, '/settings/security')
  const call = await api(context.request, baseURL as string)
  await call('POST', '/auth/sign-in', { email: person.email, password: person.password })
  await page.reload()
  const tab = await context.newPage()
  await tab.goto('/settings')
  await expect(tab.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  const cookie = async () => (await context.cookies()).find((c) => c.name === 'millwright.session_token')?.value
  const before = await cookie()
  // Respond as if the sign-in were long ago.
  await page.route(
    '**/api/rpc/account/endOtherSessions',
    (route) =>
      route.fulfill({
        status: 403,
        json: { error: { code: 'CONFIRM_IDENTITY', message: 'Confirm it’s you first.', requestId: 'x' } },
      }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(notices(page)).toContainText('Signed out')
  expect(await cookie()).not.toBe(before)
  // The tab uses the new session for its next call, and after a reload.
  await tab.getByRole('link', { name: 'Security' }).click()
  await expect(tab.getByRole('list', { name: 'Sessions' })).toContainText('This device')
  await tab.reload()
  await expect(tab.getByRole('list', { name: 'Sessions' })).toContainText('This device')
})

test('a new password needs the old one, and signs out everywhere else', { tag: '@wide' }, async ({
  context,
  browser,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/40[01]|422/)
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
  await form.getByLabel('New password', { exact: true }).fill('eleven patient rivers')
  await form.getByLabel('Confirm new password').fill('eleven patient river')
  await save.click()
  await expect(form.getByText('The passwords don’t match.')).toBeVisible()
  await form.getByLabel('Confirm new password').fill('eleven patient rivers')
  await save.click()
  await expect(form.getByText('Your current password is incorrect. Try again.')).toBeVisible()
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

test('a new address takes effect when its link is opened, and the old one is notified', { tag: '@wide' }, async ({
  context,
  browser,
  baseURL,
  request,
  pageErrors,
}) => {
  const { page, person } = await open({ context, request, baseURL }, '/settings')
  await page.getByRole('link', { name: 'Change email address' }).click()
  await expect(page).toHaveURL(/\/settings\/security#change-email$/)
  const form = page.getByRole('region', { name: 'Email address' })
  await expect(form.getByLabel('New address')).toBeInViewport()
  await form.getByRole('button', { name: 'Send link' }).click()
  await expect(form.getByText('Invalid email address')).toBeVisible()
  const wish = `new.${person.email}`
  await form.getByLabel('New address').fill(wish)
  await form.getByRole('button', { name: 'Send link' }).click()
  await expect(form.getByRole('status')).toContainText(`Check your inbox at ${wish}`)
  await expect(form.getByText(`Current address: ${person.email}`)).toBeVisible()
  // Scroll up, because axe would report elements that are half under the top bar as too small.
  await page.evaluate(() => scrollTo(0, 0))
  await accessible(page, 'asked for another address')
  const mail = await mailTo(request, baseURL as string, wish)
  await mailTo(request, baseURL as string, person.email, /^Your email address is about to change/)

  // In a browser that is signed in to another account, the link says so instead of trying again and again.
  const link = linkIn(mail)
  pageErrors.expected.push(/401/)
  const elsewhere = await browser.newContext()
  const theirs = await signedIn(elsewhere, baseURL as string, 'member@northgate.example')
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: 'Sign in with the other account' })).toBeVisible()
  await expect(theirs.getByText('You are signed in as member@northgate.example.')).toBeVisible()
  await accessible(theirs, 'link of another account')
  await fits(theirs, 'link of another account')
  await theirs.getByRole('button', { name: 'Sign out' }).click()
  await theirs.getByLabel('Email').fill(person.email)
  await theirs.getByLabel('Password', { exact: true }).fill(person.password)
  await theirs.getByLabel('Password', { exact: true }).press('Enter')
  await expect(theirs.getByText('Email address changed')).toBeVisible()
  await expect(theirs.getByText(`Current address: ${wish}`)).toBeVisible()
  await elsewhere.close()
})

test('an administrator who views as another user sees a banner everywhere, and can stop', { tag: '@wide' }, async ({
  context,
  baseURL,
}) => {
  const origin = baseURL as string
  const member = 'member@northgate.example'
  const page = await signedIn(context, origin, ADMIN)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('millwright.session') as string))
  const mine = await stored()
  const call = await api(context.request, origin)
  const other = await call('POST', '/auth/sign-in', { email: member, password: PASSWORD })
  const reason = 'Ticket list looks empty to them'
  const { session } = await call('POST', `/users/${other.session.user.id}/view-as`, { reason }, mine.access_token)
  // A page without calls. The administrator's own page may still be about to make some, with the session in the storage.
  await page.goto('/healthz')
  await page.evaluate((s) => localStorage.setItem('millwright.session', JSON.stringify(s)), session)
  const banner = page.getByRole('complementary', { name: 'Viewing as another user' })
  for (const path of ['/tickets', '/settings']) {
    await page.goto(path)
    await expect(banner).toContainText(
      /you’re viewing the portal as .+ of Northgate IT\. You can’t make changes\. Ends in \d+ min\./,
    )
    await expect(banner).toContainText(`Reason: ${reason}`)
  }
  // The user is a member, so the settings for owners are missing.
  const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  await expect(tabs).toHaveText(['Profile', 'Security', 'Notifications'])
  await accessible(page, 'viewing as another user')
  await fits(page, 'viewing as another user')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(banner).toHaveCount(0)
  await expect(page).toHaveURL(/\/apps-automations/)
  await expect.poll(async () => (await stored()).user.email).toBe(ADMIN)
})

test('an owner requires two-factor authentication; after the grace period only the setup is left', {
  tag: ONE_SIZE,
}, async ({ context, baseURL, request, pageErrors }) => {
  // Calls that are rejected until the second factor is set up.
  pageErrors.expected.push(/status of 403/)
  const origin = baseURL as string
  const call = await api(request, origin)
  const { company, owner } = await story(request, origin, { company: 'Harbor' })
  const { email, password } = owner

  const page = await signedIn(context, origin, email, password)
  await page.goto('/settings/company')
  const section = page.getByRole('region', { name: 'Two-factor authentication' })
  await expect(section).toContainText('Not required · 1 of 1 person hasn’t set it up')
  await section.getByRole('button', { name: 'Require two-factor authentication' }).click()
  const question = page.getByRole('alertdialog', { name: 'Require two-factor authentication?' })
  await expect(question).toContainText('1 person, 1 without two-factor authentication')
  await expect(question).toContainText('three more times')
  await accessible(page, 'requiring two-factor authentication')
  await question.getByRole('button', { name: 'Require two-factor authentication' }).click()
  await expect(section).toContainText('Required · 1 of 1 person hasn’t set it up')
  await mailTo(request, origin, email, /^Set up two-factor authentication/)

  const enter = async () => {
    await signOut(page)
    await enterPassword(page, owner)
  }
  await enter()
  await expect(page.getByText('You can sign in 2 more times before you have to set it up.')).toBeVisible()
  await fits(page, 'the banner of the grace')
  await accessible(page, 'the banner of the grace')
  // Use up the two remaining sign-ins.
  for (let i = 0; i < 2; i++) await call('POST', '/auth/sign-in', { email, password })
  await enter()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Set up two-factor authentication')
  await page.goto('/tickets')
  await expect(heading).toHaveText('Set up two-factor authentication')
  await expect(page.getByText(`${company.name} requires two-factor authentication.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
  await fits(page, 'required two-factor authentication')
  await accessible(page, 'required two-factor authentication')

  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  const secret = ((await dialog.getByRole('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('2. Enter the six-digit code from the app').fill(createCodes(secret)())
  await dialog.getByRole('button', { name: 'Verify and turn on' }).click()
  const kept = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await kept.getByLabel('I have saved these codes').check()
  await kept.getByRole('button', { name: 'Done' }).click()
  await expect(heading).toHaveText('Two-factor authentication is on')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading).toHaveText('Tickets')
  await expect(page.getByText(/requires (it|two-factor authentication)\./)).toHaveCount(0)
})

test('a user with a passkey must use it after the password if two-factor authentication is required', {
  tag: ONE_SIZE,
}, async ({ context, baseURL, request, pageErrors }) => {
  // Calls that are rejected until the passkey is used.
  pageErrors.expected.push(/status of 403/)
  const origin = baseURL as string
  const { company, owner } = await story(request, origin, { company: 'Pier' })
  const page = await signedIn(context, origin, owner.email, owner.password)
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto('/settings/security')
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  const naming = page.getByRole('dialog', { name: 'Add a passkey' })
  await naming.getByRole('button', { name: 'Continue' }).click()
  await expect(passkeys.getByRole('listitem')).toHaveCount(1)
  await page.goto('/settings/company')
  const section = page.getByRole('region', { name: 'Two-factor authentication' })
  await section.getByRole('button', { name: 'Require two-factor authentication' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Require two-factor authentication' }).click()
  await expect(section).toContainText('Required')

  await signOut(page)
  await enterPassword(page, owner)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Two-factor authentication required')
  await expect(
    page.getByText(
      `${company.name} requires two-factor authentication. Confirm with your passkey or authenticator app to continue.`,
    ),
  ).toBeVisible()
  await expect(page.getByText('Lost your passkey?')).toBeVisible()
  // No other method can be added until the passkey is used.
  await expect(page.getByRole('button', { name: /Set up|Add a passkey/ })).toHaveCount(0)
  await fits(page, 'the passkey that is due')
  await accessible(page, 'the passkey that is due')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(heading).toHaveText('Two-factor authentication is on')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.goto('/tickets')
  await expect(heading).toHaveText('Tickets')
})
