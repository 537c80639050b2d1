// Ways in beside the password, and what comes before one has a company or a password that one remembers.
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { accessible, expect, fits, test } from './browser.ts'
import { api, linkIn, mailTo } from './mailbox.ts'

/** Somebody whom the emulator of Google knows, in each size and each repetition another one. */
const at = (name: string) => {
  const { project, repeatEachIndex } = test.info()
  return `${name}.${project.name}.${repeatEachIndex}@gmail.example`
}
const once = () => randomBytes(5).toString('hex')
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** Leaves for Google from the sign-in screen and chooses an account there. */
async function withGoogle(page: Page, email: string, from = '/auth') {
  await page.goto(from)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: new RegExp(email.replaceAll('.', '\\.')) }).click()
}

test('a new owner goes from Google over the wizard to a first invited colleague', { tag: '@phone' }, async ({
  page,
  context,
  baseURL,
  request,
  ear,
}) => {
  // The website that is none.
  ear.expected.push(/400/)
  const owner = at('gwen')
  // What stands there until the company is known is seen for certain where the answer waits for it.
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
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Website')).toHaveValue('not a website')
  await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await expect(page.getByText('100%')).toBeVisible()
  await accessible(page, 'last step')
  await fits(page, 'last step')
  await page.getByRole('button', { name: 'Complete Setup' }).click()
  // Refused, with words, where it can be mended.
  await expect(notices(page)).toContainText('Error')
  await page.getByLabel('Website').fill('harlow.example')
  await next.click()
  await next.click()
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await expect(notices(page)).toContainText('Profile completed!')
  await expect(notices(page)).toContainText('Your company information has been saved.')
  await expect(page).toHaveURL(/\/users$/)
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('millwright.session') ?? '{}'))
  expect([stored.user.email, stored.refresh_token]).toEqual([owner, null])
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  // The first colleague.
  const colleague = `cleo.${once()}@harlow.example`
  await page
    .getByRole('button', { name: /Invite/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill(colleague)
  await dialog.getByRole('button', { name: /^(Send|Invite)/ }).click()
  await mailTo(request, baseURL as string, colleague)

  // Coming again, there is nothing left to ask.
  await page.evaluate(() => localStorage.clear())
  await context.clearCookies()
  await withGoogle(page, owner)
  await expect(page).toHaveURL(/\/apps-automations$/)
})

test('whoever skips everything is asked again the next time', { tag: '@wide' }, async ({ page, context, ear }) => {
  // The cookies are taken away beneath an open page.
  ear.expected.push(/401/)
  for (let time = 1; time <= 2; time++) {
    await withGoogle(page, at('ivan'))
    await expect(page.getByLabel('Company name')).toBeVisible()
    for (let step = 1; step < 4; step++) await page.getByRole('button', { name: 'Skip', exact: true }).click()
    await page.getByRole('button', { name: 'Skip for now' }).click()
    await expect(page).toHaveURL(/\/apps-automations$/)
    await page.evaluate(() => localStorage.clear())
    await context.clearCookies()
  }
})

test('what Google refuses, or does not vouch for, is told in the form', { tag: '@phone' }, async ({ page, ear }) => {
  ear.expected.push(/40[13]/)
  await withGoogle(page, at('uma'))
  await expect(page.getByRole('alert')).toContainText('Google has not verified this email address')
  await expect(page).toHaveURL(/\/auth$/)
  await page.goto('/api/v1/auth/callback/google?error=access_denied&state=unknown-state')
  await expect(page.getByRole('alert')).toHaveText('Signing in with Google was cancelled.')
  await accessible(page, 'refused by Google')
  // A code of nobody, a state that this browser never had.
  await page.goto('/auth/callback?code=made-up&state=made-up-state&redirect=/tickets')
  await expect(page.getByRole('alert')).toContainText('did not work')
  await expect(page).toHaveURL(/\/auth\?redirect=%2Ftickets$/)
  // Nothing at all.
  await page.goto('/auth/callback')
  await expect(page).toHaveURL(/\/auth$/)
})

test('a wish that leads elsewhere is dropped on this way too', { tag: '@wide' }, async ({ page }) => {
  await withGoogle(page, at('ivan'), '/auth?redirect=https://evil.example/')
  for (let step = 1; step < 4; step++) await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await expect(page).toHaveURL(/localhost:\d+\/apps-automations$/)
})

test('signing up, verifying, forgetting the password, choosing another', { tag: '@phone' }, async ({
  page,
  baseURL,
  request,
  ear,
}) => {
  ear.expected.push(/4\d\d/)
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
  // Until the address is verified there is no account, and nothing tells that somebody waits for it.
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  const link = linkIn(await mailTo(request, baseURL as string, email))
  // Another browser than the one that signed up: who reads the mail has to know what was chosen.
  await page.goto(link)
  await expect(page.getByText('You signed up in another browser')).toBeVisible()
  await accessible(page, 'password of the sign-up')
  await fits(page, 'password of the sign-up')
  await page.getByLabel('Password', { exact: true }).fill('something else')
  await page.getByRole('button', { name: 'Verify my address' }).click()
  await expect(page.getByText('This is not the password that was chosen.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Verify my address' }).click()
  await expect(page.getByRole('heading', { name: 'Thanks for Verifying Your Email!' })).toBeVisible()
  await accessible(page, 'verified')
  await fits(page, 'verified')
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()

  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await accessible(page, 'recovery')
  await fits(page, 'recovery')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`If there is an account for ${email}`)).toBeVisible()
  await accessible(page, 'recovery sent')
  const recovery = linkIn(await mailTo(request, baseURL as string, email, /new password/))
  await page.goto(recovery)
  await page.getByLabel('New password').fill('password1')
  await page.getByLabel('The same again').fill('password1')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('one of the most common ones')).toBeVisible()
  await page.getByLabel('New password').fill('seven lamps and a ladder')
  await page.getByLabel('The same again').fill('seven lamps and a ladder')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await enter('seven lamps and a ladder')
  await expect(page).toHaveURL(/\/apps-automations$/)
  // Used once.
  await page.goto(recovery)
  await page.getByLabel('New password').fill('another one altogether')
  await page.getByLabel('The same again').fill('another one altogether')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('alert')).toContainText('was used already')
  await page.goto('/auth/verify-email?token=made-up')
  await expect(page.getByRole('heading', { name: 'This did not work' })).toBeVisible()
  await accessible(page, 'a link that is none')
})
