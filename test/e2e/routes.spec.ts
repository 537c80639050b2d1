// Every protected route of the specification as each role: allowed routes work, the others say who may open them.
import type { Page } from '@playwright/test'
import { soak } from '../harness/lane.ts'
import { ADMIN, accessible, ENGINEER, expect, fits, signedIn, test, within } from './browser.ts'
import { isLookedAt } from './lane.ts'

const MEMBER = 'member@northgate.example'
const OWNER = 'owner@northgate.example'
const partners = [MEMBER, OWNER]
const staff = [ENGINEER, ADMIN]
const everyone = [...partners, ...staff]

/** Roles that run at one size only, except in soak: a partner on the phone, an engineer on the desktop. */
const tags: Record<string, string> = soak ? {} : { [MEMBER]: '@phone', [ENGINEER]: '@wide' }

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
  test(`every route as ${who}`, { tag: tags[who] ?? [] }, async ({ context, baseURL, isMobile, ear }) => {
    // Requests that a screen sends before it knows that access is denied.
    ear.expected.push(/40[34] \(/)
    const page = await signedIn(context, baseURL as string, who)
    let before: { theirs: boolean } | undefined
    for (const [i, [path, whose]] of routes.entries()) {
      const theirs = whose.includes(who)
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
      // Open it without a page load, as the portal's links do: the previous screen's heading has to disappear. The first
      // screen is loaded, and so is one after a screen with denied access, which may still redirect.
      if (before?.theirs) {
        await page
          .locator('h1')
          .first()
          .evaluate((h) => h.setAttribute('data-before', ''))
        await within(page, to)
        await expect(page.locator('h1[data-before]'), name).toHaveCount(0)
      } else await page.goto(to)
      before = { theirs }
      // Run axe for the two roles that see most. The others see the same with fewer buttons.
      await looksRight(page, name, theirs && (who === OWNER || who === ADMIN) && isLookedAt(i, isMobile))
    }
  })
}

test('a newcomer sees what to do next', async ({ context, baseURL, isMobile }) => {
  const page = await signedIn(context, baseURL as string, 'owner@newcomer.example')
  for (const [i, path] of ['/apps-automations', '/tickets', '/my-projects', '/reports', '/my-agreements'].entries()) {
    await page.goto(path)
    await looksRight(page, `newcomer ${path}`, isLookedAt(i, isMobile))
  }
})
