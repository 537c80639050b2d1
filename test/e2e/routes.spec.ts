// Every protected route of the specification as each role: allowed routes work, the others say who may open them.
import type { Page } from '@playwright/test'
import { soak } from '../harness/lane.ts'
import { ADMIN, accessible, ENGINEER, expect, fits, signedIn, test, within } from './browser.ts'
import { ONE_SIZE } from './lane.ts'

const MEMBER = 'member@northgate.example'
const OWNER = 'owner@northgate.example'
const partners = [MEMBER, OWNER]
const staff = [ENGINEER, ADMIN]
const everyone = [...partners, ...staff]

/**
 * In the short lane, each role has one size. The roles that may open most have the phone, so that every screen is seen
 * there, and most of them also on the desktop, by the other role of the same side.
 */
const tags: Record<string, string> = soak
  ? {}
  : { [MEMBER]: '@wide', [OWNER]: '@phone', [ENGINEER]: '@wide', [ADMIN]: '@phone' }
/** Runs axe once per screen in the short lane: for the role that sees most of it. */
const axeAs = (who: string, whose: string[]) =>
  soak ? who === OWNER || who === ADMIN : who === (whose.includes(ADMIN) ? ADMIN : OWNER)

/** The users who may open each route. `first` stands for the first row of the parent list. */
const routes: [path: string, whose: string[]][] = [
  ['/apps-automations', everyone],
  ['/apps-automations/first', everyone],
  ['/tickets', partners],
  ['/tickets/first', partners],
  ['/tickets/new', partners],
  ['/my-projects', everyone],
  ['/my-projects/first', everyone],
  ['/clients', everyone],
  ['/reports', everyone],
  ['/settings', everyone],
  ['/users', everyone],
  ['/contacts', everyone],
  ['/companies', everyone],
  ['/companies/first', staff],
  ['/my-agreements', partners],
  ['/buy-block-time', partners],
  ['/agreements', staff],
  ['/admin/tickets', staff],
  ['/admin/tickets/first', staff],
  ['/admin/users', staff],
  ['/admin/contacts', staff],
  ['/admin/prompt-manager', staff],
  ['/admin/apps-automations', staff],
  ['/stripe-customers', [ADMIN]],
  ['/settings/remittance', [ADMIN]],
]

/** Expects that the screen is shown and fits, and runs axe on it if `axe` is set. */
async function looksRight(page: Page, name: string, axe: boolean) {
  await expect(page.locator('main').getByRole('heading', { level: 1 }), name).toBeVisible()
  await expect(page.locator('.animate-breathe'), name).toHaveCount(0)
  await expect(page.getByText('Oops! Page not found'), name).toHaveCount(0)
  await fits(page, name)
  if (axe) await accessible(page, name)
}

for (const who of everyone) {
  test(`every route as ${who}`, { tag: tags[who] ?? [] }, async ({ context, baseURL, pageErrors }) => {
    // Requests that a screen sends before it knows that access is denied.
    pageErrors.expected.push(/40[34] \(/)
    const page = await signedIn(context, baseURL as string, who)
    let before: { theirs: boolean } | undefined
    for (const [path, whose] of routes) {
      const theirs = whose.includes(who)
      // If an owner may not open it, a member may not open it either.
      if (!theirs && !soak && who === MEMBER) continue
      let to = path
      if (path.endsWith('/first')) {
        if (!theirs) continue
        const own = new RegExp(`^${path.replace('/first', '')}/[0-9a-f-]{36}$`)
        const links = page.locator('main a')
        const first = async () =>
          (await links.evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))).find((href) =>
            own.test(href),
          )
        await expect.poll(first, path).toBeDefined()
        to = (await first()) as string
      }
      const name = `${who} ${path}`
      // Open it without a page load, as the portal's links do: the previous screen's heading has to disappear. The
      // first screen is loaded, and so is one after a screen with denied access, which may still redirect.
      if (before?.theirs) {
        await page
          .locator('h1')
          .first()
          .evaluate((h) => h.setAttribute('data-before', ''))
        await within(page, to)
        await expect(page.locator('h1[data-before]'), name).toHaveCount(0)
      } else await page.goto(to)
      before = { theirs }
      await looksRight(page, name, theirs && axeAs(who, whose))
    }
  })
}

test('a newcomer sees what to do next', { tag: ONE_SIZE }, async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, 'owner@newcomer.example')
  for (const path of ['/apps-automations', '/tickets', '/my-projects', '/reports', '/my-agreements']) {
    await page.goto(path)
    await looksRight(page, `newcomer ${path}`, true)
  }
})
