// Sign-in methods other than the password, and sign-up, onboarding and password recovery.
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { createCodes } from './authenticator.ts'
import { accessible, expect, fits, PASSWORD, test } from './browser.ts'
import { ONE_SIZE } from './lane.ts'
import { api, linkIn, mailTo } from './mailbox.ts'

/** Returns an account of the Google emulator, a different one for each size and repetition. */
const at = (name: string) => {
  const { project, repeatEachIndex } = test.info()
  return `${name}.${project.name}.${repeatEachIndex}@gmail.example`
}
const once = () => randomBytes(5).toString('hex')
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** Goes to Google from the sign-in screen and chooses an account there. */
async function withGoogle(page: Page, email: string, from = '/auth') {
  await page.goto(from)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: new RegExp(email.replaceAll('.', '\\.')) }).click()
}

test('a new owner signs up with Google, completes the wizard and invites a colleague', { tag: '@phone' }, async ({
  page,
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  // The invalid website.
  pageErrors.expected.push(/400/)
  const owner = at('gwen')
  // Hold the response back, so that the screen before it is certainly shown.
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/rpc/account/profile', async (route) => {
    await seen
    await route.continue()
  })
  await withGoogle(page, owner, '/auth?redirect=/users')
  await expect(page.getByText('Completing sign in...')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/callback\?(.*&)?redirect=(\/|%2F)users(&|$)/)
  goOn()

  const progress = page.getByRole('progressbar')
  await expect(page.getByText('25%')).toBeVisible()
  await expect(progress).toHaveAttribute('value', '25')
  const next = page.getByRole('button', { name: 'Continue' })
  await expect(next).toBeDisabled()
  await page.getByLabel('Company name').fill('   ')
  await expect(next).toBeDisabled()
  await accessible(page, 'wizard')
  await fits(page, 'wizard')
  const name = `Harlow IT ${once()}`
  await page.getByLabel('Company name').fill(name)
  await next.click()
  await expect(page.getByText('50%')).toBeVisible()
  await page.getByLabel('Website').fill('not a website')
  await next.click()
  // It is rejected in its own step, at the field.
  await expect(page.getByText('Enter a web address, such as https://northgate.example.')).toBeVisible()
  await expect(page.getByLabel('Website')).toBeFocused()
  await expect(page.getByText('50%')).toBeVisible()
  await accessible(page, 'a step that is refused')
  // Skip continues without a website.
  await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await expect(page.getByText('75%')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Website')).toHaveValue('')
  await page.getByLabel('Website').fill('harlow.example')
  await next.click()
  await expect(page.getByText('75%')).toBeVisible()
  await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await expect(page.getByText('100%')).toBeVisible()
  await accessible(page, 'last step')
  await fits(page, 'last step')
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await expect(notices(page)).toContainText('Profile completed!')
  await expect(notices(page)).toContainText('Your company information has been saved.')
  await expect(page).toHaveURL(/\/users$/)
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('millwright.session') ?? '{}'))
  expect([stored.user.email, stored.refresh_token]).toEqual([owner, null])
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  // Invite the first colleague.
  const colleague = `cleo.${once()}@harlow.example`
  await page
    .getByRole('button', { name: /Invite/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill(colleague)
  await dialog.getByRole('button', { name: /^(Send|Invite)/ }).click()
  await mailTo(request, baseURL as string, colleague)

  // The next sign-in skips onboarding.
  await page.evaluate(() => localStorage.clear())
  await context.clearCookies()
  await withGoogle(page, owner)
  await expect(page).toHaveURL(/\/apps-automations$/)
})

test('a user who skips every step is asked again the next time, also after a code', { tag: '@wide' }, async ({
  page,
  context,
  request,
  baseURL,
  pageErrors,
}) => {
  // The cookies are deleted while the page is open.
  pageErrors.expected.push(/401/)
  let nextCode: (() => string) | undefined
  for (let time = 1; time <= 3; time++) {
    await withGoogle(page, at('kira'), '/auth?redirect=/tickets')
    if (nextCode) {
      await page.getByLabel('Code').fill(nextCode())
      await page.keyboard.press('Enter')
    }
    await expect(page.getByLabel('Company name')).toBeVisible()
    for (let step = 1; step < 4; step++) await page.getByRole('button', { name: 'Skip', exact: true }).click()
    await page.getByRole('button', { name: 'Skip for now' }).click()
    await expect(page).toHaveURL(/\/tickets$/)
    if (time === 2) {
      const { access_token } = await page.evaluate(() =>
        JSON.parse(localStorage.getItem('millwright.session') as string),
      )
      const call = await api(request, baseURL as string)
      const { id, totp } = await call('POST', '/me/factors', { friendlyName: 'Phone' }, access_token)
      nextCode = createCodes(totp.secret)
      await call('POST', `/me/factors/${id}/verify`, { code: nextCode() }, access_token)
    }
    await page.evaluate(() => localStorage.clear())
    await context.clearCookies()
  }
})

test('errors from Google are shown in the form', { tag: '@phone' }, async ({ page, pageErrors }) => {
  pageErrors.expected.push(/40[13]/)
  await withGoogle(page, at('uma'))
  await expect(page.getByRole('alert')).toContainText('Google hasn’t verified this email address')
  await expect(page).toHaveURL(/\/auth$/)
  await page.goto('/api/v1/auth/callback/google?error=access_denied&state=unknown-state')
  await expect(page.getByRole('alert')).toHaveText('Google sign-in was canceled.')
  await accessible(page, 'refused by Google')
  // An unknown code, and a state that this browser never had.
  await page.goto('/auth/callback?code=made-up&state=made-up-state&redirect=/tickets')
  await expect(page.getByRole('alert')).toContainText('We couldn’t sign you in with Google')
  await expect(page).toHaveURL(/\/auth\?redirect=%2Ftickets$/)
  // No parameters.
  await page.goto('/auth/callback')
  await expect(page).toHaveURL(/\/auth$/)
})

test('a sign-in with Google drops a redirect to another site', { tag: '@wide' }, async ({ page }) => {
  await withGoogle(page, at('ivan'), '/auth?redirect=https://evil.example/')
  for (let step = 1; step < 4; step++) await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await expect(page).toHaveURL(/localhost:\d+\/apps-automations$/)
})

test('a user signs up, verifies the address, and resets the password', { tag: '@phone' }, async ({
  page,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/4\d\d/)
  const call = await api(request, baseURL as string)
  const email = `nell.${once()}@example.com`
  const password = 'geese over the harbour'
  await call('POST', '/auth/sign-up', { email, password, fullName: 'Nell Novak' })
  const enter = async (word: string) => {
    await page.goto('/auth')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(word)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  }
  await enter(password)
  // Until the address is verified there is no account, and the error does not reveal the pending sign-up.
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  const link = linkIn(await mailTo(request, baseURL as string, email))
  // In a browser other than the one that signed up, the link asks for the chosen password.
  await page.goto(link)
  await expect(page.getByText('You signed up in another browser')).toBeVisible()
  await accessible(page, 'password of the sign-up')
  await fits(page, 'password of the sign-up')
  await page.getByLabel('Password', { exact: true }).fill('something else')
  await page.getByRole('button', { name: 'Verify my address' }).click()
  await expect(page.getByText('This isn’t the password you chose at sign-up. Try again.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Verify my address' }).click()
  await expect(page.getByRole('heading', { name: 'Thanks for Verifying Your Email!' })).toBeVisible()
  await accessible(page, 'verified')
  await fits(page, 'verified')
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()

  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await accessible(page, 'recovery')
  await fits(page, 'recovery')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`If there’s an account for ${email}`)).toBeVisible()
  await accessible(page, 'recovery sent')
  const recovery = linkIn(await mailTo(request, baseURL as string, email, /new password/))
  await page.goto(recovery)
  await page.getByLabel('New password', { exact: true }).fill('password1')
  await page.getByLabel('Confirm new password').fill('password1')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('one of the most common passwords')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('seven lamps and a ladder')
  await page.getByLabel('Confirm new password').fill('seven lamps and a ladder')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await enter('seven lamps and a ladder')
  await expect(page).toHaveURL(/\/apps-automations$/)
  // The link works only once.
  await page.goto(recovery)
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  await expect(page.getByText('This link has already been used or has expired.')).toBeVisible()
  await accessible(page, 'a used link')
  await expect(page.getByRole('link', { name: 'Get a new link' })).toHaveAttribute('href', '/auth/recover')
  await page.goto('/auth/verify-email?token=made-up')
  await expect(page.getByRole('heading', { name: 'We couldn’t verify your address' })).toBeVisible()
  await accessible(page, 'a link that is none')
})

test('a toast does not cover an open menu', async ({ page }) => {
  await page.goto('/auth')
  await page.getByLabel('Email').fill('owner@northgate.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(notices(page)).toContainText('Welcome back!')
  await page.getByRole('button', { name: /^Account/ }).click()
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  await expect
    .poll(async () => {
      const [message, box] = await Promise.all([notices(page).boundingBox(), menu.boundingBox()])
      return message && box && (message.y >= box.y + box.height || message.x >= box.x + box.width)
    })
    .toBe(true)
  await expect(notices(page)).toContainText('Welcome back!')
})

test('a password reset asks for the code, and which passkeys to keep', { tag: ONE_SIZE }, async ({
  page,
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/4\d\d/)
  const call = await api(request, baseURL as string)
  const email = `otto.${once()}@example.com`
  const password = 'geese over the harbour'
  await call('POST', '/auth/sign-up', { email, password, fullName: 'Otto Oak' })
  const verification = new URL(linkIn(await mailTo(request, baseURL as string, email)))
  await call('POST', '/auth/verify-email', { token: verification.searchParams.get('token'), password })
  const { session } = await call('POST', '/auth/sign-in', { email, password })
  const token = session.access_token

  // Add a passkey in the settings, and the authenticator app through the API, because only its code matters here.
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
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/apps-automations$/)
  for (const name of ['Laptop', 'Old phone']) {
    await page.goto('/settings/security')
    const passkeys = page.getByRole('region', { name: 'Passkeys' })
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(passkeys.getByRole('listitem').filter({ hasText: name })).toBeVisible()
    // An authenticator creates one passkey for an account, so the next one needs another device.
    await devtools.send('WebAuthn.disable')
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'usb',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
  }
  // Leave the page, because setting up the app ends its session.
  await page.evaluate(() => localStorage.clear())
  await context.clearCookies()
  await page.goto('about:blank')
  const begun = await call('POST', '/me/factors', { factorType: 'totp' }, token)
  const code = new TOTP({ secret: Secret.fromBase32(begun.totp.secret) }).generate()
  const { recoveryCodes } = await call('POST', `/me/factors/${begun.id}/verify`, { code }, token)

  await page.goto('/auth/recover')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`If there’s an account for ${email}`)).toBeVisible()
  await page.goto(linkIn(await mailTo(request, baseURL as string, email, /new password/)))
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await accessible(page, 'code of a reset')
  await fits(page, 'code of a reset')
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This code is incorrect.')).toBeVisible()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0])
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Other sign-in methods' })).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('seven lamps and a ladder')
  await page.getByLabel('Confirm new password').fill('seven lamps and a ladder')
  await page.keyboard.press('Enter')
  const laptop = page.getByRole('group', { name: 'Passkey Laptop' })
  const phone = page.getByRole('group', { name: 'Passkey Old phone' })
  await expect(laptop.getByText('Choose whether to keep or remove it.')).toBeVisible()
  await expect(phone.getByText('Choose whether to keep or remove it.')).toBeVisible()
  await accessible(page, 'ways into the account')
  await fits(page, 'ways into the account')
  // By keyboard: the first open question has the focus.
  await expect(laptop.getByRole('radio', { name: 'Keep' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(laptop.getByRole('radio', { name: 'Keep' })).toBeChecked()
  await expect(phone.getByRole('radio', { name: 'Remove' })).toBeChecked()
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  const mail = await mailTo(request, baseURL as string, email, /password was changed/)
  expect(mail.text).toContain('You removed: passkey “Old phone”.')
  expect(mail.text).toContain('You kept: passkey “Laptop”.')
})
