// A partner reads the figures of a period and of one client, and exports them. Staff see all companies and churn risks.
import { readFile } from 'node:fs/promises'
import { textOfPdf } from '../harness/pdf-text.ts'
import { ADMIN, accessible, expect, fits, signedIn, test } from './browser.ts'
import { story } from './story.ts'

test('a partner picks a period and a client, reads the table behind a chart, and downloads the PDF', {
  tag: '@phone',
}, async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, 'owner@northgate.example')
  await page.goto('/reports')
  const summary = page.getByRole('region', { name: /^Northgate IT, / })
  await expect(summary).toContainText('tickets were opened')

  await page.getByLabel('Period', { exact: true }).selectOption('Last 3 months')
  await expect(page).toHaveURL(/from=\d{4}-\d{2}-01/)
  await expect(summary).toContainText('Compared with')
  const meaning = page.getByText('Tickets opened in the period.', { exact: false })
  await expect(meaning.first()).toBeHidden()
  await page
    .locator('summary')
    .filter({ hasText: /^Opened/ })
    .click()
  await expect(meaning.first()).toBeVisible()
  await page.getByText('Show as table').first().click()
  await expect(
    page
      .getByRole('table', { name: /^Tickets over time/ })
      .getByRole('row')
      .nth(1),
  ).toBeVisible()
  await accessible(page, 'report with a table')
  await fits(page, 'report with a table')

  // Narrow the report to one client. This month's report may not list it on the first days of a month.
  await page.getByRole('link', { name: 'Kessler Precision Machining' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^Kessler Precision Machining, / })).toBeVisible()
  await expect(page).toHaveURL(/client=/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^Northgate IT report Kessler Precision Machining .*\.pdf$/)
  const text = textOfPdf(await readFile(await file.path()))
  expect(text).toContain('Northgate IT')
  expect(text).not.toContain('Hours used')
})

test('an owner has the report emailed to those who agreed', { tag: '@phone' }, async ({
  context,
  baseURL,
  request,
}) => {
  const { company, owner } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/reports')
  await page.getByRole('tab', { name: 'Monthly email' }).click()
  await page.getByRole('button', { name: 'Set up monthly email' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Your report for')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('Choose at least one person.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: owner.fullName }).check()
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('Confirm that these people agreed to get the report.')).toBeVisible()
  await accessible(page, 'monthly email')
  await dialog.getByLabel('These people agreed', { exact: false }).check()
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: `Edit the email for ${company.name}` }).click()
  await expect(dialog.getByRole('checkbox', { name: owner.fullName })).toBeChecked()
})

test('an administrator sees all companies, and one of them from its row @wide', async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, ADMIN)
  await page.goto('/reports?tab=companies')
  await page.getByLabel('Period', { exact: true }).selectOption('Last 3 months')
  await page.getByRole('link', { name: 'Bluepeak Managed Services' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^Bluepeak Managed Services, / })).toBeVisible()
  await page.goto('/reports?tab=revenue')
  await expect(page.getByText('Invoiced: what it means')).toBeVisible()
  await page.getByRole('tab', { name: 'At risk' }).click()
  await expect(page.getByRole('heading', { name: 'At risk of leaving' })).toBeVisible()
  await accessible(page, 'risks')
})
