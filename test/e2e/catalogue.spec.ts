// The catalog for staff: a product is written with its intake, previewed, published and found. An automation goes live.
import { randomBytes } from 'node:crypto'
import { ADMIN, accessible, ENGINEER, expect, fits, signedIn, test } from './browser.ts'
import { story } from './story.ts'

test('an administrator adds a product by keyboard, publishes it, and a visitor finds it', async ({
  context,
  browser,
  baseURL,
  pageErrors,
}) => {
  // The preview is in a frame without scripts.
  pageErrors.expected.push(
    /Blocked script execution in '[^']*\/marketplace\/preview'/,
    /400 .*admin(Create|Preview)/,
    /404 .*gauge-calibration/,
  )
  const base = baseURL as string
  const mark = `q${randomBytes(5).toString('hex')}`
  const name = `Gauge calibration ${mark}`
  const page = await signedIn(context, base, ADMIN)
  await page.goto('/admin/apps-automations')
  await expect(page.getByRole('link', { name: 'AI ticket triage for ConnectWise, Autotask and HaloPSA' })).toBeVisible()

  await page.getByRole('link', { name: 'New product' }).click()
  const form = page.getByRole('form', { name: 'Product' })
  const field = (label: string) => form.getByRole('textbox', { name: label, exact: true })
  await field('Name').fill(name)
  await expect(field('URL')).toHaveValue(`gauge-calibration-${mark}`)
  // Missing input is shown at each field, and the first such field has focus.
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(form.getByText('Enter an amount, such as 49.')).toBeVisible()
  await expect(field('Price per month (USD)')).toBeFocused()
  await page.keyboard.type('79')
  await expect(field('Price per month (USD)')).toHaveValue('79')
  await field('Tagline').fill('Calibrates every gauge and says which one drifts.')
  await field('Problem').fill('Gauges drift, and nobody looks.')
  const tools = form.getByRole('combobox', { name: 'Tools it connects' })
  await tools.fill('Autotask PSA')
  await tools.press('Enter')
  // Edit lines by keyboard: Enter adds one, Alt and an arrow key move it.
  await field('Step 1').fill('Opens a ticket for each.')
  await field('Step 2').fill('Reads all gauges.')
  await field('Step 2').press('Alt+ArrowUp')
  await expect(field('Step 1')).toHaveValue('Reads all gauges.')
  await field('Step 2').press('Enter')
  await page.keyboard.type('Writes a report.')
  await expect(field('Step 3')).toHaveValue('Writes a report.')
  await field('Requirement 1').fill('A gauge.')
  await field('Item 1').fill('Hosting.')
  await field('Limit 1').fill('Turns no screw.')
  await field('Manual minutes per run').fill('15')
  await field('Typical runs per month').fill('40')
  await field('Why it takes that long').fill('Somebody walks to each.')
  await field('Question').fill('What is your API key?')
  await form.getByRole('combobox', { name: 'Answer type' }).selectOption({ label: 'Single choice' })
  await field('Choice 1').fill('Daily')
  await field('Choice 2').fill('Weekly')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(form.getByText('Never ask for a secret, because people read the answers')).toBeVisible()
  // Wait for the focus before typing. It must not move away again.
  await expect(field('Question')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('How?')
  await expect(field('Question')).toHaveValue('How?')
  await page.getByRole('button', { name: 'Add question' }).click()
  await expect(field('Question').nth(1)).toBeFocused()
  await page.keyboard.type('Which gauge?')
  await expect(field('Question').nth(1)).toHaveValue('Which gauge?')
  await page.getByRole('button', { name: 'Remove Question 2' }).click()
  await expect(field('Question')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('How often?')
  await expect(field('Question')).toHaveValue('How often?')

  // The page as visitors will see it.
  await page.getByRole('radio', { name: 'Preview' }).check()
  const shown = page.frameLocator('iframe[title="Preview of the page"]')
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(shown.getByText('Reads all gauges.')).toBeVisible()
  await expect(shown.getByText('How often?')).toBeVisible()
  await fits(page, 'the preview of a product')

  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  await accessible(page, 'a product')
  await fits(page, 'a product')
  const visitor = await (await browser.newContext()).newPage()
  const address = `${base}/marketplace/gauge-calibration-${mark}`
  expect((await visitor.goto(address))?.status()).toBe(404)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('It is now in the marketplace.')).toBeVisible()
  await visitor.goto(`${base}/marketplace?q=${encodeURIComponent(`gauge calibration ${mark}`)}`)
  await visitor.getByRole('link', { name }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(visitor.getByText('$79').first()).toBeVisible()
  await visitor.context().close()
})

test('an engineer adds an automation by hand, connects it and takes it live', async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/422 .*addConnection/)
  const { company, word } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, ENGINEER)
  const name = `Pressure log ${word}`
  await page.goto('/admin/apps-automations?tab=automations')
  await expect(page.getByRole('link', { name: 'Failed Windows patches sorted by cause', exact: true })).toBeVisible()
  await accessible(page, 'automations of all companies')
  await fits(page, 'automations of all companies')
  await page.getByRole('button', { name: 'New automation' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Partner').fill(word)
  await page.getByRole('option', { name: company.name }).click()
  await dialog.getByRole('radio', { name: 'Custom' }).check()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByLabel('Minutes saved per run').fill('6')
  await dialog.getByLabel('Expected schedule').selectOption({ label: 'Every hour' })
  await accessible(page, 'installing by hand')
  await dialog.getByRole('button', { name: 'Add automation' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)

  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByLabel('Tool').fill('Autotask PSA')
  await dialog.getByLabel('Description').fill('API user')
  await dialog.getByLabel('Where the secret is stored').fill('password: Winter2026!')
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await expect(dialog.getByText('This looks like a secret.')).toBeVisible()
  await dialog.getByLabel('Where the secret is stored').fill('1Password: Partners / Autotask')
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await expect(page.getByText('1Password: Partners / Autotask')).toBeVisible()

  for (const [act, status] of [
    ['Start setup', 'Being set up'],
    ['Go live', 'Live'],
  ] as const) {
    await page.getByRole('button', { name: act }).click()
    await dialog.getByRole('button', { name: act }).click()
    await expect(dialog).toHaveCount(0)
    await expect(
      page.getByRole('banner').or(page.locator('main')).getByText(status, { exact: true }).first(),
    ).toBeVisible()
  }
  await expect(page.getByText('changed the status from being set up to live')).toBeVisible()
  await accessible(page, 'what staff do with an automation')
  await fits(page, 'what staff do with an automation')
})
