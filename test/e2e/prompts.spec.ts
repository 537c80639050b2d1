// The prompt manager: an engineer writes a version, an administrator makes it live. Without a model it explains the
// setup, and an owner decides what a model may see. Server tests cover the model's output with a mock.
import { accessible, expect, fits, signedIn, test } from './browser.ts'

test('an engineer writes a version and compares it, but cannot make it live', async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, 'engineer@millwright.example')
  const wide = (page.viewportSize()?.width ?? 0) >= 1024
  // Each size uses its own prompt, because versions are kept.
  const title = wide ? 'Ticket triage' : 'Reply draft'
  await page.goto('/admin/prompt-manager')
  await expect(page.getByRole('heading', { name: 'No language model is set up' })).toBeVisible()
  await fits(page, 'prompts')
  await accessible(page, 'prompts')
  await page.getByRole('link', { name: title }).click()

  const text = page.getByRole('textbox', { name: /^Text, based on version 2/ })
  await text.fill(`${await text.inputValue()}\nAnswer {{ ticket.secret }}.`)
  await expect(page.getByText('Unknown variable “ticket.secret”. Use:')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save as version 3' })).toBeDisabled()
  await text.fill((await text.inputValue()).replace('Answer {{ ticket.secret }}.', 'Be brief.'))
  await expect(page.getByText('All variables are valid.')).toBeVisible()
  await page.getByRole('textbox', { name: 'What changed' }).fill('Shorter')
  await page.getByRole('button', { name: 'Save as version 3' }).click()
  await expect(page.getByRole('table', { name: 'The two texts, line by line' }).getByText('Be brief.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Make live/ })).toHaveCount(0)
  await fits(page, 'versions')
  await accessible(page, 'versions')
})

test('@wide an administrator makes a draft live with a reason, switches back, and the history shows both', async ({
  context,
  baseURL,
}) => {
  const page = await signedIn(context, baseURL as string, 'admin@millwright.example')
  const live = async (name: string, reason: string) => {
    await page.getByRole('button', { name: `Make live ${name}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Make live' }).click()
    await expect(dialog).toContainText('Enter a reason.')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
    await dialog.getByRole('button', { name: 'Make live' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(`${name} is live`).first()).toBeVisible()
  }
  await page.goto('/admin/prompt-manager/ticket.summary')
  const text = page.getByRole('textbox', { name: /^Text, based on version 1/ })
  await text.fill(`${await text.inputValue()}\nBe brief.`)
  // The variable is inserted at the cursor, and typing continues after it.
  await text.press('End')
  await page.getByRole('button', { name: /^Insert ticket.subject/ }).click()
  await page.keyboard.type('!')
  await page.getByRole('tab', { name: /^Versions/ }).click()
  await live('Version 2', 'Engineers asked for it')
  // Unsaved text stays when another version is made live.
  await page.getByRole('tab', { name: 'Text' }).click()
  await expect(text).toHaveValue(/\nBe brief\.\{\{ ticket\.subject \}\}!$/)
  await page.getByRole('tab', { name: /^Versions/ }).click()
  await live('Version 1', 'Too short after all')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('Too short after all')).toBeVisible()
  await expect(page.getByText('Engineers asked for it')).toBeVisible()
  await accessible(page, 'history')
  await page.getByRole('tab', { name: 'Test' }).click()
  await expect(page.getByRole('heading', { name: 'No language model is set up' })).toBeVisible()
})

test('@wide an owner turns the language model off; without a model, tickets offer no suggestions', async ({
  context,
  browser,
  baseURL,
}) => {
  const page = await signedIn(context, baseURL as string, 'owner@bluepeak.example')
  await page.goto('/settings/company')
  await page.getByRole('button', { name: /^Turn off/ }).click()
  await expect(page.getByText('No language model can read your tickets')).toBeVisible()
  await page.getByRole('button', { name: /^Allow/ }).click()
  await expect(page.getByText('A language model may read your tickets')).toBeVisible()
  const other = await browser.newContext()
  const staff = await signedIn(other, baseURL as string, 'engineer@millwright.example')
  const asked: string[] = []
  staff.on('request', (r) => asked.push(new URL(r.url()).pathname))
  await staff.goto('/admin/tickets')
  await staff.locator('[data-row-link]').first().click()
  await expect(staff.getByRole('textbox', { name: 'Reply' })).toBeVisible()
  await expect(staff.getByRole('region', { name: 'Suggestions' })).toHaveCount(0)
  expect(asked.filter((path) => /suggestions|reply-draft|prompts/.test(path))).toEqual([])
  await other.close()
})
