// Every screen works with a screen reader, a keyboard, a larger text size, and on paper.
import type { Page } from '@playwright/test'
import { ADMIN, DESK, expect, fits, signedIn, test, weekOfReports } from './browser.ts'
import { engineer, story } from './story.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
/** The live region that announces the title of a screen. */
const title = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

test.use(DESK)

test('opening another screen moves the focus to its heading, and going back moves it to the row', async ({
  context,
  baseURL,
  request,
}) => {
  const { word, owner } = await story(request, baseURL as string)
  for (const name of ['First', 'Second', 'Third'])
    await owner.call('POST', '/tickets', { subject: `${name} ${word}`, description: 'x' })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/tickets')
  const row = page.getByRole('link', { name: `Second ${word}` })
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, new RegExp(`Second ${word}`))).toBeFocused()
  await expect(title(page, new RegExp(`^T-\\d+ Second ${word}$`))).toHaveCount(1)

  await page.goBack()
  await expect(row).toBeFocused()
  await expect(title(page, /^Tickets$/)).toHaveCount(1)

  // A filter or a view of the same screen leaves the focus where it is.
  await page.getByRole('link', { name: /^All\b(?! open)/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/status|view|\?/)
  await expect(heading(page, 'Tickets')).not.toBeFocused()

  // The list's shortcuts also work while the heading has the focus.
  const menu = page.getByRole('navigation', { name: 'Portal' })
  await menu.getByRole('link', { name: 'Reports' }).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Reports')).toBeFocused()
  await menu.getByRole('link', { name: 'Tickets', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Tickets')).toBeFocused()
  await expect(row).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.locator('[data-row-link]:focus')).toHaveCount(1)
})

test('a contact deleted in its drawer leaves the focus on the next row, and the last one on the heading', async ({
  context,
  baseURL,
  request,
}) => {
  const { owner } = await story(request, baseURL as string)
  for (const fullName of ['Ana First', 'Bo Second']) await owner.call('POST', '/contacts', { fullName })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/contacts')
  const remove = async (name: string) => {
    const drawer = page.getByRole('dialog', { name: 'Contact' })
    await expect(drawer.getByText(name).first()).toBeVisible()
    await drawer.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete contact' }).click()
    await expect(page.getByRole('link', { name })).toHaveCount(0)
    await expect(page.locator('[data-over]')).toHaveCount(0)
  }
  // A click anywhere in the row opens the drawer.
  await page.getByRole('row', { name: /Ana First/ }).click({ position: { x: 400, y: 20 } })
  await remove('Ana First')
  await expect(page.getByRole('link', { name: 'Bo Second' })).toBeFocused()
  await page.keyboard.press('Enter')
  await remove('Bo Second')
  await expect(heading(page, 'Contacts')).toBeFocused()
})

test('the middle button opens a row in a new tab wherever it is pressed', async ({ context, baseURL, request }) => {
  const { word, owner } = await story(request, baseURL as string)
  await owner.call('POST', '/tickets', { subject: `Middle ${word}`, description: 'x' })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/tickets')
  const row = page.getByRole('row', { name: new RegExp(word) })
  const position = { x: 900, y: 20 }
  for (const press of [
    () => row.click({ button: 'middle', position }),
    () => row.click({ modifiers: ['ControlOrMeta'], position }),
  ]) {
    const [tab] = await Promise.all([context.waitForEvent('page'), press()])
    await expect(tab).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
    await tab.close()
  }
  await expect(page).toHaveURL(/\/tickets$/)
})

test('the first Tab on a screen reaches a link that skips the navigation', async ({ context, baseURL, request }) => {
  const { owner } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/tickets')
  await expect(heading(page, 'Tickets')).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a touch opens a row wherever it is touched', async ({ browser, baseURL, request }) => {
  const { word, owner } = await story(request, baseURL as string)
  await owner.call('POST', '/tickets', { subject: `Touch ${word}`, description: 'x' })
  const context = await browser.newContext({ ...DESK, hasTouch: true, baseURL: baseURL as string })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/tickets')
  await page.getByRole('row', { name: new RegExp(word) }).tap({ position: { x: 900, y: 20 } })
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
  await context.close()
})

test('a field about a person names its purpose, so that the browser can fill it in', async ({ context, baseURL }) => {
  const readFields = (page: Page) =>
    page
      .getByRole('main')
      .locator('input:is([type=text], [type=email], [type=password], [type=tel], [type=url], :not([type])), textarea')
      .filter({ visible: true })
      .evaluateAll((all) =>
        all.map((field) => [(field as HTMLInputElement).labels?.[0]?.textContent, field.getAttribute('autocomplete')]),
      )
  const visitor = await context.newPage()
  await visitor.goto('/auth')
  await expect(visitor.getByLabel('Email')).toBeVisible()
  expect(await readFields(visitor)).toEqual([
    ['Email', 'username'],
    ['Password', 'current-password'],
  ])
  await visitor.close()
  const page = await signedIn(context, baseURL as string, 'owner@northgate.example')
  for (const path of ['/settings', '/settings/company']) {
    await page.goto(path)
    await expect(heading(page, /./)).toBeVisible()
    await expect(page.getByRole('main').locator('.animate-breathe')).toHaveCount(0)
    const fields = await readFields(page)
    expect(fields.length, path).toBeGreaterThan(0)
    expect(
      fields.filter(([, purpose]) => !purpose),
      path,
    ).toEqual([])
  }
})

test('the focused element is not covered by the bar on top', async ({ context, baseURL, request }) => {
  const { word, owner } = await story(request, baseURL as string)
  for (let n = 0; n < 6; n++) await owner.call('POST', '/tickets', { subject: `${n} ${word}`, description: 'x' })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.setViewportSize({ width: 1024, height: 420 })
  await page.goto('/tickets')
  await expect(page.getByRole('link', { name: `0 ${word}` })).toBeVisible()
  const hidden = () =>
    page.evaluate(() => {
      const at = document.activeElement as HTMLElement
      const { left, top, width, height } = at.getBoundingClientRect()
      const over = document.elementFromPoint(left + width / 2, top + height / 2)
      return at.closest('main') && over && !at.contains(over) && !over.contains(at) ? at.outerHTML.slice(0, 200) : ''
    })
  await page
    .locator('main')
    .getByRole('link', { name: new RegExp(word) })
    .last()
    .focus()
  for (let n = 0; n < 25; n++) {
    await page.keyboard.press('Shift+Tab')
    expect(await hidden()).toBe('')
  }
})

test('a printed ticket has the content only, in readable colors, with nothing cut off', async ({
  context,
  baseURL,
  request,
}) => {
  const { word, owner } = await story(request, baseURL as string)
  const line = '2026-11-27 09:21:07 request threshold exceeded: 10000 of 10000 in the last hour, next at 09:26:07. '
  const { id } = await owner.call('POST', '/tickets', {
    subject: `Paper ${word}`,
    description: `What it says:\n\n\`\`\`\n${line.repeat(2)}\n\`\`\`\n\nSee [the log](https://status.example/log) and https://status.example/now`,
  })
  const staff = await engineer(request, baseURL as string)
  for (const [who, path] of [
    [owner, `/tickets/${id}`],
    [staff, `/admin/tickets/${id}`],
  ] as const) {
    const page = await signedIn(context, baseURL as string, who.email, who.password)
    await page.setViewportSize({ width: 794, height: 1100 })
    await page.goto(path)
    await expect(page.getByText('request threshold exceeded').first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'the log' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    const seen = await page.evaluate(() => {
      const shown = (e: Element) => e.checkVisibility() && e.getBoundingClientRect().width > 1
      const light = (color: string) => {
        const canvas = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D
        canvas.fillStyle = color
        canvas.fillRect(0, 0, 1, 1)
        const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((v) => (v / 255) ** 2.2)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
      }
      const all = [...document.querySelectorAll('body *')].filter(shown)
      return {
        hands: all
          .filter((e) => e.matches('nav, textarea, main button:not(dd *), header button, [role="toolbar"]'))
          .map((e) => e.outerHTML.slice(0, 120)),
        pale: all
          .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent?.trim()))
          .filter((e) => 1.05 / (light(getComputedStyle(e).color) + 0.05) < 4.5)
          .map((e) => e.outerHTML.slice(0, 120)),
        cut: all.filter((e) => e.matches('pre') && e.scrollWidth > e.clientWidth + 2).length,
        addresses: [...document.querySelectorAll('[data-prose] a')].map((a) => getComputedStyle(a, '::after').content),
      }
    })
    expect(seen).toEqual({
      hands: [],
      pale: [],
      cut: 0,
      addresses: [expect.stringContaining('status.example/log'), 'none'],
    })
    // The status is printed, although it is a button that opens a menu.
    await expect(page.getByText(/^New$/).locator('visible=true').first()).toBeVisible()
    await page.close()
  }
})

test('a printed agreement and a printed invoice have only their text, without buttons or the page below', async ({
  context,
  baseURL,
}) => {
  const page = await signedIn(context, baseURL as string, 'owner@northgate.example')
  const controls = page.locator('nav, button:not([role=tab]), textarea').filter({ visible: true })
  await page.goto('/my-agreements')
  await page.locator('[data-row-link]').first().click()
  await expect(page.getByRole('tab', { name: 'Text' })).toBeVisible()
  await expect(page.locator('.animate-breathe')).toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  await expect(controls).toHaveCount(0)
  await page.emulateMedia({ media: null })

  await page.goto('/settings/billing')
  await page.getByRole('link', { name: /^INV-/ }).first().click()
  const invoice = page.getByRole('dialog')
  await expect(invoice.getByText('Total')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(controls).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toHaveCount(0)
  await expect(invoice.getByText('Total')).toBeVisible()
})

test('a printed list, report and time sheet have every column and the exact time, but no filter', async ({
  context,
  baseURL,
  request,
}) => {
  const { word, owner } = await story(request, baseURL as string)
  const subject = `A subject of several words that fills its column ${word}`
  await owner.call('POST', '/tickets', { subject, description: 'x' })
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/tickets')
  const link = page.getByRole('link', { name: subject })
  await expect(link).toBeVisible()
  await page.setViewportSize({ width: 794, height: 1100 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  // A column that is too narrow breaks its text after each letter.
  const box = await link.boundingBox()
  expect(box?.width).toBeGreaterThan(100)
  const time = page.locator('td time')
  await expect(time).toHaveCSS('font-size', '0px')
  expect(await time.evaluate((element) => getComputedStyle(element, '::after').content)).toMatch(/\d{4}, \d+:\d\d/)

  await page.emulateMedia({ media: null })
  await page.goto(weekOfReports())
  await expect(page.getByRole('img', { name: /^Tickets over time/ })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('combobox')).toHaveCount(0)
  await expect(page.getByText('Compare with previous period')).toBeHidden()
  // The table of a chart is printed if it is open.
  await expect(page.locator('figure summary').first()).toBeAttached()
  await expect(page.locator('figure summary').filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('figure').getByRole('table')).toHaveCount(0)

  await page.close()
  const admin = await signedIn(context, baseURL as string, ADMIN)
  await admin.goto('/admin/time')
  const whose = admin.getByRole('combobox', { name: 'Person' })
  await expect(whose).toBeVisible()
  await admin.emulateMedia({ media: 'print' })
  await expect(whose).toHaveCount(0)
})

test('screens fit at 320 px, with text spacing and with text of twice the size', async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, ADMIN)
  const browser = await context.newCDPSession(page)
  const textSize = (standard: number) => browser.send('Page.setFontSizes', { fontSizes: { standard } })
  for (const path of [
    '/contacts/import',
    '/admin/contacts?tab=contacts',
    '/admin/tickets',
    '/admin/time',
    '/reports',
  ]) {
    // A window of 1280 px at a zoom of 400 %.
    await page.setViewportSize({ width: 320, height: 256 })
    await page.goto(path)
    await expect(heading(page, /./)).toBeVisible()
    await expect(page.locator('.animate-breathe')).toHaveCount(0)
    await fits(page, path)
    // The spacing of WCAG 1.4.12, and a larger text size chosen in the browser.
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.evaluate(() => {
      const spaced = new CSSStyleSheet()
      spaced.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }',
      )
      document.adoptedStyleSheets.push(spaced)
    })
    await fits(page, `${path}, spaced`)
    await textSize(32)
    await page.reload()
    await expect(heading(page, /./)).toBeVisible()
    await expect(page.locator('.animate-breathe')).toHaveCount(0)
    await fits(page, `${path}, twice the size`)
    await textSize(16)
  }
})
