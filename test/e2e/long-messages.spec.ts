// Long messages, including hostile ones: the page shows the start of each, and the rest on demand.
import { pathological } from '../harness/pathological.ts'
import { expect, signedIn, test } from './browser.ts'
import { story } from './story.ts'

/** Maximum DOM nodes of a collapsed message with its header, for 2,000 characters of Markdown. */
const NODES_MAX = 2_000

const HOSTILE = [
  'lines',
  'short rows',
  'windows line ends',
  'line ends with spaces',
  'links',
  'code spans',
  'headings',
  'emphasis that never closes',
  'table, wide head and short rows',
  'lists nested by indentation',
]

test('a ticket with ten hostile messages stays small, and each of them opens', async ({
  context,
  baseURL,
  request,
}) => {
  const origin = baseURL as string
  const { owner, word } = await story(request, origin)
  const ticket = await owner.call('POST', '/tickets', {
    subject: `Long messages ${word}`,
    description: 'See *below*.',
  })
  const say = (body: string) => owner.call('POST', `/tickets/${ticket.id}/messages`, { body })
  const texts = pathological(48_000)
  for (const name of HOSTILE) await say(`Begin of ${name}\n\n${texts[name]}\n\nThe end of ${name}`)

  const page = await signedIn(context, origin, owner.email, owner.password)
  await page.goto(`/tickets/${ticket.id}`)
  await expect(page.getByText('Begin of lines', { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible()
  const messages = page.locator('article[id^="message-"]')
  await expect(messages).toHaveCount(HOSTILE.length)
  await expect(page.getByRole('button', { name: 'Show full message' })).toHaveCount(HOSTILE.length)
  const counts = await messages.evaluateAll((articles) =>
    articles.map((article) => {
      const walker = document.createTreeWalker(article, NodeFilter.SHOW_ALL)
      let nodes = 0
      while (walker.nextNode()) nodes++
      return nodes
    }),
  )
  for (const [i, nodes] of counts.entries()) expect(nodes, HOSTILE[i]).toBeLessThan(NODES_MAX)

  await test.step('a message opens by keyboard and stays open when the next one arrives', async () => {
    const lines = messages.nth(HOSTILE.indexOf('lines'))
    const button = lines.getByRole('button', { name: 'Show full message' })
    await expect(lines.getByText('The end of lines')).toBeHidden()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await button.press('Enter')
    const less = lines.getByRole('button', { name: 'Show less' })
    await expect(less).toBeFocused()
    await expect(less).toHaveAttribute('aria-expanded', 'true')
    await expect(lines.getByText('The end of lines')).toBeVisible()
    expect(await lines.locator('br').count()).toBeLessThan(100)
    await say('The next one')
    await expect(page.getByText('The next one')).toBeAttached()
    await expect(less).toHaveAttribute('aria-expanded', 'true')
    await less.press('Enter')
    await expect(lines.getByText('The end of lines')).toBeHidden()
    await expect(button).toBeFocused()
  })

  await test.step("the browser's search and paper show the rest", async () => {
    const rows = messages.nth(HOSTILE.indexOf('short rows'))
    const end = rows.getByText('The end of short rows')
    await expect(end).toBeHidden()
    await expect(rows.locator('[hidden="until-found"]')).toHaveCount(1)
    // Chromium fires this event when find-in-page matches hidden text.
    await rows.locator('[hidden="until-found"]').dispatchEvent('beforematch')
    await expect(end).toBeVisible()
    await rows.getByRole('button', { name: 'Show less' }).click()
    await expect(end).toBeHidden()
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expect(end).toBeVisible()
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect(end).toBeHidden()
  })
})
