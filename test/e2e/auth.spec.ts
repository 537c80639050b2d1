import { accessible, expect, fits, PASSWORD, reconnect, signedIn, test } from './browser.ts'
import { story } from './story.ts'

const OWNER = 'owner@northgate.example'
/** The lock under which one tab renews or ends the session for all. */
const LOCK = 'millwright.refresh'
const session = (page: import('@playwright/test').Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('millwright.session') ?? 'null'))

test('the sign-in screen is as specified, and shows errors where they are', async ({ page, pageErrors }) => {
  pageErrors.expected.push(/401/, /422/)
  // The product under test has Google sign-in. One without it gives this response (see `google.test.ts`).
  await page.route('**/api/rpc/account/google', (route) =>
    route.fulfill({
      status: 422,
      json: {
        error: { code: 'GOOGLE_OFF', message: 'Signing in with Google is not set up here yet.', requestId: 'r' },
      },
    }),
  )
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(page.getByText('Sign in to your account', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Continue with Google/ })).toBeEnabled()
  const microsoft = page.getByRole('button', { name: /^Continue with Microsoft/ })
  await expect(microsoft).toBeDisabled()
  await expect(microsoft).toContainText('Coming Soon')
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('secret')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: /show password/i }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: /hide password/i }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await accessible(page, 'sign-in')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await fits(page, `sign-in ${width}`)
  }

  // Errors are shown below their fields, the first one gets the focus, and the form keeps its values.
  await password.fill('')
  await page.getByLabel('Email').fill('not an address')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('not an address')
  await accessible(page, 'sign-in with errors')

  // Responses of the server are shown in the form too.
  await page.getByLabel('Email').fill(OWNER)
  await password.fill('wrong wrong wrong')
  await password.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await page.getByRole('button', { name: /^Continue with Google/ }).click()
  await expect(page.getByRole('alert')).toContainText('Google is not set up')
})

test('a form filled in and sent before the code has loaded is sent once it has', async ({ page, pageErrors }) => {
  pageErrors.expected.push(/401/)
  let load = () => {}
  const loaded = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await loaded
    await route.continue()
  })
  // The document's `load` event waits for the code.
  await page.goto('/auth', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(OWNER)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('wrong wrong wrong')
  await password.press('Enter')
  load()
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await expect(page.getByLabel('Email')).toHaveValue(OWNER)
  expect(page.url()).not.toContain('?')
})

test('signing in shows a toast, stores the session, and goes to the redirect or the overview', async ({
  page,
  baseURL,
}) => {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(OWNER)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(`${baseURL}/apps-automations`)
  const toasts = page.getByRole('region', { name: /notifications|toasts/i })
  await expect(toasts).toContainText('Welcome back!')
  await expect(toasts).toContainText("You've successfully signed in.")
  const kept = await session(page)
  expect(kept).toMatchObject({ refresh_token: null, user: { email: OWNER } })
  // It ends five minutes after the server issued it.
  const { at } = JSON.parse(Buffer.from(kept.access_token.split('.')[1], 'base64url').toString())
  expect(Math.ceil(kept.expires_at - at / 1000)).toBe(300)
  // No cookie that scripts can read remains.
  expect(await page.evaluate(() => document.cookie)).toBe('')

  await page.goto('/auth?redirect=/tickets%3Fstatus%3Dnew')
  await expect(page).toHaveURL(/\/tickets\?status=new/)
  // `redirect.test.ts` covers all other redirects to elsewhere.
  await page.goto(`/auth?redirect=${encodeURIComponent('//evil.example')}`)
  await expect(page).toHaveURL(`${baseURL}/apps-automations`)
})

test('a protected screen leads to sign-in and back', async ({ page }) => {
  await page.goto('/tickets?status=closed')
  await expect(page).toHaveURL(/\/auth\?redirect=%2Ftickets%3Fstatus%3Dclosed/)
  await page.getByLabel('Email').fill('member@northgate.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/tickets\?status=closed/)
})

test('the return page of a payment is public, and leads to the purchase after signing in', async ({ page }) => {
  await page.goto('/marketplace/purchase-complete?purchase=1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your purchase')
  await accessible(page, 'purchase, signed out')
  await fits(page, 'purchase, signed out')
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fmarketplace%2Fpurchase-complete%3Fpurchase%3D1$/)
})

test('signing out confirms it, and ends every tab and the old token immediately', async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, OWNER)
  await page.goto('/apps-automations')
  const other = await context.newPage()
  await other.goto('/tickets')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  const { access_token } = await session(page)
  await page.getByRole('button', { name: /^Account/ }).click()
  await expect(page.getByText(OWNER)).toBeVisible()
  await accessible(page, 'account menu')
  // No request may use a revoked token, so every tab leaves before the response arrives.
  const out = Promise.withResolvers<void>()
  await page.route('**/auth/sign-out', async (route) => {
    const response = await route.fetch({ timeout: 0 })
    await out.promise
    await route.fulfill({ response })
  })
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await expect(other).toHaveURL(/\/auth\?redirect=%2Ftickets$/)
  // A new sign-in waits for the sign-out response, which would otherwise delete the new cookie.
  let asked = false
  other.on('request', (r) => {
    if (r.url().endsWith('/account/signIn')) asked = true
  })
  await other.getByLabel('Email').fill(OWNER)
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect
    .poll(() => other.evaluate(async () => (await navigator.locks.query()).pending?.map((lock) => lock.name)))
    .toContain(LOCK)
  expect(asked).toBe(false)
  expect(await session(other)).toBeNull()
  out.resolve()
  await expect(page.getByText("You've been successfully signed out.")).toBeVisible()
  await expect(other).toHaveURL(/\/tickets$/)
  expect((await context.cookies()).filter((c) => c.httpOnly)).not.toEqual([])
  const site = await (await context.request.get(`${baseURL}/api/v1/site`, reconnect)).json()
  const after = await context.request.get(`${baseURL}/api/v1/me/role`, {
    headers: { apikey: site.publishableKey, authorization: `Bearer ${access_token}` },
  })
  expect(after.status()).toBe(401)
})

test('signing out removes drafts and recent items from the browser, in every tab, and keeps preferences', async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  // Saving a draft during sign-out is rejected.
  pageErrors.expected.push(/401 .*saveDraft/)
  const { owner, word } = await story(request, baseURL as string)
  await owner.call('POST', '/tickets', { subject: `Recent ${word}`, description: 'Opened before signing out.' })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/tickets')
  await page.getByRole('main').getByRole('link', { name: /T-\d+/ }).first().click()
  const kept = (p: import('@playwright/test').Page) =>
    p.evaluate(() =>
      [...Object.keys(localStorage), ...Object.keys(sessionStorage)].map((k) => k.replace(/[0-9a-f-]{36}/g, 'id')),
    )
  await expect.poll(() => kept(page)).toContain('millwright.recent.id')
  await page.evaluate(() => localStorage.setItem('millwright.single-keys', 'off'))
  const other = await context.newPage()
  await other.goto('/tickets/new')
  await other.getByLabel('Subject').fill('Nobody may read this')
  await expect.poll(() => kept(other)).toContain('millwright.draft.id.ticket.new')
  // Typed so late that the screen saves it only when it closes, after the sign-out.
  await other.getByLabel('Subject').fill('Nobody may read this either')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByText("You've been successfully signed out.")).toBeVisible()
  await expect(other).toHaveURL(/\/auth/)
  for (const tab of [page, other]) await expect.poll(() => kept(tab)).toEqual(['millwright.single-keys'])
})

test('one tab renews an expiring token for all, and the pages continue', async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, OWNER)
  await page.goto('/apps-automations')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let renewals = 0
  context.on('request', (r) => {
    if (r.url().endsWith('/auth/refresh')) renewals++
  })
  // The token is read in the same step, because the page's next call already renews it.
  const before = await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('millwright.session') as string)
    localStorage.setItem(
      'millwright.session',
      JSON.stringify({ ...kept, expires_at: Math.floor(Date.now() / 1000) + 5 }),
    )
    return kept.access_token as string
  })
  const tabs = await Promise.all([context.newPage(), context.newPage()])
  await Promise.all(tabs.map((t) => t.goto('/tickets')))
  for (const t of tabs) await expect(t.getByRole('heading', { level: 1 })).toHaveText('Tickets')
  await expect.poll(async () => (await session(page)).access_token).not.toBe(before)
  expect(renewals).toBe(1)
})

for (const hours of [1, -1]) {
  test(`a clock that is ${hours > 0 ? 'an hour ahead' : 'an hour behind'} neither renews all the time nor signs the user out`, async ({
    context,
    baseURL,
  }) => {
    const page = await signedIn(context, baseURL as string, OWNER)
    await page.clock.install({ time: Date.now() + hours * 3_600_000 })
    let renewals = 0
    page.on('request', (r) => {
      if (r.url().endsWith('/auth/refresh')) renewals++
    })
    await page.goto('/tickets')
    await expect(page.getByRole('link', { name: /T-\d+/ }).first()).toBeVisible()
    // Half a minute, in which a faulty client would renew every second. Getting the lock means that the renewal in
    // progress is over.
    for (let i = 0; i < 6; i++) {
      await page.clock.fastForward(5_000)
      await page.evaluate((lock) => navigator.locks.request(lock, () => {}), LOCK)
    }
    expect(renewals).toBeLessThanOrEqual(2)
    await page.goto('/apps-automations')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Dana')
  })
}

test('an invalid stored session is ignored, without breaking the page', async ({ page }) => {
  for (const kept of [
    '{',
    'null',
    '[]',
    '{"access_token":"x","expires_at":9999999999,"user":{"email":"a@b.example"}}',
  ]) {
    await page.addInitScript((s) => localStorage.setItem('millwright.session', s), kept)
    await page.goto('/tickets')
    await expect(page).toHaveURL(/\/auth\?redirect=/)
  }
})

test('an account deactivated elsewhere is signed out at the next call', async ({ context, baseURL, pageErrors }) => {
  pageErrors.expected.push(/401/)
  const page = await signedIn(context, baseURL as string, 'owner@newcomer.example')
  await page.goto('/apps-automations')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // End this session from outside the page.
  const site = await (await context.request.get(`${baseURL}/api/v1/site`, reconnect)).json()
  const { access_token } = await session(page)
  await context.request.post(`${baseURL}/api/v1/auth/sign-out`, {
    headers: { apikey: site.publishableKey, origin: baseURL as string, authorization: `Bearer ${access_token}` },
    data: {},
  })
  // A background call may be rejected first. Then the page has redirected already, and the link is gone.
  const tickets = page.getByRole('link', { name: 'Tickets', exact: true })
  await tickets.or(page.getByRole('heading', { name: 'Welcome Back' })).click()
  await expect(page).toHaveURL(/\/auth/)
})
