// One ticket from start to end: a partner opens it, an engineer replies, and other companies see nothing.
import type { Page } from '@playwright/test'
import { demoFiles } from '../demo/files.ts'
import { accessible, expect, PASSWORD, signedIn, test, within } from './browser.ts'
import { engineer as engineerOf, story } from './story.ts'

const [PDF_NAME, PDF] = Object.entries(demoFiles).find(([name]) => name.endsWith('.pdf')) as [
  string,
  (typeof demoFiles)[string],
]
const [, PNG] = Object.entries(demoFiles).find(([name]) => name.endsWith('.png')) as [
  string,
  (typeof demoFiles)[string],
]

/** Pastes a picture as from the system clipboard. */
const paste = (page: Page, selector: string, bytes: Uint8Array) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, base64) => {
      const data = new DataTransfer()
      data.items.add(
        new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], 'image.png', { type: 'image/png' }),
      )
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, Buffer.from(bytes).toString('base64'))

test('a ticket and its replies reach the other side without a reload', async ({ browser, baseURL, request }) => {
  const base = baseURL as string
  const { word, owner } = await story(request, base)
  const subject = `Offboarding leaves a mailbox behind ${word}`
  const staff = await engineerOf(request, base, 'Ada Quill')
  const contexts = await Promise.all(
    [0, 1, 2].map(() => browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 } })),
  )
  const [partner, engineer, stranger] = (await Promise.all(
    [owner, staff, { email: 'owner@bluepeak.example', password: PASSWORD }].map(({ email, password }, i) =>
      signedIn(contexts[i] as never, base, email, password),
    ),
  )) as [Page, Page, Page]
  const loud: string[] = []
  for (const p of [partner, engineer, stranger]) {
    // The other company's owner opens a ticket and a queue that they may not see.
    p.on('console', (m) => m.type() === 'error' && !/40[34]/.test(m.text()) && loud.push(m.text()))
    p.on('pageerror', (e) => loud.push(e.message))
  }

  // The engineer already has the queue open.
  await engineer.goto(`/admin/tickets?q=${word}`)
  await expect(engineer.getByText(`No tickets match “${word}”`)).toBeVisible()

  // A real PDF and a pasted screenshot.
  await partner.goto('/tickets')
  await partner.getByRole('link', { name: 'New ticket' }).first().click()
  await partner.getByLabel('Subject').fill(subject)
  await partner
    .getByLabel('Description')
    .fill('The **license** is removed before the mailbox is converted.\n\n- user: j.doe\n- since: today')
  await partner.getByLabel('Category').selectOption('integration')
  await partner
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: PDF_NAME, mimeType: 'application/pdf', buffer: Buffer.from(PDF.bytes()) })
  await paste(partner, 'textarea', PNG.bytes())
  await expect(partner.getByText(PDF_NAME).first()).toBeVisible()
  await expect(partner.getByText(/\.png/).first()).toBeVisible()
  await accessible(partner, 'new ticket, filled')
  await partner.getByRole('button', { name: /^(Open|Send|Create)/ }).click()
  await expect(partner).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
  await expect(partner.getByRole('heading', { level: 1 })).toContainText(subject)
  await expect(partner.getByRole('strong').filter({ hasText: 'license' })).toBeVisible()
  await accessible(partner, 'ticket, partner')
  const id = partner.url().split('/').at(-1) as string

  // The ticket appears in the engineer's queue without a reload. The engineer opens it and takes it.
  const row = engineer.getByRole('link', { name: new RegExp(subject) }).first()
  await expect(row).toBeVisible()
  await row.click()
  await expect(engineer).toHaveURL(new RegExp(`/admin/tickets/${id}`))
  await expect(engineer.getByText(PDF_NAME).first()).toBeVisible()
  const download = engineer.waitForEvent('download')
  await engineer.getByRole('button', { name: `Download ${PDF_NAME}` }).click()
  const saved = await (await download).createReadStream()
  const chunks: Buffer[] = []
  for await (const chunk of saved) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).equals(Buffer.from(PDF.bytes()))).toBe(true)
  await expect(engineer.getByLabel('Open next ticket when done')).toBeVisible()
  await engineer.keyboard.press('a')
  await expect(engineer.getByRole('complementary', { name: 'Details' })).toContainText('Ada Quill')

  // Write an internal note, then the reply.
  await engineer.keyboard.press('n')
  const note = engineer.getByRole('textbox', { name: 'Internal note' })
  await expect(note).toBeFocused()
  await note.fill('Same as last week: the step order was changed by hand.')
  await engineer.keyboard.press('Control+Enter')
  await expect(engineer.getByRole('article').getByText('Same as last week')).toBeVisible()
  await expect(note).toHaveValue('')
  await engineer.keyboard.press('Escape')
  await engineer.keyboard.press('r')
  await engineer
    .getByRole('textbox', { name: 'Reply', exact: true })
    .fill('Found it: the steps now run in the right order. Please try again.')
  await accessible(engineer, 'ticket, engineer')
  await engineer.keyboard.press('Control+Enter')

  // The partner's open page shows the reply without a reload.
  await expect(partner.getByText('the steps now run in the right order')).toBeVisible()
  await expect(partner.getByText('In progress').first()).toBeVisible()
  await expect(partner.getByText('Same as last week')).toHaveCount(0)

  // Another company's owner cannot even see that the ticket exists.
  await stranger.goto(`/tickets?status=all&q=${word}`)
  await expect(stranger.getByText(`No tickets match “${word}”`)).toBeVisible()
  await within(stranger, `/tickets/${id}`)
  await expect(stranger.getByText('Ticket not found')).toBeVisible()
  await within(stranger, '/admin/tickets')
  await expect(stranger.getByText('You don’t have access to this page')).toBeVisible()

  expect(loud).toEqual([])
  await Promise.all(contexts.map((c) => c.close()))
})

test('the list finds, filters, remembers in the address, and exports', async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, 'owner@northgate.example')
  await page.goto('/tickets')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tickets')
  await page.getByLabel('Search tickets').fill('license')
  await expect(page).toHaveURL(/q=license/)
  await expect(page.getByRole('link', { name: /licens/i }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Search tickets')).toHaveValue('license')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /CSV|Export/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  await page.getByLabel('Search tickets').fill('zzzzqqq')
  await expect(page.getByText('No tickets match “zzzzqqq”')).toBeVisible()
  await accessible(page, 'list, nothing found')
})

test('typed text survives a failed call and a closed tab', async ({ context, baseURL, request, pageErrors }) => {
  pageErrors.expected.push(/503|Failed to load/)
  const { word, owner } = await story(request, baseURL as string)
  const { id } = await owner.call('POST', '/tickets', { subject: `Draft ${word}`, description: 'x' })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto(`/tickets/${id}`)
  const words = 'A long answer that must not be lost.'
  const reply = page.getByRole('textbox', { name: 'Reply', exact: true })
  await reply.fill(words)
  await page.route('**/api/rpc/tickets/reply', (r) =>
    r.fulfill({
      status: 503,
      contentType: 'application/json',
      body: JSON.stringify({
        error: {
          code: 'UNAVAILABLE',
          message: 'The service is temporarily unavailable. Try again shortly.',
          requestId: 'x',
        },
      }),
    }),
  )
  await reply.press('Control+Enter')
  await expect(page.getByText('The service is temporarily unavailable. Try again shortly.')).toBeVisible()
  await expect(reply).toHaveValue(words)
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.close({ runBeforeUnload: false })
  const again = await context.newPage()
  await again.goto(`/tickets/${id}`)
  await expect(again.getByRole('textbox', { name: 'Reply', exact: true })).toHaveValue(words)
})

test('hostile text is shown as text', async ({ context, baseURL, request }) => {
  const { owner } = await story(request, baseURL as string)
  const evil = `<img src=x onerror="window.owned=1"> [click](javascript:alert(1)) <script>window.owned=1</script> ![x](https://evil.example/x.png)`
  const subject = '<b>bold</b> <script>window.owned=1</script>'
  const { id } = await owner.call('POST', '/tickets', { subject, description: evil })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto(`/tickets/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(subject)
  await expect(page.getByText('<img src=x').first()).toBeVisible()
  await expect(
    page.locator('main').locator('a[href^="javascript:" i], img[src^="http"], img[src=x], script'),
  ).toHaveCount(0)
  expect(await page.evaluate(() => 'owned' in window)).toBe(false)
})
