// Keyboard use on every screen: the shortcut help, and the focus after a reply.
import type { Page } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../../src/web/routes.ts'
import { soak } from '../harness/lane.ts'
import { ADMIN, expect, signedIn, test, within } from './browser.ts'
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

const OWNER = 'owner@northgate.example'
const forStaff = /^\/(admin|companies|agreements|stripe-customers|settings\/(service-levels|remittance|canned))/
/**
 * Returns whether a screen is opened as this person. In the short lane each screen is opened as one role only, and
 * without a page load, as the portal's links do.
 */
const isWalked = (who: string, at: string) => soak || (who === ADMIN) === forStaff.test(at)

/** Waits until the new screen is loaded. The previous screen's heading does not count. */
async function isShown(page: Page, at: string) {
  await expect(page.locator('main :is(h1, h2):not([data-before])').first(), at).toBeAttached()
  await expect(page.locator('main').getByRole('heading', { level: 1 }).first(), at).toBeVisible()
  await expect(page.locator('.animate-breathe'), at).toHaveCount(0)
}

async function open(page: Page, at: string) {
  if (soak || page.url() === 'about:blank') await page.goto(at)
  else {
    // Screens of the settings have the same first heading.
    await page.locator('main :is(h1, h2)').evaluateAll((all) => {
      for (const heading of all) heading.setAttribute('data-before', '')
    })
    await within(page, at)
  }
  await isShown(page, at)
}

/** Opens the help by keyboard. */
async function helpOn(page: Page, at: string) {
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.locator('body').press('?')
  await expect(help, at).toBeVisible()
  await expect(help.getByText('Show this help'), at).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help, at).toHaveCount(0)
}

/** Returns the address of the first record in the list on the page. */
async function firstOf(page: Page, list: string) {
  const own = new RegExp(`^${list}/[\\w-]{8,}$`)
  const hrefs = await page.locator('main a').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))
  return hrefs.find((href) => own.test(href) && !plain.includes(href))
}

for (const who of [OWNER, ADMIN]) {
  test(`? opens the help on every screen of ${who}`, async ({ context, baseURL, pageErrors }) => {
    // The catalog preview is in a frame without scripts.
    pageErrors.expected.push(/40[34] \(/, /Blocked script execution/)
    const page = await signedIn(context, baseURL as string, who)
    const ofRecords = screens
      .filter((path) => /^[^:]+\/:\w+$/.test(path))
      .map((path) => path.slice(0, path.lastIndexOf('/')))
    let records = 0
    for (const at of plain.filter((path) => isWalked(who, path))) {
      await open(page, at)
      await helpOn(page, at)
      const record = ofRecords.includes(at) && (await firstOf(page, at))
      if (!record) continue
      await open(page, record)
      await helpOn(page, record)
      records++
    }
    expect(records).toBeGreaterThan(2)
  })
}

test('a list and a ticket show their shortcuts in the help, which turns single keys off', async ({
  context,
  baseURL,
  request,
}) => {
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
  const single = help.getByRole('checkbox', { name: 'Use single-key shortcuts' })
  await single.uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await page.keyboard.press('n')
  // The help cannot be opened by its key: `?` is a single key too, and is typed into the note if one was opened. The
  // palette opens the help.
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(help).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Search' }).fill('keyboard')
  await page.getByRole('option', { name: /^Keyboard shortcuts/ }).click()
  await single.check()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Internal note', exact: true })).toBeFocused()
})

test('the key for a reply works before the conversation is loaded, and the keys after it are not shortcuts', async ({
  context,
  baseURL,
  request,
}) => {
  const { word, owner } = await story(request, baseURL as string)
  const { id } = await owner.call('POST', '/tickets', { subject: `Early ${word}`, description: 'x' })
  const staff = await engineer(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, staff.email, staff.password)
  const free = Promise.withResolvers<void>()
  await page.route(/\/api\/rpc\/tickets\/messages/, async (route) => {
    await free.promise
    await route.continue()
  })
  await page.goto(`/admin/tickets/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Assignee:/ })).toBeVisible()
  await page.keyboard.press('r')
  // If the key for the reply were lost, this key would assign the ticket.
  await page.keyboard.press('i')
  free.resolve()
  await expect(page.getByRole('textbox', { name: 'Reply', exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Assignee:/ })).toContainText('Unassigned')
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
