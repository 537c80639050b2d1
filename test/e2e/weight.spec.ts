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
