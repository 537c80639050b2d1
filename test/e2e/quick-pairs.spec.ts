// Takes two steps without waiting between them, on a processor that is six times slower and behind 150 ms of latency.
import type { Page } from '@playwright/test'
import { soak } from '../harness/lane.ts'
import { ADMIN, expect, PHONE, readAlone, signedIn, slowDown, test } from './browser.ts'
import { ONE_SIZE } from './lane.ts'
import { story } from './story.ts'

type Act = (page: Page) => Promise<void>
const main = (page: Page) => page.getByRole('main')
const view =
  (name: string): Act =>
  (page) =>
    main(page).getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).first().click()
const search: Act = (page) => main(page).getByRole('searchbox').first().pressSequentially('mail')
const tab =
  (name: string): Act =>
  (page) =>
    main(page).getByRole('tab', { name }).click()
const option =
  (field: string, index: number): Act =>
  async (page) =>
    void (await main(page).getByRole('combobox', { name: field, exact: true }).selectOption({ index }))
const part =
  (name: string): Act =>
  (page) =>
    main(page).getByRole('radio', { name }).click()
const sort: Act = async (page) => {
  // Lists have column headers, or on the phone a choice.
  if (page.viewportSize()?.width !== PHONE.viewport.width)
    return main(page).getByRole('columnheader').getByRole('button').first().click()
  const choice = main(page).getByRole('combobox', { name: 'Sort by' })
  // Not the default order, which the address leaves out. One call reads both, because `count()` would not wait for the
  // field.
  const index = await choice.evaluate(({ selectedIndex, options }: HTMLSelectElement) =>
    selectedIndex === options.length - 1 ? 0 : options.length - 1,
  )
  await choice.selectOption({ index })
}
const weekBack: Act = (page) => main(page).getByRole('button', { name: 'Previous week' }).click()

/** Returns a parameter of the page's address. */
const readAddress = (page: Page, name: string) => new URL(page.url()).searchParams.get(name) ?? ''

/** Returns a pattern for the Monday two or three weeks ago in UTC. In another time zone, it can still be last week. */
function twoWeeksAgo(): RegExp {
  const now = new Date()
  const monday = now.getTime() - ((now.getUTCDay() + 6) % 7) * 86_400_000
  return new RegExp([2, 3].map((n) => new Date(monday - n * 7 * 86_400_000).toISOString().slice(0, 10)).join('|'))
}

const OWNER = 'owner@northgate.example'

/**
 * A screen, two steps, and what the address has after both, which are taken in both orders. `as` is who takes them, by
 * default the administrator. Pairs with `full` run in soak only.
 */
interface Pair {
  at: string
  steps: [Act, Act]
  address: Record<string, RegExp>
  as?: string
  full?: true
}
const pairs: Pair[] = [
  { at: '/admin/tickets', steps: [search, view('Unassigned')], address: { q: /mail/, assignee: /none/ } },
  { at: '/tickets', steps: [search, view('Awaiting')], address: { q: /mail/, status: /./ }, as: OWNER },
  { at: '/reports', steps: [option('Period', 1), tab('Hours')], address: { from: /-01$/, tab: /hours/ } },
  { at: '/notifications', steps: [part('Unread'), option('Type', 2)], address: { show: /unread/, kind: /./ } },
  { at: '/admin/time', steps: [weekBack, weekBack], address: { week: twoWeeksAgo() } },
  { at: '/admin/contacts', steps: [search, part('Board')], address: { q: /mail/, view: /board/ } },
  { at: '/companies', steps: [search, view('Partners')], address: { q: /mail/, kind: /partner/ } },
  { at: '/my-projects', steps: [search, view('Ended')], address: { q: /mail/, status: /done/ } },
  { at: '/admin/apps-automations', steps: [search, view('Drafts')], address: { q: /mail/, status: /draft/ } },
  {
    at: '/my-agreements?tab=hours',
    steps: [option('Period', 1), view('Added')],
    address: { from: /-01$/, kind: /purchase/, tab: /hours/ },
    as: OWNER,
  },
  { at: '/agreements', steps: [search, view('Drafts')], address: { q: /mail/, status: /draft/ } },
  ...everywhere(),
]

/** Every list with a search and its first sortable column, and the filters of the reports. */
function everywhere(): Pair[] {
  const lists: [at: string, as: string[]][] = [
    ['/admin/tickets', [ADMIN]],
    ['/admin/users', [ADMIN]],
    ['/admin/contacts', [ADMIN]],
    ['/admin/apps-automations', [ADMIN]],
    ['/agreements', [ADMIN]],
    ['/companies', [ADMIN]],
    ['/stripe-customers', [ADMIN]],
    ['/my-projects', [ADMIN, OWNER]],
    ['/contacts', [ADMIN, OWNER]],
    ['/clients', [ADMIN, OWNER]],
    ['/tickets', [OWNER]],
    ['/users', [OWNER]],
  ]
  const compare: Act = (page) => main(page).getByLabel('Compare with previous period').click()
  const whole = { full: true } as const
  return [
    ...lists.flatMap(([at, people]) =>
      people.map((as) => ({
        at,
        as,
        steps: [search, sort] as [Act, Act],
        address: { q: /mail/, sort: /./ },
        ...whole,
      })),
    ),
    ...[ADMIN, OWNER].flatMap((as): Pair[] => [
      {
        at: '/reports',
        as,
        steps: [option('Period', 2), compare] as [Act, Act],
        address: { from: /./, compare: /false/ },
        ...whole,
      },
      {
        at: '/reports',
        as,
        steps: [compare, tab('Projects')] as [Act, Act],
        address: { compare: /false/, tab: /projects/ },
        ...whole,
      },
    ]),
  ]
}

for (const { at, steps, address, as = ADMIN, full } of pairs)
  if (!full || soak)
    test(`two quick steps on a slow machine both count: ${at} as ${as}, ${Object.keys(address).join(', ')}`, {
      tag: ONE_SIZE,
    }, async ({ context, baseURL }) => {
      const page = await signedIn(context, baseURL as string, as)
      for (const [first, second] of [steps, [steps[1], steps[0]] as const]) {
        await page.goto(at)
        // The screen is complete, so that only the steps are quick.
        await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
        await expect(main(page).locator('[aria-busy=true]')).toHaveCount(0)
        const speedUp = await slowDown(page)
        await first(page)
        await second(page)
        for (const [name, value] of Object.entries(address))
          await expect.poll(() => readAddress(page, name), name).toMatch(value)
        await speedUp()
      }
    })

test('two steps in one task of the page both count: a week back twice, a period and a tab @wide', async ({
  context,
  baseURL,
}) => {
  const page = await signedIn(context, baseURL as string, ADMIN)
  const has = (address: Record<string, RegExp>) =>
    expect
      .poll(() =>
        Object.entries(address)
          .filter(([name, value]) => !value.test(readAddress(page, name)))
          .map(([n]) => n),
      )
      .toEqual([])
  await page.goto('/admin/time')
  await main(page)
    .getByRole('button', { name: 'Previous week' })
    .evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
  await has({ week: twoWeeksAgo() })

  await page.goto('/reports')
  const hours = main(page).getByRole('tab', { name: 'Hours' })
  await main(page)
    .getByRole('combobox', { name: 'Period', exact: true })
    .evaluate(
      (field: HTMLSelectElement, link) => {
        field.selectedIndex = 1
        field.dispatchEvent(new Event('change', { bubbles: true }))
        ;(link as HTMLElement).click()
      },
      await hours.elementHandle(),
    )
  await has({ from: /-01$/, tab: /hours/ })
})

test('Enter in the palette waits for the answer to what is typed @wide', async ({ context, baseURL, request }) => {
  const { owner } = await story(request, baseURL as string)
  const create = (subject: string) => owner.call('POST', '/tickets', { subject, description: 'x' })
  const [one, two] = [await create('The first one'), await create('The second one')]
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/settings')
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
  const answered = Promise.withResolvers<void>()
  await readAlone(page)
  await page.route('**/api/rpc/search/everywhere', async (route) => {
    if (route.request().postData()?.includes(String(two.number))) await answered.promise
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('combobox', { name: 'Search' })
  await field.fill(`T-${one.number}`)
  const old = dialog.getByRole('option', { name: /The first one/ })
  await expect(old).toBeVisible()
  await field.fill(`T-${two.number}`)
  await field.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('Searching…')
  await expect(old).toBeDisabled()
  answered.resolve()
  await expect(page).toHaveURL(new RegExp(`/tickets/${two.id}`))
})
