// Keyboard use on every screen: the shortcut help, and the focus after a reply.
import type { Page } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../../src/web/routes.ts'
import { ADMIN, expect, signedIn, test } from './browser.ts'
import { engineer, story } from './story.ts'

const paths = (entries: RouteConfigEntry[], base = ''): string[] =>
  entries.flatMap((entry) => {
    const at = entry.path === undefined ? base : `${base}/${entry.path}`
    return [...(entry.path || entry.index ? [at] : []), ...paths(entry.children ?? [], at)]
  })
const layout = routes.find((entry) => entry.file === 'portal/layout.tsx')
/** Every screen of the portal. Screens of one record are opened from their list. */
const screens = [...new Set(paths(layout?.children ?? []))].filter((at) => !at.startsWith('/auth'))
const plain = screens.filter((at) => !at.includes(':'))

/** Opens a screen, and the help on it by keyboard. */
async function helpOn(page: Page, at: string) {
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.goto(at)
  await expect(page.locator('main').getByRole('heading', { level: 1 }).first(), at).toBeVisible()
  await page.locator('body').press('?')
  await expect(help, at).toBeVisible()
  await expect(help.getByText('Show this help'), at).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help, at).toHaveCount(0)
}

for (const who of ['owner@northgate.example', ADMIN]) {
  test(`? opens the help on every screen of ${who}`, async ({ context, baseURL, ear }) => {
    // The catalog preview is in a frame without scripts.
    ear.expected.push(/40[34] \(/, /Blocked script execution/)
    const page = await signedIn(context, baseURL as string, who)
    for (const at of plain) await helpOn(page, at)
  })

  test(`? opens the help on every screen of one record of ${who}`, async ({ context, baseURL, ear }) => {
    ear.expected.push(/40[34] \(/, /Blocked script execution/)
    const page = await signedIn(context, baseURL as string, who)
    let opened = 0
    // Open the first record in each list.
    for (const at of screens.filter((path) => /^[^:]+\/:\w+$/.test(path))) {
      const list = at.slice(0, at.lastIndexOf('/'))
      if (!plain.includes(list)) continue
      await page.goto(list)
      await expect(page.locator('main').getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.locator('.animate-breathe')).toHaveCount(0)
      const own = new RegExp(`^${list}/[\\w-]{8,}$`)
      const hrefs = await page.locator('main a').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))
      const first = hrefs.find((href) => own.test(href) && !plain.includes(href))
      if (!first) continue
      await helpOn(page, first)
      opened++
    }
    expect(opened).toBeGreaterThan(0)
  })
}

test('a list and a ticket show their shortcuts in the help', async ({ context, baseURL, request }) => {
  const { word, owner } = await story(request, baseURL as string)
  await owner.call('POST', '/tickets', { subject: `Keys ${word}`, description: 'x' })
  const staff = await engineer(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, staff.email, staff.password)
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const ticket = page.getByRole('link', { name: /^T-\d+/ }).first()
  await page.goto(`/admin/tickets?q=${word}`)
  await expect(ticket).toBeVisible()
  await page.keyboard.press('?')
  await expect(help.getByText('Next ticket')).toBeVisible()
  await expect(help.getByRole('heading', { name: 'All screens' })).toBeVisible()
  await page.keyboard.press('Escape')
  await ticket.click()
  await expect(page.getByRole('textbox', { name: 'Reply', exact: true })).toBeVisible()
  await page.keyboard.press('?')
  await expect(help.getByText('Internal note')).toBeVisible()
})

test('after a reply with time the focus is in the composer, wherever Ctrl+Enter was pressed', async ({
  context,
  baseURL,
  request,
}) => {
  const { word, owner } = await story(request, baseURL as string)
  const { id } = await owner.call('POST', '/tickets', { subject: `Focus ${word}`, description: 'x' })
  const staff = await engineer(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, staff.email, staff.password)
  await page.goto(`/admin/tickets/${id}`)
  const composer = page.getByRole('textbox', { name: 'Reply', exact: true })
  await expect(composer).toBeVisible()
  const note = page.getByRole('textbox', { name: 'Internal note', exact: true })
  await page.keyboard.press('n')
  await expect(note).toBeFocused()
  const form = page.locator('form', { has: note })
  const time = form.getByLabel('Time', { exact: true })
  const charge = form.getByRole('checkbox', { name: 'Billable' })
  const reason = form.getByLabel('Non-billable reason')
  const from = {
    time: async () => {
      await time.focus()
    },
    box: async () => {
      await charge.focus()
    },
    reason: async () => {
      await charge.uncheck()
      await reason.selectOption({ index: 1 })
      await reason.focus()
    },
  }
  for (const [where, stand] of Object.entries(from)) {
    const words = `Booked from the ${where}`
    await note.fill(words)
    await time.fill('1m')
    await charge.uncheck()
    await reason.selectOption({ index: 1 })
    await stand()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(words)).toBeVisible()
    await expect(time, where).toHaveValue('')
    await expect(note, where).toBeFocused()
    // Further typing is text, not a shortcut.
    await page.keyboard.type('sz')
    await expect(note, where).toHaveValue('sz')
    await note.fill('')
  }
})
