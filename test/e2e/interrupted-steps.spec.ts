// Steps that something interrupts: Back, a second tab, a view that someone deleted, a link in a new tab. On a processor
// that is six times slower and behind 150 ms of latency.
import type { Page } from '@playwright/test'
import { expect, signedIn, slowDown, test } from './browser.ts'
import { story } from './story.ts'

const main = (page: Page) => page.getByRole('main')
const search = (page: Page) => main(page).getByRole('searchbox')
const view = (page: Page, name: string) =>
  main(page)
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
const addressOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

test('Back cancels a search or a step that has not finished', async ({ context, baseURL, request }) => {
  const { owner, word } = await story(request, baseURL as string)
  for (const subject of [`Printer ${word}`, `Router ${word}`])
    await owner.call('POST', '/tickets', { subject, description: 'For a list with two rows.' })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/tickets')
  await expect(main(page).getByRole('link', { name: `Printer ${word}` })).toBeVisible()
  await view(page, 'Closed').click()
  await expect(page).toHaveURL(/status=/)
  const closed = addressOf(page)
  await slowDown(page)
  // Types and goes back in the same task, so that Back comes before the search changes the address.
  await search(page).evaluate((box: HTMLInputElement) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
    set?.call(box, 'Printer')
    box.dispatchEvent(new Event('input', { bubbles: true }))
    history.back()
  })
  await expect(page).toHaveURL(/\/tickets$/)
  await expect(search(page)).toHaveValue('')
  await expect(main(page).getByRole('link', { name: `Router ${word}` })).toBeVisible()
  // Forward, and back again before the list has rendered.
  await page.evaluate(() => {
    history.forward()
    history.back()
  })
  await view(page, 'Closed').click()
  await expect.poll(() => addressOf(page)).toBe(closed)
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/tickets$/)
  await expect(main(page).getByRole('link', { name: `Printer ${word}` })).toBeVisible()
})

test('two tabs with one list keep their own filters', async ({ context, baseURL, request }) => {
  const { owner, word } = await story(request, baseURL as string)
  await owner.call('POST', '/tickets', { subject: `Printer ${word}`, description: 'For both tabs.' })
  const one = await signedIn(context, baseURL as string, owner.email, owner.password)
  await one.goto('/tickets')
  const two = await context.newPage()
  await two.goto('/tickets')
  for (const page of [one, two]) {
    await expect(main(page).getByRole('link', { name: `Printer ${word}` })).toBeVisible()
    await slowDown(page)
  }
  await search(one).pressSequentially('Printer')
  await view(two, 'Closed').click()
  await view(one, 'All [0-9]').click()
  await search(two).pressSequentially('Router')
  await expect.poll(() => new URL(one.url()).searchParams.get('q')).toBe('Printer')
  await expect.poll(() => new URL(two.url()).searchParams.get('q')).toBe('Router')
  await expect(search(one)).toHaveValue('Printer')
  await expect(main(one).getByRole('link', { name: `Printer ${word}` })).toBeVisible()
  await expect(main(two).getByRole('link', { name: `Printer ${word}` })).toHaveCount(0)
})

test('a saved view that was deleted elsewhere keeps its filters, and can be removed here', async ({
  context,
  baseURL,
  request,
  pageErrors,
}) => {
  pageErrors.expected.push(/404/)
  const { owner, word } = await story(request, baseURL as string)
  await owner.call('POST', '/tickets', { subject: `Printer ${word}`, description: 'In the view.' })
  const { id } = await owner.call('POST', '/lists/tickets/views', { name: 'Printers', query: 'q=Printer' })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/tickets')
  await expect(view(page, 'Printers')).toBeVisible()
  await slowDown(page)
  await view(page, 'Printers').click()
  await owner.call('DELETE', `/lists/tickets/views/${id}`)
  await expect(main(page).getByRole('link', { name: `Printer ${word}` })).toBeVisible()
  await main(page).getByRole('button', { name: 'Options for “Printers”' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await expect(view(page, 'Printers')).toHaveCount(0)
  await expect(page).toHaveURL(/q=Printer/)
})

test('a link that is opened in a new tab while typing loses nothing', async ({ context, baseURL, request }) => {
  const { owner, word } = await story(request, baseURL as string)
  const ticket = await owner.call('POST', '/tickets', { subject: `Printer ${word}`, description: 'Opened beside.' })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/tickets')
  const row = main(page).getByRole('link', { name: `Printer ${word}` })
  await expect(row).toBeVisible()
  await slowDown(page)
  await search(page).pressSequentially('Pri')
  const opened = context.waitForEvent('page')
  await row.click({ modifiers: ['ControlOrMeta'] })
  const beside = await opened
  await expect(beside).toHaveURL(new RegExp(ticket.id))
  await expect.poll(() => addressOf(page)).toBe('/tickets?q=Pri')
  await expect(search(page)).toHaveValue('Pri')
  // A reply that is being typed in one tab, while the other is opened from it.
  await beside.getByRole('textbox', { name: 'Reply' }).pressSequentially('Half a sen')
  const list = context.waitForEvent('page')
  await beside
    .getByRole('link', { name: 'Tickets', exact: true })
    .first()
    .click({ modifiers: ['ControlOrMeta'] })
  await (await list).waitForURL(/\/tickets/)
  await expect(beside.getByRole('textbox', { name: 'Reply' })).toHaveValue('Half a sen')
})
