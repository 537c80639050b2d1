// Every protected route of the specification as each role: allowed routes work, the others say who may open them.
import { accessible, expect, fits, signedIn, test } from './browser.ts'

const MEMBER = 'member@northgate.example'
const OWNER = 'owner@northgate.example'
const ENGINEER = 'engineer@millwright.example'
const ADMIN = 'admin@millwright.example'
const partners = [MEMBER, OWNER]
const staff = [ENGINEER, ADMIN]
const everyone = [...partners, ...staff]

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

for (const who of everyone) {
  test(`every route as ${who}`, async ({ context, baseURL, ear }) => {
    test.setTimeout(240_000)
    // Requests that a screen sends before it knows that access is denied.
    ear.expected.push(/40[34] \(/)
    const page = await signedIn(context, baseURL as string, who)
    for (const [path, whose] of routes) {
      const theirs = whose.includes(who)
      if (path.endsWith('/first')) {
        if (!theirs) continue
        const own = new RegExp(`^${path.replace('/first', '')}/[0-9a-f-]{36}$`)
        const hrefs = () => page.locator('main a').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))
        let first: string | undefined
        await expect
          .poll(async () => {
            first = (await hrefs()).find((href) => own.test(href))
            return first
          }, path)
          .toBeDefined()
        await page.goto(first as string)
      } else await page.goto(path)
      const name = `${who} ${path}`
      await expect(page.locator('main').getByRole('heading', { level: 1 }), name).toBeVisible()
      await expect(page.locator('.animate-breathe'), name).toHaveCount(0)
      await expect(page.getByText('Oops! Page not found'), name).toHaveCount(0)
      await fits(page, name)
      // Run axe for the two roles that see most. The others see the same with fewer buttons.
      if (theirs && (who === OWNER || who === ADMIN)) await accessible(page, name)
    }
  })
}

test('a newcomer sees what to do next', async ({ context, baseURL }) => {
  const page = await signedIn(context, baseURL as string, 'owner@newcomer.example')
  for (const path of ['/apps-automations', '/tickets', '/my-projects', '/reports', '/my-agreements']) {
    await page.goto(path)
    await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.animate-breathe')).toHaveCount(0)
    await accessible(page, `newcomer ${path}`)
    await fits(page, `newcomer ${path}`)
  }
})
