// The conversation of a ticket: watchers, mentions, drafts on two devices, edits, canned replies, lost connections.
import type { Route } from '@playwright/test'
import { demoFiles } from '../demo/files.ts'
import { accessible, DESK, ENGINEER, expect, fits, PHONE, signedIn, test } from './browser.ts'
import { player, story } from './story.ts'

const PNG = Object.entries(demoFiles).find(([name]) => name.endsWith('.png'))?.[1] as { bytes: () => Uint8Array }

test('a partner replies with a file and a mention, adds a watcher, edits the reply, and loses nothing offline @wide', async ({
  browser,
  baseURL,
  request,
  pageErrors,
}) => {
  // The connection is interrupted below.
  pageErrors.expected.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const base = baseURL as string
  const { owner, add, word } = await story(request, base)
  await add('member', 'Marcus Oyelaran')
  await owner.call('POST', '/contacts', { fullName: 'Ana Bell', email: `ana@${word}.example` })
  const context = await browser.newContext({ ...PHONE, baseURL: base })
  const page = await signedIn(context, base, owner.email, owner.password)
  const subject = `Conversation ${word}`

  // Open a ticket with a watcher who is a user, found by name.
  await page.goto('/tickets/new')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Description').fill('The sync stops at six.')
  await page.getByLabel('Category').selectOption('integration')
  const find = page.getByRole('combobox', { name: 'Find a colleague or contact' })
  await find.fill('marcus')
  await page.getByRole('option', { name: /Marcus Oyelaran/ }).click()
  await expect(page.getByRole('button', { name: 'Remove Marcus Oyelaran from the watchers' })).toBeVisible()
  await fits(page, 'new ticket with a watcher')
  await page.getByRole('button', { name: /^Send ticket/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(subject)

  // Mention a person by keyboard, and attach a picture.
  const box = page.getByRole('textbox', { name: 'Reply', exact: true })
  await box.click()
  await box.pressSequentially('Please look, @marcus')
  await expect(page.getByRole('option', { name: /Marcus Oyelaran/ })).toBeVisible()
  await accessible(page, 'choosing whom to name')
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('Please look, @Marcus Oyelaran ')
  await box.pressSequentially('and teh logs.')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'six.png', mimeType: 'image/png', buffer: Buffer.from(PNG.bytes()) })
  await expect(page.getByRole('button', { name: 'Remove six.png' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'New message' }).getByRole('progressbar')).toHaveCount(0)

  // The connection fails while sending. The text is kept, and a retry sends it only once.
  let cut = 0
  const arrived = Promise.withResolvers<void>()
  await page.route('**/api/rpc/tickets/reply', async (route) => {
    // The request arrives, but its response is lost.
    if (cut++ === 0) {
      await route.fetch({ timeout: 0 })
      await route.abort()
      return
    }
    // The live update arrives before the response.
    const response = await route.fetch({ timeout: 0 })
    await arrived.promise
    await route.fulfill({ response })
  })
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await send.click()
  await expect(page.getByRole('alert')).toContainText('Can’t reach the server')
  await expect(box).toHaveValue('Please look, @Marcus Oyelaran and teh logs.')
  await send.dblclick()
  const answer = page.getByRole('article').filter({ hasText: 'teh logs' })
  await expect(answer.getByRole('button', { name: 'Edit your reply' })).toBeVisible()
  await expect(answer).toHaveCount(1)
  arrived.resolve()
  await expect(box).toHaveValue('')
  await expect(answer).toHaveCount(1)
  await expect(answer.locator('[data-mention]')).toHaveText('@Marcus Oyelaran')
  await expect(answer.getByRole('button', { name: 'Open image six.png' })).toBeVisible()

  // Edit it within the allowed time.
  await answer.getByRole('button', { name: 'Edit your reply' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit your reply' })
  await expect(page.getByText('may have already received the original text by email')).toBeVisible()
  await editor.fill('Please look, @Marcus Oyelaran and the logs.')
  await page.getByRole('main').getByRole('link', { name: 'Tickets', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(editor).toHaveValue('Please look, @Marcus Oyelaran and the logs.')
  // Scroll up, because axe would report elements that are half under the top bar.
  await page.evaluate(() => scrollTo(0, 0))
  await accessible(page, 'putting a reply right')
  await fits(page, 'putting a reply right')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const fixed = page.getByRole('article').filter({ hasText: 'and the logs' })
  await expect(fixed.locator('[data-mention]')).toHaveText('@Marcus Oyelaran')
  await expect(fixed).toContainText('edited')

  // The watchers are in the facts, which are collapsed on a phone.
  await page.getByText('Show details').click()
  const watchers = page.getByRole('region', { name: 'Watchers' })
  await expect(watchers).toContainText('Marcus Oyelaran')
  await watchers.getByRole('button', { name: 'Add watcher' }).click()
  await page.getByRole('option', { name: /Ana Bell/ }).click()
  await expect(watchers.getByRole('button', { name: 'Remove Ana Bell from the watchers' })).toBeVisible()
  await page.keyboard.press('Escape')
  await accessible(page, 'watchers')
  await fits(page, 'watchers')
  await watchers.getByRole('button', { name: 'Remove Ana Bell from the watchers' }).click()
  await expect(watchers).not.toContainText('Ana Bell')
  await context.close()
})

test('an engineer uses canned replies and mentions, and continues a draft on a second device @wide', async ({
  browser,
  baseURL,
  request,
}) => {
  const base = baseURL as string
  const { owner, word } = await story(request, base, { ownerName: 'Dana Whitfield' })
  const { id } = await owner.call('POST', '/tickets', { subject: `Drafts ${word}`, description: 'On two devices.' })
  const engineer = await player(request, base, ENGINEER)
  /** Waits until the server has this unsent reply. “Draft saved” on the page may be about an earlier text. */
  const saved = (body: string) =>
    expect
      .poll(async () => (await engineer.call('GET', `/drafts?kind=reply&ticketId=${id}`)).draft?.body ?? '')
      .toBe(body)
  const device = async () => {
    const context = await browser.newContext({ ...DESK, baseURL: base })
    return signedIn(context, base, ENGINEER)
  }
  const [first, second] = [await device(), await device()]

  // A canned reply with an unknown variable is rejected with a message, then corrected and saved.
  const name = `${word} is done`
  await first.goto('/settings/canned-replies')
  await first.getByRole('button', { name: 'Add canned reply' }).click()
  const dialog = first.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Hi {{ requester.firstname }}, {{ ticket.number }} is done.')
  await dialog.getByRole('button', { name: 'Add canned reply' }).click()
  await expect(dialog).toContainText('Unknown variable “requester.firstname”')
  await dialog
    .getByRole('textbox', { name: 'Text' })
    .fill('Hi {{ requester.first_name }}, {{ ticket.number }} is done.')
  await dialog.getByRole('button', { name: 'Preview with sample data' }).click()
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Hi Ana, T-1042 is done.')
  await accessible(first, 'canned reply')
  await dialog.getByRole('button', { name: 'Add canned reply' }).click()
  await expect(first.getByRole('link', { name })).toBeVisible()
  await accessible(first, 'canned replies')

  // Insert it into a ticket by keyboard.
  await first.goto(`/admin/tickets/${id}`)
  await expect(first.getByRole('textbox', { name: 'Reply', exact: true })).toBeVisible()
  await first.keyboard.press('r')
  const reply = first.getByRole('textbox', { name: 'Reply', exact: true })
  await expect(reply).toBeFocused()
  await first.keyboard.type(`/${word}`)
  await expect(first.getByRole('option', { name: new RegExp(name) })).toBeVisible()
  await first.keyboard.press('Enter')
  await expect(reply).toHaveValue(/^Hi \w+, T-\d+ is done\.$/)
  const inserted = await reply.inputValue()
  await expect(first.getByText('Draft saved')).toBeVisible()
  await saved(inserted)

  // The second device shows the draft and continues it. The first device asks before it overwrites anything.
  await second.goto(`/admin/tickets/${id}`)
  const there = second.getByRole('textbox', { name: 'Reply', exact: true })
  await expect(there).toHaveValue(inserted)
  await there.press('End')
  await there.pressSequentially(' From the second.')
  await expect(second.getByText('Draft saved')).toBeVisible()
  await saved(`${inserted} From the second.`)
  await reply.press('End')
  await reply.pressSequentially(' From the first.')
  await expect(first.getByText('You have a different draft in another tab or on another device')).toBeVisible()
  await accessible(first, 'two drafts')
  await first.getByRole('button', { name: 'Keep both' }).click()
  await expect(reply).toHaveValue(`${inserted} From the second.\n\n${inserted} From the first.`)
  await expect(first.getByText('Draft saved')).toBeVisible()
  await saved(`${inserted} From the second.\n\n${inserted} From the first.`)
  await reply.fill('')
  await expect(first.getByText('Draft saved')).toHaveCount(0)
  await saved('')

  // A note that mentions a colleague. Users of the partner are not suggested.
  await first.keyboard.press('Escape')
  await first.keyboard.press('n')
  const note = first.getByRole('textbox', { name: 'Internal note' })
  await note.pressSequentially('Can you look, @')
  await expect(first.getByRole('option', { name: /Helen Castellano/ })).toBeVisible()
  await expect(first.getByRole('option', { name: /Dana|Marcus/ })).toHaveCount(0)
  await note.pressSequentially('hel')
  await expect(first.getByRole('option').first()).toContainText('Helen Castellano')
  await first.keyboard.press('Enter')
  await note.pressSequentially(`? ${name}`)
  await first.keyboard.press('Control+Enter')
  const written = first.getByRole('article').filter({ hasText: name })
  await expect(written.locator('[data-mention]')).toHaveText('@Helen Castellano')
  await expect(first.getByRole('region', { name: 'Watchers' })).toContainText('Helen Castellano')
  await accessible(first, 'a note with a name')

  // Remove the canned reply.
  await first.goto(`/settings/canned-replies?q=${encodeURIComponent(name)}`)
  await first.getByRole('button', { name: `Delete ${name}` }).click()
  await first.getByRole('button', { name: 'Delete canned reply' }).click()
  await expect(first.getByText('No canned replies match your search')).toBeVisible()
  for (const page of [first, second]) await page.context().close()
})

test('messages that were there before are not announced as new @wide', async ({ context, baseURL, request }) => {
  const { owner } = await story(request, baseURL as string)
  const subject = 'Fax line is dead'
  const { id } = await owner.call('POST', '/tickets', { subject, description: 'Since this morning.' })
  const body = 'We called the carrier.'
  await (await player(request, baseURL as string, ENGINEER)).call('POST', `/tickets/${id}/messages`, { body })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  // The messages arrive before the code that renders their text.
  const code = Promise.withResolvers<void>()
  await page.route(/\/assets\/markdown-/, async (route) => {
    await code.promise
    await route.continue()
  })
  let arrived = false
  // Only the reads of the document: a later one could still be open at the end.
  const answer = async (route: Route) => {
    await route.fulfill({ response: await route.fetch() })
    arrived = true
  }
  await page.route('**/api/rpc/reads', answer, { times: 1 })
  await page.goto(`/tickets/${id}`)
  await expect.poll(() => arrived).toBe(true)
  await expect(page.getByRole('button', { name: 'Close ticket' })).toBeVisible()
  await expect(page.getByText(body)).toHaveCount(0)
  code.resolve()
  await expect(page.getByText(body)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible()
  await expect(page.getByText(/^New reply from/)).toHaveCount(0)
})
