import { accessible, expect, fits, PASSWORD, signedIn, test } from './browser.ts'

const OWNER = 'owner@northgate.example'
/** Under which one tab renews or ends the session for all. */
const LOCK = 'millwright.refresh'
const session = (page: import('@playwright/test').Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('millwright.session') ?? 'null'))

test('the sign-in screen is as specified, and says what is wrong where it is', async ({ page, ear }) => {
  ear.expected.push(/401/, /422/)
  // The product under test has Google; one that has not answers so (src/server/account/google.test.ts).
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

  // Wrong fields are named beneath themselves, the first one has the focus, and the form stays filled.
  await password.fill('')
  await page.getByLabel('Email').fill('not an address')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('not an address')
  await accessible(page, 'sign-in with errors')

  // What the server refuses stands in the form too.
  await page.getByLabel('Email').fill(OWNER)
  await password.fill('wrong wrong wrong')
  await password.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await page.getByRole('button', { name: /^Continue with Google/ }).click()
  await expect(page.getByRole('alert')).toContainText('Google is not set up')
})

test('signing in greets, stores the session as promised, and leads to the wish or the overview', async ({
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
  // Nothing that script can read lives longer.
  expect(await page.evaluate(() => document.cookie)).toBe('')

  await page.goto('/auth?redirect=/tickets%3Fstatus%3Dnew')
  await expect(page).toHaveURL(/\/tickets\?status=new/)
  // Every wish that leads elsewhere is told apart in redirect.test.ts.
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

test('the way back from the till is public, and leads to the purchase by signing in', async ({ page }) => {
  await page.goto('/marketplace/purchase-complete?purchase=1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your purchase')
  await accessible(page, 'purchase, signed out')
  await fits(page, 'purchase, signed out')
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fmarketplace%2Fpurchase-complete%3Fpurchase%3D1$/)
})

test('signing out says so, ends every tab at once, and the old token with them', async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, OWNER)
  await page.goto('/apps-automations')
  const other = await context.newPage()
  await other.goto('/tickets')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  const { access_token } = await session(page)
  await page.getByRole('button', { name: /^Account/ }).click()
  await expect(page.getByText(OWNER)).toBeVisible()
  await accessible(page, 'account menu')
  // Nothing may be asked with a token that the server has taken back: every tab is out before it answers.
  const out = Promise.withResolvers<void>()
  await page.route('**/auth/sign-out', async (route) => {
    const response = await route.fetch({ timeout: 0 })
    await out.promise
    await route.fulfill({ response })
  })
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await expect(other).toHaveURL(/\/auth\?redirect=%2Ftickets$/)
  // Whoever signs in again meanwhile waits for it, or its answer would take the new cookie away.
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
  const site = await (await context.request.get(`${baseURL}/api/v1/site`)).json()
  const after = await context.request.get(`${baseURL}/api/v1/me/role`, {
    headers: { apikey: site.publishableKey, authorization: `Bearer ${access_token}` },
  })
  expect(after.status()).toBe(401)
})

test('a token about to end is renewed by one tab for all, and the pages go on', async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, OWNER)
  await page.goto('/apps-automations')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let renewals = 0
  context.on('request', (r) => {
    if (r.url().endsWith('/auth/refresh')) renewals++
  })
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('millwright.session') as string)
    localStorage.setItem(
      'millwright.session',
      JSON.stringify({ ...kept, expires_at: Math.floor(Date.now() / 1000) + 5 }),
    )
  })
  const before = (await session(page)).access_token
  const tabs = await Promise.all([context.newPage(), context.newPage()])
  await Promise.all(tabs.map((t) => t.goto('/tickets')))
  for (const t of tabs) await expect(t.getByRole('heading', { level: 1 })).toHaveText('Tickets')
  await expect.poll(async () => (await session(page)).access_token).not.toBe(before)
  expect(renewals).toBe(1)
})

for (const hours of [1, -1]) {
  test(`a clock that is ${hours > 0 ? 'an hour ahead' : 'an hour behind'} neither storms the server nor signs anybody out`, async ({
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
    // Half a minute, in which a storm renews every second. Whoever has the lock after a renewal knows that it is over.
    for (let i = 0; i < 6; i++) {
      await page.clock.fastForward(5_000)
      await page.evaluate((lock) => navigator.locks.request(lock, () => {}), LOCK)
    }
    expect(renewals).toBeLessThanOrEqual(2)
    await page.goto('/apps-automations')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Dana')
  })
}

test('nonsense in the storage is no session, and no broken page', async ({ page }) => {
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

test('an account that was shut elsewhere is out at the next call', async ({ context, baseURL, ear }) => {
  ear.expected.push(/401/)
  const page = await signedIn(context, baseURL as string, 'owner@newcomer.example')
  await page.goto('/apps-automations')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The same person signs out of this session from elsewhere.
  const site = await (await context.request.get(`${baseURL}/api/v1/site`)).json()
  const { access_token } = await session(page)
  await context.request.post(`${baseURL}/api/v1/auth/sign-out`, {
    headers: { apikey: site.publishableKey, origin: baseURL as string, authorization: `Bearer ${access_token}` },
    data: {},
  })
  // Where the live connection has ended first, the page has left already: then there is nothing to press any more.
  const tickets = page.getByRole('link', { name: 'Tickets', exact: true })
  await tickets.or(page.getByRole('heading', { name: 'Welcome Back' })).click()
  await expect(page).toHaveURL(/\/auth/)
})
