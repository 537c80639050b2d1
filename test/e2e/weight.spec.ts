// What the portal loads: the built scripts stay within their budgets, and code that is likely to be needed loads ahead.
import { overBudget } from '../../bench/budgets.ts'
import { builtScreens } from '../../bench/weight.ts'
import { expect, signedIn, test } from './browser.ts'
import { story } from './story.ts'

test('the frame and the main screens stay within their budgets of built scripts', () => {
  expect(overBudget(builtScreens())).toEqual([])
})

test('the code of a ticket and its reply loads while the list is idle', async ({ context, baseURL, request }) => {
  const { owner } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  const code = page.waitForRequest(/\/assets\/ticket-page-main-/)
  const reply = page.waitForRequest(/\/assets\/ticket-parts-/)
  await page.goto('/tickets')
  await Promise.all([code, reply])
  await expect(page).toHaveURL('/tickets')
})

test('the reads of a screen are sent before its code arrives, and only once', async ({ context, baseURL, request }) => {
  const { owner } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  const subject = 'Scanner sends empty pages'
  const { id } = await owner.call('POST', '/tickets', { subject, description: 'Since this morning.' })
  // A live update would send a read again.
  await page.route('**/api/v1/events?*', (route) => route.fulfill({ contentType: 'text/event-stream', body: '' }))
  const sent: string[] = []
  page.on('request', (r) => {
    const path = new URL(r.url()).pathname.replace('/api/rpc/', '')
    if (path === 'reads')
      sent.push(...(r.postDataJSON() as { reads: object[] }).reads.map((read) => JSON.stringify(read)))
    else if (path.startsWith('account/')) sent.push(JSON.stringify({ path }))
  })
  for (const [address, reads] of [
    // A search for the end of the element that contains the reads.
    ['/tickets?q=%3C%2Fscript%3E', ['lists/get', 'tickets/counts', 'tickets/list']],
    [`/tickets/${id}`, ['tickets/get', 'tickets/messages']],
  ] as const) {
    sent.length = 0
    const code = Promise.withResolvers<void>()
    await page.route(/\/assets\/base-/, async (route) => {
      await code.promise
      await route.continue()
    })
    const answers = ['reads', 'account/profile', 'account/role'].map((path) =>
      page.waitForResponse(`**/api/rpc/${path}`),
    )
    await page.goto(address, { waitUntil: 'commit' })
    await Promise.all(answers)
    expect(sent.map((read) => (JSON.parse(read) as { path: string }).path).sort()).toEqual([
      'account/profile',
      'account/role',
      ...reads,
    ])
    code.resolve()
    await expect(page.getByText(address.includes(id) ? subject : '</script>').first()).toBeVisible()
    expect(sent.filter((read, n) => sent.indexOf(read) < n)).toEqual([])
    await page.unroute(/\/assets\/base-/)
  }
})
