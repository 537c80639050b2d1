// The prompt manager: an engineer writes a version, an administrator makes it live. Without a model it explains the
// setup, and an owner decides what a model may see. Server tests cover the model's output with a mock.
import { randomBytes } from 'node:crypto'
import { ADMIN, accessible, ENGINEER, expect, fits, signedIn, test } from './browser.ts'
import { story } from './story.ts'

test('an engineer writes a version and compares it, but cannot make it live', async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, ENGINEER)
  await page.goto('/admin/prompt-manager')
  await expect(page.getByRole('heading', { name: 'No language model is set up' })).toBeVisible()
  await page.getByRole('link', { name: 'Reply draft' }).click()

  // Versions are kept and numbered. Their number depends on the tests that ran before.
  const save = page.getByRole('button', { name: /^Save as version \d+$/ })
  const line = `Be brief about ${randomBytes(5).toString('hex')}.`
  const text = page.getByRole('textbox', { name: /^Text, based on version 2/ })
  await text.fill(`${await text.inputValue()}\nAnswer {{ ticket.secret }}.`)
  await expect(page.getByText('Unknown variable “ticket.secret”. Use:')).toBeVisible()
  await expect(save).toBeDisabled()
  await text.fill((await text.inputValue()).replace('Answer {{ ticket.secret }}.', line))
  await expect(page.getByText('All variables are valid.')).toBeVisible()
  await page.getByRole('textbox', { name: 'What changed' }).fill('Shorter')
  await save.click()
  await expect(page.getByRole('table', { name: 'The two texts, line by line' }).getByText(line)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Make live/ })).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem').first()).toBeVisible()
  await fits(page, 'versions')
  await accessible(page, 'versions')
})

test('@wide an administrator makes a draft live with a reason, switches back, and the history shows both', async ({
  context,
  baseURL,
}) => {
  const page = await signedIn(context, baseURL as string, ADMIN)
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
  request,
}) => {
  const origin = baseURL as string
  const { owner } = await story(request, origin)
  const { id } = await owner.call('POST', '/tickets', { subject: 'Nothing is offered here', description: 'x' })
  const page = await signedIn(context, origin, owner.email, owner.password)
  await page.goto('/settings/company')
  await page.getByRole('button', { name: /^Turn off/ }).click()
  await expect(page.getByText('No language model can read your tickets')).toBeVisible()
  await page.getByRole('button', { name: /^Allow/ }).click()
  await expect(page.getByText('A language model may read your tickets')).toBeVisible()
  const other = await browser.newContext()
  const staff = await signedIn(other, origin, ENGINEER)
  const asked: string[] = []
  staff.on('request', (r) => asked.push(new URL(r.url()).pathname))
  await staff.goto(`/admin/tickets/${id}`)
  await expect(staff.getByRole('textbox', { name: 'Reply' })).toBeVisible()
  await expect(staff.getByRole('complementary', { name: 'Details' })).toBeVisible()
  await expect(staff.getByRole('region', { name: 'Suggestions' })).toHaveCount(0)
  expect(asked.filter((path) => /suggestions|reply-draft|prompts/.test(path))).toEqual([])
  await other.close()
})
