// Without a network, and after a deployment: the layout and the input stay, and navigation resumes when possible.
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { accessible, expect, fits, signedIn, test } from './browser.ts'
import { ONE_SIZE } from './lane.ts'
import { story } from './story.ts'

const TEXT = 'Typed before the train went into the tunnel.'
const CUT = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK|Failed to load resource|Failed to fetch/

/** Signs in as the owner of a new company with one ticket. */
async function ownerPage(context: BrowserContext, request: APIRequestContext, baseURL: string) {
  const { owner } = await story(request, baseURL)
  await owner.call('POST', '/tickets', { subject: 'The train is late', description: 'x' })
  return signedIn(context, baseURL, owner.email, owner.password)
}

const ticketIn = (page: Page) => page.getByRole('link', { name: /^T-\d+/ }).first()

async function openTicket(page: Page) {
  await page.goto('/tickets?status=all')
  await ticketIn(page).click()
  const composer = page.getByRole('textbox', { name: 'Reply', exact: true })
  await composer.fill(TEXT)
  return composer
}

/** On a phone, navigation is in a drawer. Loads its code before the network is cut. */
async function readyToGo(page: Page, isMobile: boolean) {
  if (!isMobile) return
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Portal' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
async function go(page: Page, name: string, isMobile: boolean) {
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name, exact: true }).click()
}

test('offline, another screen explains it inside the frame, keeps what was typed, and opens automatically', {
  tag: ONE_SIZE,
}, async ({ context, baseURL, request, pageErrors, isMobile }) => {
  pageErrors.expected.push(CUT)
  const page = await ownerPage(context, request, baseURL as string)
  const composer = await openTicket(page)
  await readyToGo(page, isMobile)
  await context.setOffline(true)
  await go(page, 'Reports', isMobile)
  const title = page.getByRole('heading', { level: 1, name: 'You’re offline' })
  await expect(title).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
  await expect(composer).toBeHidden()
  await fits(page, 'offline')
  await accessible(page, 'offline')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(title).toBeVisible()

  // Go back: the text is still there.
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(title).toHaveCount(0)
  await expect(composer).toHaveValue(TEXT)
  await composer.pressSequentially(' And more.')

  await go(page, 'Reports', isMobile)
  await expect(title).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  await page.goBack()
  await expect(composer).toHaveValue(`${TEXT} And more.`)
})

test('offline, a half-filled form survives an attempt to leave it, and missing parts load later', {
  tag: ONE_SIZE,
}, async ({ context, baseURL, request, pageErrors, isMobile }) => {
  pageErrors.expected.push(CUT)
  const page = await ownerPage(context, request, baseURL as string)
  await page.goto('/settings')
  const name = page.getByRole('textbox', { name: /^Name|Your name/ })
  await name.fill('Half a na')
  await readyToGo(page, isMobile)
  await context.setOffline(true)
  await go(page, 'Clients', isMobile)
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeVisible()
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(name).toHaveValue('Half a na')

  // The code of the screen is loaded, but its data is not.
  await context.setOffline(false)
  await page.goto('/tickets?status=all')
  await expect(ticketIn(page)).toBeVisible()
  await context.setOffline(true)
  await ticketIn(page).click()
  await expect(page.getByText('You’re offline').first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('textbox', { name: 'Reply', exact: true })).toBeVisible()
  await expect(page.getByText('You’re offline')).toHaveCount(0)
})

test('offline, links out of the portal wait for the network instead of leaving it', { tag: ONE_SIZE }, async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  // The page may still load the profile when the network goes.
  pageErrors.expected.push(CUT, /Couldn’t load the profile/)
  const page = await ownerPage(context, request, baseURL as string)
  const title = page.getByRole('heading', { level: 1, name: 'You’re offline' })
  // A page in the frame, and one outside it.
  for (const [at, link, to] of [
    ['/settings/api-keys', 'a[href="/api/docs"]', '/api/docs'],
    ['/auth/recover', 'a[href="/"]', '/'],
  ] as const) {
    await page.goto(at)
    const out = page.locator(link).first()
    await expect(out).toBeVisible()
    await expect(page.locator('.animate-breathe')).toHaveCount(0)
    await context.setOffline(true)
    await out.click()
    await expect(title).toBeVisible()
    await fits(page, at)
    await accessible(page, at)
    await page.getByRole('button', { name: 'Go back' }).click()
    await expect(title).toHaveCount(0)
    await expect(page).toHaveURL(at)
    await out.click()
    await expect(title).toBeVisible()
    await context.setOffline(false)
    await expect(page).toHaveURL(to)
  }
})

test('a screen whose code was replaced by a deployment is loaded once as a document, and the reply is kept', {
  tag: ONE_SIZE,
}, async ({ context, baseURL, request, pageErrors, isMobile }) => {
  pageErrors.expected.push(/404/)
  const page = await ownerPage(context, request, baseURL as string)
  const composer = await openTicket(page)
  // Portal screens do not cross-fade, so no error may report a skipped transition.
  const errors: string[] = []
  page.on('pageerror', (e) => errors.push(e.message))
  let deployed = false
  let documents = 0
  await page.route('**/assets/reports-page-*', (route) =>
    deployed ? route.continue() : route.fulfill({ status: 404, body: '' }),
  )
  page.on('request', (asked) => {
    if (!asked.isNavigationRequest()) return
    documents++
    deployed = true
  })
  await go(page, 'Reports', isMobile)
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  expect(documents).toBe(1)
  await page.goBack()
  await expect(composer).toHaveValue(TEXT)
  expect(errors).toEqual([])
})
