// Takes two steps without waiting between them, on a processor that is six times slower and behind 150 ms of latency.
import type { Page } from '@playwright/test'
import { soak } from '../harness/lane.ts'
import { ADMIN, expect, signedIn, test } from './browser.ts'
import { story } from './story.ts'

/** Makes the browser as slow as an old laptop on a slow line. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await session.send('Network.enable')
  const line = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', line)
}

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
const sort =
  (name: string): Act =>
  (page) =>
    main(page).getByRole('columnheader', { name }).getByRole('button').click()
const weekBack: Act = (page) => main(page).getByRole('button', { name: 'Previous week' }).click()

/** Returns the Monday of two weeks ago in UTC, and the days beside it, which it can be in other time zones. */
function twoWeeksAgo(): RegExp {
  const now = new Date()
  const monday = now.getTime() - ((now.getUTCDay() + 6) % 7) * 86_400_000
  return new RegExp([2, 3].map((n) => new Date(monday - n * 7 * 86_400_000).toISOString().slice(0, 10)).join('|'))
}

/** A screen, two steps, and what the address has after both. They are taken in both orders. */
const pairs: { at: string; steps: [Act, Act]; address: Record<string, RegExp>; full?: true }[] = [
  { at: '/admin/tickets', steps: [search, view('Unassigned')], address: { q: /mail/, assignee: /none/ } },
  { at: '/reports', steps: [option('Period', 1), tab('Hours')], address: { from: /-01$/, tab: /hours/ } },
  { at: '/notifications', steps: [part('Unread'), option('Type', 2)], address: { show: /unread/, kind: /./ } },
  { at: '/admin/time', steps: [weekBack, weekBack], address: { week: twoWeeksAgo() } },
  { at: '/admin/contacts', steps: [search, part('Board')], address: { q: /mail/, view: /board/ } },
  { at: '/companies', steps: [search, view('Partners')], address: { q: /mail/, kind: /partner/ } },
  {
    at: '/companies',
    steps: [view('Partners'), sort('Open tickets')],
    address: { kind: /partner/, sort: /./ },
    full: true,
  },
  {
    at: '/admin/tickets',
    steps: [view('Unassigned'), sort('Priority')],
    address: { assignee: /none/, sort: /priority/ },
    full: true,
  },
  { at: '/admin/users', steps: [search, sort('Name')], address: { q: /mail/, order: /./ }, full: true },
  { at: '/agreements', steps: [search, view('Drafts')], address: { q: /mail/, status: /draft/ }, full: true },
  { at: '/my-projects', steps: [search, sort('Project')], address: { q: /mail/, sort: /./ }, full: true },
]

for (const { at, steps, address, full } of pairs)
  if (!full || soak)
    test(`two quick steps on a slow machine both count: ${at} ${Object.keys(address).join(', ')}`, async ({
      context,
      baseURL,
    }) => {
      const page = await signedIn(context, baseURL as string, ADMIN)
      for (const [first, second] of [steps, [steps[1], steps[0]] as const]) {
        await page.goto(at)
        // The screen is complete, so that only the steps are quick.
        await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
        await expect(main(page).locator('[aria-busy=true]')).toHaveCount(0)
        await slowDown(page)
        await first(page)
        await second(page)
        for (const [name, value] of Object.entries(address))
          await expect.poll(() => new URL(page.url()).searchParams.get(name), name).toMatch(value)
      }
    })

test('Enter in the palette waits for the answer to what is typed', async ({ context, baseURL, request }) => {
  const { owner } = await story(request, baseURL as string)
  const create = (subject: string) => owner.call('POST', '/tickets', { subject, description: 'x' })
  const [one, two] = [await create('The first one'), await create('The second one')]
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/settings')
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
  const answered = Promise.withResolvers<void>()
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
