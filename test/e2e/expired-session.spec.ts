// When a session ends while the user is typing, neither the text nor the change that they send is lost.
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createCodes } from './authenticator.ts'
import { accessible, expect, reconnect, signedIn, test } from './browser.ts'
import { engineer, story } from './story.ts'

/** Ends the session of the page without its knowledge. */
async function endSession(page: Page, baseURL: string) {
  const { access_token } = await page.evaluate(() => JSON.parse(localStorage.getItem('millwright.session') as string))
  const { request } = page.context()
  const site = await (await request.get(`${baseURL}/api/v1/site`, reconnect)).json()
  const r = await request.post(`${baseURL}/api/v1/auth/sign-out`, {
    headers: { apikey: site.publishableKey, origin: baseURL, authorization: `Bearer ${access_token}` },
    data: {},
  })
  expect(r.status()).toBe(200)
}
const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again to continue' })

test('a change sent after the session has ended waits for the sign-in, and is then made once', async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/401/)
  const name = `Ida ${randomBytes(4).toString('hex')}`
  const staff = await engineer(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, staff.email, staff.password)
  // Without live events, the change is the first call that is rejected.
  pageErrors.expected.push(/ERR_FAILED/)
  await page.route('**/api/v1/events*', (route) => route.abort())
  await page.goto('/admin/contacts')
  await page.getByRole('button', { name: 'Add lead' }).click()
  const form = page.getByRole('dialog', { name: 'Add lead' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Phone').fill('+1 555 0100')
  await endSession(page, baseURL as string)
  await form.getByRole('button', { name: 'Add lead' }).click()
  await expect(again(page)).toBeVisible()
  await expect(again(page)).toContainText(staff.email)
  await accessible(page, 'sign in again')
  await again(page).getByLabel('Password', { exact: true }).fill('not my password')
  await page.keyboard.press('Enter')
  await expect(again(page).getByText('Invalid email or password')).toBeVisible()
  await page.keyboard.press('Escape')
  await again(page).getByLabel('Password', { exact: true }).fill(staff.password)
  await page.keyboard.press('Enter')
  await expect(again(page)).toHaveCount(0)
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const { items } = await staff.call('GET', `/leads?q=${encodeURIComponent(name)}`)
  expect(items.map((lead: { name: string }) => lead.name)).toEqual([name])
})

test('text that is not saved yet survives the end of the session, and no one else gets it', async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/401/)
  const { owner, add } = await story(request, baseURL as string)
  const colleague = await add('owner', 'Ida Novak')
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  // Without messages between tabs: a message can arrive before the session is in the storage, so it must not be needed.
  await page.addInitScript(() => void Reflect.deleteProperty(window, 'BroadcastChannel'))
  await page.goto('/settings/company')
  await page.getByLabel('Phone').fill('+1 555 0199')
  await endSession(page, baseURL as string)
  await expect(again(page)).toBeVisible()
  // A sign-in in a new tab counts here too.
  const opened = page.waitForEvent('popup')
  await again(page).getByRole('link', { name: 'Use another sign-in method in a new tab' }).click()
  const tab = await opened
  await tab.getByLabel('Email').fill(owner.email)
  await tab.getByLabel('Password', { exact: true }).fill(owner.password)
  await tab.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(again(page)).toHaveCount(0)
  await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0199')
  await page.getByRole('button', { name: 'Save company' }).click()
  await expect(page.getByText('Company saved')).toBeVisible()

  // The session ends while the change is being sent, which then waits for a sign-in.
  await page.route(
    '**/api/rpc/companies/updateMine',
    async (route) => {
      await endSession(page, baseURL as string)
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByLabel('Phone').fill('+1 555 0200')
  await page.getByRole('button', { name: 'Save company' }).click()
  await expect(again(page)).toBeVisible()
  await tab.goto('/auth')
  await tab.getByLabel('Email').fill(colleague.email)
  await tab.getByLabel('Password', { exact: true }).fill(colleague.password)
  await tab.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(again(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Account/ })).toContainText('Ida Novak')
  await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0199')
  // The owner's waiting change was not sent for the colleague.
  expect((await owner.call('GET', '/company')).phone).toBe('+1 555 0199')
})

test('a user with an authenticator app continues after password and code', async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/401/)
  const { owner } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/settings/company')
  await page.getByLabel('Phone').fill('+1 555 0144')
  // Setting it up on another device ends this session.
  const { id, totp } = await owner.call('POST', '/me/factors', { friendlyName: 'Phone' })
  const nextCode = createCodes(totp.secret)
  await owner.call('POST', `/me/factors/${id}/verify`, { code: nextCode() })
  await again(page).getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await accessible(page, 'sign in again, code')
  const code = again(page).getByLabel('Code')
  await code.fill('12')
  await page.keyboard.press('Enter')
  await expect(again(page).getByText('Enter all six digits.')).toBeVisible()
  await again(page).getByRole('button', { name: 'Back to sign-in' }).click()
  await again(page).getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await code.fill(nextCode())
  await page.keyboard.press('Enter')
  await expect(again(page)).toHaveCount(0)
  await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0144')
})

test('Escape does not close the form below the sign-in', async ({ context, baseURL, request, pageErrors }) => {
  pageErrors.expected.push(/401/)
  const staff = await engineer(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, staff.email, staff.password)
  await page.goto('/admin/contacts')
  await page.getByRole('button', { name: 'Add lead' }).click()
  const name = page.getByRole('dialog', { name: 'Add lead' }).getByLabel('Name')
  await name.fill('Half a name')
  await endSession(page, baseURL as string)
  await expect(again(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await again(page).getByLabel('Password', { exact: true }).fill(staff.password)
  await page.keyboard.press('Enter')
  await expect(again(page)).toHaveCount(0)
  await expect(name).toHaveValue('Half a name')
  // The form would have asked whether to leave without saving.
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})
