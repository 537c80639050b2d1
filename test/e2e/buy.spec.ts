// From a misspelled search to a running automation: a visitor finds a product, signs in on the way, pays on the
// emulator's Stripe page, completes the intake and follows the setup. An engineer marks it live, its runs come in, the
// partner sees their value, and a burst of failures creates one ticket.
import { accessible, DESK, ENGINEER, expect, fits, PHONE, signedIn, test } from './browser.ts'
import { story } from './story.ts'

test.use(PHONE)

test('a visitor finds an automation with a misspelled word, buys it by card, answers the questions, and it runs @wide', async ({
  browser,
  page,
  baseURL,
  request,
  pageErrors,
}) => {
  // The invalid answers below.
  pageErrors.expected.push(/status of 422 .*\/automations\/answer$/)
  const at = baseURL as string
  const { owner } = await story(request, at)
  // Created shortly after the sign-in, because later the owner would have to confirm their identity.
  const { key } = await owner.call('POST', '/api-keys', { name: 'Runs', scopes: ['runs:write'], expiresInDays: 30 })

  await page.goto('/marketplace?q=sharepiont+storag')
  await page.getByRole('link', { name: 'SharePoint storage and old versions' }).first().click()
  await page.getByRole('link', { name: 'Buy', exact: true }).first().click()
  // The visitor is signed out. Sign-in returns to the order.
  await page.waitForURL(/\/auth\?redirect=/)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(/\/marketplace\/sharepoint-storage-and-versions\/buy$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('SharePoint storage and old versions')
  await accessible(page, 'buy')
  await fits(page, 'buy')

  // The order needs accepted terms, and the error is shown at the field.
  await page.getByRole('button', { name: 'Pay $2,400.00' }).click()
  await expect(page.getByText('Accept the terms to order.')).toBeVisible()
  await page.getByRole('checkbox', { name: /I accept/ }).check()
  await page.getByRole('button', { name: 'Pay $2,400.00' }).click()
  await page.waitForURL(/\/checkout\/cs_/)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Not paid yet' })).toBeVisible()
  await accessible(page, 'left')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL(/\/checkout\/cs_/)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^INV-\d{4}-\d{4}/ })).toBeVisible()
  const questions = page.getByRole('form', { name: 'Setup questions for SharePoint storage and old versions' })
  await expect(questions.getByLabel('Address of your SharePoint admin center')).toBeVisible()
  await accessible(page, 'questions')
  await fits(page, 'questions')

  // Errors are shown at their fields. The input is kept after a reload.
  await questions.getByLabel('Address of your SharePoint admin center').fill('linden')
  await questions.getByLabel('Include OneDrive').selectOption('Yes')
  await questions.getByRole('button', { name: 'Send answers' }).click()
  await expect(questions.getByText('Enter a web address that starts with https://.')).toBeVisible()
  await expect(questions.getByText('Answer this question to continue.')).toBeVisible()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(questions.getByLabel('Address of your SharePoint admin center')).toHaveValue('linden')
  await questions.getByLabel('Address of your SharePoint admin center').fill('https://linden-admin.sharepoint.com')
  await questions.getByLabel('Sites that must keep every version').fill('password: hunter22')
  await questions.getByLabel('Rule for versions').selectOption({ index: 1 })
  await questions.getByRole('button', { name: 'Send answers' }).click()
  await expect(questions.getByText('Never send us one')).toBeVisible()
  await questions.getByLabel('Sites that must keep every version').fill('Legal and Finance')
  await questions.getByRole('button', { name: 'Send answers' }).click()

  await expect(page.getByRole('heading', { name: 'Your answers' })).toBeVisible()
  const steps = page.getByRole('list', { name: 'Setup steps' })
  await expect(steps.locator('[aria-current=step]')).toContainText('Setup')
  await expect(steps.getByRole('link', { name: /^T-\d+$/ })).toBeVisible()
  await accessible(page, 'being set up')
  await fits(page, 'being set up')

  await page.getByRole('link', { name: 'View automation' }).click()
  await page.waitForURL(/\/apps-automations\/[\da-f-]{36}$/)
  const id = page.url().slice(-36)
  const desk = await browser.newContext({ ...DESK, baseURL: at })
  const engineer = await signedIn(desk, at, ENGINEER)
  await engineer.goto(`/apps-automations/${id}?tab=manage`)
  await expect(engineer.getByRole('link', { name: 'Automations', exact: true })).toHaveAttribute(
    'href',
    '/admin/apps-automations?tab=automations',
  )
  await expect(engineer.getByRole('navigation', { name: 'Portal' }).locator('[aria-current=page]')).toHaveCount(0)
  await engineer.getByRole('button', { name: 'Go live' }).click()
  await engineer.getByRole('dialog').getByRole('button', { name: 'Go live' }).click()
  await expect(engineer.getByRole('dialog')).toHaveCount(0)
  // The partner's page updates without a reload.
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible()
  await desk.close()

  // The automation reports its runs with the company's API key, as an external tool would.
  let sent = 0
  const reportRuns = async (status: string, count: number, more: object = {}) => {
    // Only runs that started after it went live count for alerts.
    const runs = Array.from({ length: count }, () => {
      const startedAt = new Date(Date.now() + ++sent).toISOString()
      return { externalId: `run ${sent}`, status, startedAt, finishedAt: startedAt, ...more }
    })
    const r = await fetch(`${at}/api/v1/automations/${id}/runs`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ runs }),
    })
    expect([r.ok, await r.text()]).toEqual([true, expect.any(String)])
  }
  await reportRuns('succeeded', 4, { minutesSaved: 90, message: '12 GB of old versions removed' })
  await page.goto('/apps-automations')
  const card = page.getByRole('listitem').filter({ has: page.locator(`a[href$="${id}"]`) })
  await expect(card.getByText('100%')).toBeVisible()
  await expect(card.getByText(/^6 h(?! saved)/)).toBeVisible()
  await card.getByText('How we calculate this').click()
  await expect(card.getByText('6 h saved × $60 an hour = $360.')).toBeVisible()
  await expect(card.getByText('vs. $2,400 paid')).toBeVisible()

  // Too many failures create a ticket, which contains the run. `watch.test.ts` checks that it is only one.
  await page.goto(`/apps-automations/${id}`)
  await reportRuns('failed', 5, { message: 'The admin center refused the sign-in' })
  const alerts = page.getByRole('region', { name: 'Alerts' })
  await expect(alerts.getByText('Runs failing, ongoing')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Latest runs' }).getByText('The admin center').nth(4)).toBeVisible()
  await alerts.getByRole('link', { name: /^T-\d+$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('is failing')
  await expect(page.getByText('The admin center refused the sign-in').first()).toBeVisible()
})
