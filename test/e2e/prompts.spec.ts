// The prompt manager as staff meet it: an engineer writes, an administrator makes live; without a model it says how to set
// one up, and an owner says what a model may see. What a model does is tested on the server, against one.
import { randomBytes } from 'node:crypto'
import { ADMIN, accessible, ENGINEER, expect, fits, signedIn, test } from './browser.ts'
import { story } from './story.ts'

test('an engineer writes a version and compares it; it is not theirs to make live', async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, ENGINEER)
  await page.goto('/admin/prompt-manager')
  await expect(page.getByRole('heading', { name: 'No language model is set up' })).toBeVisible()
  await page.getByRole('link', { name: 'Reply draft' }).click()

  // Versions stay, and have numbers: how many there are by now depends on who was here before.
  const keep = page.getByRole('button', { name: /^Keep as version \d+$/ })
  const line = `Be brief about ${randomBytes(5).toString('hex')}.`
  const text = page.getByRole('textbox', { name: /^Text, written from version 2/ })
  await text.fill(`${await text.inputValue()}\nAnswer {{ ticket.secret }}.`)
  await expect(page.getByText('There is no variable “ticket.secret”. There are:')).toBeVisible()
  await expect(keep).toBeDisabled()
  await text.fill((await text.inputValue()).replace('Answer {{ ticket.secret }}.', line))
  await expect(page.getByText('Every variable is known.')).toBeVisible()
  await page.getByRole('textbox', { name: 'What is different' }).fill('Shorter')
  await keep.click()
  await expect(page.getByRole('table', { name: 'The two texts, line by line' }).getByText(line)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Make live/ })).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem').first()).toBeVisible()
  await fits(page, 'versions')
  await accessible(page, 'versions')
})

test('@wide an administrator makes a draft live with a reason, goes back, and the history keeps both', async ({
  context,
  baseURL,
}) => {
  const page = await signedIn(context, baseURL as string, ADMIN)
  const live = async (name: string, reason: string) => {
    await page.getByRole('button', { name: `Make live ${name}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Make live' }).click()
    await expect(dialog).toContainText('Say why.')
    await dialog.getByRole('textbox', { name: 'Why' }).fill(reason)
    await dialog.getByRole('button', { name: 'Make live' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(`${name} is live`).first()).toBeVisible()
  }
  await page.goto('/admin/prompt-manager/ticket.summary')
  const text = page.getByRole('textbox', { name: /^Text, written from version 1/ })
  await text.fill(`${await text.inputValue()}\nBe brief.`)
  // Where the cursor was, and on from there.
  await text.press('End')
  await page.getByRole('button', { name: /^Insert ticket.subject/ }).click()
  await page.keyboard.type('!')
  await page.getByRole('tab', { name: /^Versions/ }).click()
  await live('Version 2', 'Engineers asked for it')
  // What is being written stays, whatever is made live meanwhile.
  await page.getByRole('tab', { name: 'Text' }).click()
  await expect(text).toHaveValue(/\nBe brief\.\{\{ ticket\.subject \}\}!$/)
  await page.getByRole('tab', { name: /^Versions/ }).click()
  await live('Version 1', 'Too short after all')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('Too short after all')).toBeVisible()
  await expect(page.getByText('Engineers asked for it')).toBeVisible()
  await accessible(page, 'history')
  await page.getByRole('tab', { name: 'Try' }).click()
  await expect(page.getByRole('heading', { name: 'No language model is set up' })).toBeVisible()
})

test('@wide an owner says that no model sees the company’s tickets; without a model nothing is offered on a ticket', async ({
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
  await page.getByRole('button', { name: /^Switch off/ }).click()
  await expect(page.getByText('No model sees anything of your tickets')).toBeVisible()
  await page.getByRole('button', { name: /^Allow/ }).click()
  await expect(page.getByText('A model may read your tickets')).toBeVisible()
  const other = await browser.newContext()
  const staff = await signedIn(other, origin, ENGINEER)
  const asked: string[] = []
  staff.on('request', (r) => asked.push(new URL(r.url()).pathname))
  await staff.goto(`/admin/tickets/${id}`)
  await expect(staff.getByRole('textbox', { name: 'Reply' })).toBeVisible()
  await expect(staff.getByRole('complementary', { name: 'Facts' })).toBeVisible()
  await expect(staff.getByRole('region', { name: 'Suggestions' })).toHaveCount(0)
  expect(asked.filter((path) => /suggestions|reply-draft|prompts/.test(path))).toEqual([])
  await other.close()
})
