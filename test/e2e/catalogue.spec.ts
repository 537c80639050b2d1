// The catalog from the inside: a product is written with its questions, looked at, published and found; an automation goes live.
import { randomBytes } from 'node:crypto'
import { ADMIN, accessible, ENGINEER, expect, fits, signedIn, test } from './browser.ts'
import { story } from './story.ts'

test('an administrator writes a product by keyboard, publishes it, and a visitor finds it', async ({
  context,
  browser,
  baseURL,
  ear,
}) => {
  // The preview stands in a frame in which no script runs.
  ear.expected.push(
    /Blocked script execution in '[^']*\/marketplace\/preview'/,
    /400 .*admin(Create|Preview)/,
    /404 .*gauge-calibration/,
  )
  const base = baseURL as string
  const mark = `q${randomBytes(5).toString('hex')}`
  const name = `Gauge calibration ${mark}`
  const page = await signedIn(context, base, ADMIN)
  await page.goto('/admin/apps-automations')
  await expect(page.getByRole('link', { name: 'Ticket triage by content' })).toBeVisible()

  await page.getByRole('link', { name: 'New product' }).click()
  const form = page.getByRole('form', { name: 'Product' })
  const field = (label: string) => form.getByRole('textbox', { name: label, exact: true })
  await field('Name').fill(name)
  await expect(field('Address')).toHaveValue(`gauge-calibration-${mark}`)
  // What is missing stands beside its field, and the first of it has focus.
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(form.getByText('An amount, such as 49.')).toBeVisible()
  await expect(field('Price a month, $')).toBeFocused()
  await page.keyboard.type('79')
  await expect(field('Price a month, $')).toHaveValue('79')
  await field('Promise').fill('Calibrates every gauge and says which one drifts.')
  await field('The problem').fill('Gauges drift, and nobody looks.')
  const tools = form.getByRole('combobox', { name: 'Tools that it connects' })
  await tools.fill('Autotask PSA')
  await tools.press('Enter')
  // Lines by keys alone: Enter adds one, Alt and an arrow move it.
  await field('Step 1').fill('Opens a ticket for each.')
  await field('Step 2').fill('Reads all gauges.')
  await field('Step 2').press('Alt+ArrowUp')
  await expect(field('Step 1')).toHaveValue('Reads all gauges.')
  await field('Step 2').press('Enter')
  await page.keyboard.type('Writes a report.')
  await expect(field('Step 3')).toHaveValue('Writes a report.')
  await field('Requirement 1').fill('A gauge.')
  await field('Point 1').fill('Hosting.')
  await field('Limit 1').fill('Turns no screw.')
  await field('Minutes by hand, per run').fill('15')
  await field('Runs a month, typically').fill('40')
  await field('Why so many minutes').fill('Somebody walks to each.')
  await field('What is asked').fill('What is your API key?')
  await form.getByRole('combobox', { name: 'Kind of answer' }).selectOption({ label: 'One of several choices' })
  await field('Choice 1').fill('Daily')
  await field('Choice 2').fill('Weekly')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(form.getByText('Answers are read by people and kept for years')).toBeVisible()
  // Keys go where the focus is: once it has come, it must not leave before something is typed.
  await expect(field('What is asked')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('How?')
  await expect(field('What is asked')).toHaveValue('How?')
  await page.getByRole('button', { name: 'Add question' }).click()
  await expect(field('What is asked').nth(1)).toBeFocused()
  await page.keyboard.type('Which gauge?')
  await expect(field('What is asked').nth(1)).toHaveValue('Which gauge?')
  await page.getByRole('button', { name: 'Remove Question 2' }).click()
  await expect(field('What is asked')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('How often?')
  await expect(field('What is asked')).toHaveValue('How often?')

  // The page as the public would get it.
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
  await expect(page.getByText('It is in the marketplace now.')).toBeVisible()
  await visitor.goto(`${base}/marketplace?q=${encodeURIComponent(`gauge calibration ${mark}`)}`)
  await visitor.getByRole('link', { name }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(visitor.getByText('$79').first()).toBeVisible()
  await visitor.context().close()
})

test('an engineer installs an automation by hand, connects it and says that it is live', async ({
  context,
  baseURL,
  request,
  ear,
}) => {
  ear.expected.push(/422 .*addConnection/)
  const { company, word } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, ENGINEER)
  const name = `Pressure log ${word}`
  await page.goto('/admin/apps-automations?tab=automations')
  await expect(page.getByRole('link', { name: 'Failed patches sorted by cause', exact: true })).toBeVisible()
  await accessible(page, 'automations of all companies')
  await fits(page, 'automations of all companies')
  await page.getByRole('button', { name: 'New automation' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Partner').fill(word)
  await page.getByRole('option', { name: company.name }).click()
  await dialog.getByRole('radio', { name: 'Made for them' }).check()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByLabel('Minutes that one run saves').fill('6')
  await dialog.getByLabel('A run is expected').selectOption({ label: 'Every hour' })
  await accessible(page, 'installing by hand')
  await dialog.getByRole('button', { name: 'Install' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)

  await page.getByRole('button', { name: 'Add' }).click()
  await dialog.getByLabel('Tool').fill('Autotask PSA')
  await dialog.getByLabel('What it is').fill('API user')
  await dialog.getByLabel('Where the secret is kept').fill('password: Winter2026!')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('This looks like a secret.')).toBeVisible()
  await dialog.getByLabel('Where the secret is kept').fill('1Password: Partners / Autotask')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('1Password: Partners / Autotask')).toBeVisible()

  for (const [act, status] of [
    ['Begin to set it up', 'Being set up'],
    ['Say that it is live', 'Live'],
  ] as const) {
    await page.getByRole('button', { name: act }).click()
    await dialog.getByRole('button', { name: act }).click()
    await expect(dialog).toHaveCount(0)
    await expect(
      page.getByRole('banner').or(page.locator('main')).getByText(status, { exact: true }).first(),
    ).toBeVisible()
  }
  await expect(page.getByText('set it from being set up to live')).toBeVisible()
  await accessible(page, 'what staff do with an automation')
  await fits(page, 'what staff do with an automation')
})
