// A project from both sides: the partner finishes what waits for it, the engineer moves a task by keyboard and says how it stands.
import type { Page } from '@playwright/test'
import { accessible, expect, fits, signedIn, test } from './browser.ts'

const NAME = 'Autotask and Hudu: configurations that agree'
const WORDS = `The API user works. We build from tomorrow. ${Date.now()}`

/** The project of the demo, opened from the list. */
async function openProject(page: Page): Promise<void> {
  await page.goto('/my-projects')
  await page
    .getByRole('link', { name: new RegExp(NAME) })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(NAME)
}

test('a task waits for the partner, another is moved by keyboard, an update is read @wide', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const base = baseURL as string
  const [desk, phone] = await Promise.all([
    browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 } }),
    browser.newContext({ baseURL: base, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }),
  ])
  const engineer = await signedIn(desk, base, 'engineer@millwright.example')
  const member = await signedIn(phone, base, 'member@northgate.example')
  const loud: string[] = []
  for (const p of [engineer, member]) {
    p.on('console', (m) => m.type() === 'error' && loud.push(m.text()))
    p.on('pageerror', (e) => loud.push(e.message))
  }

  // On the phone: what waits for the member is finished with a word, and stands as done.
  await openProject(member)
  await accessible(member, 'project, list, phone')
  await fits(member, 'project, list, phone')
  await member.getByRole('link', { name: 'Say which configuration types matter' }).click()
  const task = member.getByRole('dialog', { name: 'Say which configuration types matter' })
  await task.getByRole('textbox', { name: 'Ask or answer' }).fill('Servers, firewalls and switches.')
  await task.getByRole('button', { name: 'Send comment' }).click()
  await expect(task.getByText('Servers, firewalls and switches.')).toBeVisible()
  await accessible(member, 'task that waits, phone')
  await task.getByRole('button', { name: 'Mark as done' }).click()
  await expect(task.getByRole('button', { name: 'Not done after all' })).toBeVisible()
  await task.getByRole('button', { name: 'Close' }).click()
  await expect(member).not.toHaveURL(/task=/)

  // At the desk: the board by keyboard alone, and Escape takes a move back.
  await openProject(engineer)
  await engineer.getByRole('tab', { name: 'Board' }).click()
  const title = 'Build the nightly comparison'
  const handle = engineer.getByRole('button', { name: `Move “${title}”` })
  const column = (name: RegExp) => engineer.getByRole('region', { name })
  await expect(column(/^Done/).getByText('Say which configuration types matter')).toBeVisible()
  await accessible(engineer, 'board')
  await handle.focus()
  await engineer.keyboard.press('Space')
  await engineer.keyboard.press('ArrowRight')
  await expect(column(/^Doing/).getByText(title)).toBeVisible()
  await engineer.keyboard.press('Escape')
  await expect(column(/^To do/).getByText(title)).toBeVisible()
  await expect(handle).toBeFocused()
  await engineer.keyboard.press('Space')
  await engineer.keyboard.press('ArrowRight')
  await expect(handle).toBeFocused()
  await engineer.keyboard.press('Space')
  await expect(engineer.getByText(`“${title}” is doing`)).toBeVisible()
  await engineer.reload()
  await expect(column(/^Doing/).getByText(title)).toBeVisible()
  await engineer.getByRole('tab', { name: 'Timeline' }).click()
  await expect(engineer.getByRole('img', { name: /tasks from/ })).toBeVisible()
  await accessible(engineer, 'timeline')

  // What the engineer says is on the member's open page without a reload.
  await member.getByRole('tab', { name: 'Updates' }).click()
  await engineer.getByRole('tab', { name: 'Updates' }).click()
  await engineer.getByRole('radio', { name: 'On track' }).check()
  await engineer.getByRole('textbox', { name: 'Update' }).fill(WORDS)
  await engineer.getByRole('button', { name: 'Post update' }).click()
  await expect(engineer.getByRole('listitem').getByText(WORDS)).toBeVisible()
  await accessible(engineer, 'updates')
  await expect(member.getByRole('listitem').getByText(WORDS)).toBeVisible()
  await accessible(member, 'updates, phone')
  await fits(member, 'updates, phone')
  expect(loud).toEqual([])
  await Promise.all([desk.close(), phone.close()])
})
