// Display settings of the operating system: forced colors, reduced motion, reduced transparency.
import type { Locator, Page } from '@playwright/test'
import { DESK, expect, readAlone, signedIn, test, weekOfReports } from './browser.ts'
import { story } from './story.ts'

test.use(DESK)

const style = (of: Locator, name: 'color' | 'fill') =>
  of.evaluate((element, property) => getComputedStyle(element)[property], name)
/** The color that the system uses for this, as a computed value. */
const systemColor = (page: Page, name: 'Canvas' | 'CanvasText' | 'Highlight') =>
  page.evaluate((color) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.cssText = `color: ${color}; forced-color-adjust: none`
    const value = getComputedStyle(probe).color
    probe.remove()
    return value
  }, name)

test('with forced colors, charts, views, statuses, checked states and the focus can be told apart', async ({
  browser,
  baseURL,
  request,
}) => {
  const base = baseURL as string
  const { word, owner } = await story(request, base)
  await owner.call('POST', '/tickets', { subject: word, description: 'x' })
  const context = await browser.newContext({ ...DESK, baseURL: base, forcedColors: 'active' })
  const page = await signedIn(context, base, owner.email, owner.password)

  await page.goto(weekOfReports())
  const chart = page.getByRole('img', { name: /^Tickets over time/ })
  await expect(chart).toBeVisible()
  const [canvas, text, highlight] = [
    await systemColor(page, 'Canvas'),
    await systemColor(page, 'CanvasText'),
    await systemColor(page, 'Highlight'),
  ]
  const fills = await chart
    .locator('g')
    .first()
    .locator('rect')
    .evaluateAll((all) => all.map((rect) => getComputedStyle(rect).fill))
  // The first rectangle reacts to the pointer. The others are the bars of both series.
  expect(fills[0]).toBe('rgba(0, 0, 0, 0)')
  // The second series is striped.
  expect(fills[2]).toMatch(/^url/)
  const stripe = await style(chart.locator('pattern rect'), 'fill')
  expect(new Set([fills[1], stripe, canvas]).size).toBe(3)
  const swatches = page.locator('[data-swatch]')
  await expect(swatches.first()).toHaveCSS('background-color', fills[1] as string)
  await expect(swatches.nth(1)).toHaveCSS('background-image', /gradient/)
  const tab = page.getByRole('tab', { name: 'Tickets' })
  await expect(tab).toHaveCSS('border-bottom-color', highlight)
  await expect(page.getByRole('tab', { name: 'Hours' })).toHaveCSS('border-bottom-color', canvas)
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveCSS('outline-color', highlight)
  // The navigation marks the open screen.
  const menu = page.getByRole('navigation', { name: 'Portal' })
  await expect(menu.getByRole('link', { name: 'Reports' })).toHaveCSS('text-decoration-line', 'underline')

  await page.goto('/tickets')
  const views = page.getByRole('navigation', { name: 'Views' })
  await expect(page.getByRole('link', { name: word })).toBeVisible()
  await expect(views.locator('[aria-current]')).toHaveCSS('border-bottom-color', highlight)
  await expect(views.getByRole('link', { name: /^Closed/ })).toHaveCSS('border-bottom-color', canvas)
  const mark = page.getByRole('cell', { name: 'New' }).locator('svg')
  expect(await style(mark, 'color')).toBe(text)

  await page.goto('/settings/notifications')
  const box = page.getByRole('checkbox').first()
  await expect(box).toBeVisible()
  const check = box.locator('xpath=following-sibling::span').locator('svg')
  // The box shows its new state once the change is on its way, not in the task of the click.
  const press = async (checked: boolean) => {
    await box.click({ force: true })
    await expect(box).toBeChecked({ checked })
  }
  if (!(await box.isChecked())) await press(true)
  await expect(check).toHaveCSS('visibility', 'visible')
  expect(await style(check, 'color')).not.toBe(canvas)
  await press(false)
  await expect(check).toHaveCSS('visibility', 'hidden')
  await context.close()
})

test('with reduced motion nothing moves, neither while a list loads nor when a dialog opens', async ({
  context,
  baseURL,
  request,
}) => {
  const { owner } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await readAlone(page)
  await page.route('**/api/rpc/people/**', async (route) => {
    await answered
    await route.continue()
  })
  const moving = () => page.evaluate(() => document.getAnimations().length)
  await page.goto('/users')
  await expect(page.locator('.animate-breathe').first()).toBeVisible()
  expect(await moving()).toBe(0)
  answer()
  await page.getByRole('button', { name: 'Invite people' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await moving()).toBe(0)
})

test('with reduced transparency, a dialog hides the page behind it', async ({ context, baseURL, request }) => {
  const { owner } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-transparency', value: 'reduce' }],
  })
  await page.goto('/users')
  for (const name of [/^Search or jump to/, 'Invite people']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('[data-backdrop]')).toHaveCSS('background-color', 'rgb(10, 11, 14)')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})
