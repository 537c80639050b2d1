// A project from both sides: the partner completes its task, the engineer moves a task by keyboard and posts an update.
import type { APIRequestContext, BrowserContext, Locator, Page } from '@playwright/test'
import { accessible, expect, fits, signedIn, test } from './browser.ts'
import { engineer as engineerOf, story } from './story.ts'

const NAME = 'Autotask and Hudu configuration comparison'
const THEIRS = 'Choose the configuration types to compare'
const BUILD = 'Build the nightly comparison'

/** Opens a project from the list. */
async function openProject(page: Page, name: string): Promise<void> {
  await page.goto('/my-projects')
  await page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
}

test('a partner completes a task, another is moved by keyboard, an update is read @wide', async ({
  browser,
  baseURL,
  request,
}) => {
  const base = baseURL as string
  const { word, company, owner } = await story(request, base)
  const name = `${NAME} ${word}`
  const words = `The API user works. We build from tomorrow. ${word}`
  const staff = await engineerOf(request, base)
  const { id, version } = await staff.call('POST', '/projects', { companyId: company.id, name, leadId: staff.id })
  const { phases } = await staff.call('POST', `/projects/${id}/phases`, { name: 'Agree' })
  const [{ id: phaseId }] = phases
  await staff.call('POST', `/projects/${id}/tasks`, {
    phaseId,
    title: THEIRS,
    side: 'partner',
    status: 'waiting_on_partner',
  })
  const days = { startsOn: '2027-03-01', dueOn: '2027-03-12' }
  await staff.call('POST', `/projects/${id}/tasks`, { phaseId, title: BUILD, assigneeId: staff.id, ...days })
  await staff.call('POST', `/projects/${id}/status`, { status: 'active', version })

  const [desk, phone] = await Promise.all([
    browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 } }),
    browser.newContext({ baseURL: base, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }),
  ])
  const engineer = await signedIn(desk, base, staff.email, staff.password)
  const member = await signedIn(phone, base, owner.email, owner.password)
  const loud: string[] = []
  for (const p of [engineer, member]) {
    p.on('console', (m) => m.type() === 'error' && loud.push(m.text()))
    p.on('pageerror', (e) => loud.push(e.message))
  }

  // On the phone: the member completes their task with a comment, and it shows as done.
  await openProject(member, name)
  await accessible(member, 'project, list, phone')
  await fits(member, 'project, list, phone')
  await member.getByRole('link', { name: THEIRS }).click()
  const task = member.getByRole('dialog', { name: THEIRS })
  await task.getByRole('textbox', { name: 'Question or comment' }).fill('Servers, firewalls and switches.')
  await task.getByRole('button', { name: 'Send comment' }).click()
  await expect(task.getByText('Servers, firewalls and switches.')).toBeVisible()
  await accessible(member, 'task that waits, phone')
  await task.getByRole('button', { name: 'Mark as done' }).click()
  await expect(task.getByRole('button', { name: 'Reopen task' })).toBeVisible()
  await task.getByRole('button', { name: 'Close' }).click()
  await expect(member).not.toHaveURL(/task=/)

  // On the desktop: use the board by its menus, then by keyboard. Escape cancels a move.
  await openProject(engineer, name)
  await engineer.getByRole('tab', { name: 'Board' }).click()
  const change = async (status: string) => {
    await engineer.getByRole('button', { name: `Actions for “${BUILD}”` }).click()
    await engineer.getByRole('menuitem', { name: status }).click()
    await expect(engineer.getByRole('region', { name: new RegExp(`^${status}`) }).getByText(BUILD)).toBeVisible()
  }
  await change('In progress')
  await change('To do')
  const handle = engineer.getByRole('button', { name: `Move “${BUILD}”` })
  const column = (name: RegExp) => engineer.getByRole('region', { name })
  await expect(column(/^Done/).getByText(THEIRS)).toBeVisible()
  await accessible(engineer, 'board')
  await handle.focus()
  await engineer.keyboard.press('Space')
  await engineer.keyboard.press('ArrowRight')
  await expect(column(/^In progress/).getByText(BUILD)).toBeVisible()
  await engineer.keyboard.press('Escape')
  await expect(column(/^To do/).getByText(BUILD)).toBeVisible()
  await expect(handle).toBeFocused()
  await engineer.keyboard.press('Space')
  await engineer.keyboard.press('ArrowRight')
  await expect(handle).toBeFocused()
  await engineer.keyboard.press('Space')
  await expect(engineer.getByText(`Moved “${BUILD}” to In progress`)).toBeVisible()
  await expect(handle).toBeFocused()
  await expect(column(/^In progress/).getByText(BUILD)).toBeVisible()
  // Keys pressed faster than the page renders are not lost.
  await handle.evaluate((at) => {
    for (const key of [' ', 'ArrowLeft'])
      at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
  await expect(column(/^To do/).getByText(BUILD)).toBeVisible()
  await engineer.keyboard.press('Escape')
  await expect(column(/^In progress/).getByText(BUILD)).toBeVisible()
  await expect(handle).toBeFocused()
  // A picked-up card returns when the focus leaves its handle.
  await engineer.keyboard.press('Enter')
  await engineer.keyboard.press('ArrowLeft')
  await expect(column(/^To do/).getByText(BUILD)).toBeVisible()
  await expect(engineer.getByText(/^To do, position \d of \d\.$/)).toBeAttached()
  await engineer.keyboard.press('Shift+Tab')
  await expect(column(/^In progress/).getByText(BUILD)).toBeVisible()
  await expect(handle).not.toBeFocused()
  await expect(handle).toHaveAttribute('aria-pressed', 'false')

  // With the mouse: drag by the handle and by the title. Dragging does not open the task.
  const drag = async (from: Locator, to: Locator, end = () => engineer.mouse.up()) => {
    const [a, b] = [await from.boundingBox(), await to.boundingBox()]
    if (!a || !b) throw new Error('not on the screen')
    await engineer.mouse.move(a.x + 8, a.y + 8)
    await engineer.mouse.down()
    await engineer.mouse.move(b.x + 40, b.y + 60, { steps: 8 })
    await end()
  }
  await drag(handle, column(/^To do/))
  await expect(engineer.getByText(`Moved “${BUILD}” to To do`)).toBeVisible()
  await drag(engineer.getByRole('link', { name: BUILD }), column(/^In progress/), async () => {
    await expect(column(/^In progress/).getByText(BUILD)).toBeVisible()
    await engineer.keyboard.press('Escape')
    await expect(column(/^To do/).getByText(BUILD)).toBeVisible()
    await engineer.mouse.up()
  })
  await drag(engineer.getByRole('link', { name: BUILD }), column(/^In progress/))
  await expect(engineer.getByText(`Moved “${BUILD}” to In progress`)).toBeVisible()
  await expect(engineer).not.toHaveURL(/task=/)
  await expect
    .poll(async () => {
      const { tasks } = await staff.call('GET', `/projects/${id}/plan`)
      return tasks.find((t: { title: string }) => t.title === BUILD).status
    })
    .toBe('doing')
  await engineer.reload()
  await expect(column(/^In progress/).getByText(BUILD)).toBeVisible()
  await engineer.getByRole('tab', { name: 'Timeline' }).click()
  await expect(engineer.getByRole('img', { name: /^1 task, / })).toBeVisible()
  await accessible(engineer, 'timeline')

  // The engineer's update appears on the member's open page without a reload.
  await member.getByRole('tab', { name: 'Updates' }).click()
  await engineer.getByRole('tab', { name: 'Updates' }).click()
  await engineer.getByRole('radio', { name: 'On track' }).check()
  await engineer.getByRole('textbox', { name: 'Update' }).fill(words)
  await engineer.getByRole('button', { name: 'Post update' }).click()
  await expect(engineer.getByRole('listitem').getByText(words)).toBeVisible()
  await accessible(engineer, 'updates')
  await expect(member.getByRole('listitem').getByText(words)).toBeVisible()
  await accessible(member, 'updates, phone')
  await fits(member, 'updates, phone')
  expect(loud).toEqual([])
  await Promise.all([desk.close(), phone.close()])
})

/** Returns an engineer's page with the updates of a new project, which has one update and one task, and its ids. */
async function ownProject(context: BrowserContext, request: APIRequestContext, base: string) {
  const { word, company } = await story(request, base)
  const staff = await engineerOf(request, base)
  const { id } = await staff.call('POST', '/projects', { companyId: company.id, name: NAME, leadId: staff.id })
  const { phases } = await staff.call('POST', `/projects/${id}/phases`, { name: 'Agree' })
  await staff.call('POST', `/projects/${id}/tasks`, { phaseId: phases[0].id, title: BUILD })
  await staff.call('POST', `/projects/${id}/updates`, { health: 'on_track', body: `Begun. ${word}` })
  const page = await signedIn(context, base, staff.email, staff.password)
  await page.goto(`/my-projects/${id}?tab=updates`)
  return { page, staff, id, word }
}

test('asks before another tab or going back loses text, also below a form, and not after saving', async ({
  context,
  baseURL,
  request,
}) => {
  const { page, word } = await ownProject(context, request, baseURL as string)
  const sure = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const stay = async () => {
    await expect(sure.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(sure).toHaveCount(0)
  }
  const leave = () => sure.getByRole('button', { name: 'Leave' }).click()
  const list = page.getByRole('tab', { name: 'List' })
  const update = page.getByRole('textbox', { name: 'Update', exact: true })
  await update.fill('Half an update.')
  // An editor without changes does not turn off the question for the text above it.
  await page.getByRole('button', { name: 'Edit your update' }).click()
  await expect(page.getByRole('textbox', { name: 'Your update' })).toHaveValue(`Begun. ${word}`)
  await list.click()
  await expect(sure).toContainText('this update')
  await stay()
  await expect(update).toHaveValue('Half an update.')
  await list.click()
  await leave()
  await expect(page).not.toHaveURL(/tab=/)

  // A comment stays while its task is edited.
  await page.getByRole('link', { name: BUILD }).click()
  const task = page.getByRole('dialog', { name: BUILD })
  const comment = task.getByRole('textbox', { name: 'Comment' })
  await comment.fill('Half a comment.')
  const edit = page.getByRole('dialog', { name: 'Edit task' })
  const open = () => task.getByRole('button', { name: 'Edit task' }).click()
  await open()
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await expect(edit).toHaveCount(0)
  await expect(comment).toHaveValue('Half a comment.')
  await open()
  const title = edit.getByRole('textbox', { name: 'Title' })
  await title.fill(`${BUILD} again`)
  await page.goBack()
  await stay()
  await expect(title).toHaveValue(`${BUILD} again`)
  await edit.getByRole('button', { name: 'Save task' }).click()
  await expect(edit).toHaveCount(0)
  await expect(sure).toHaveCount(0)
  await expect(comment).toHaveValue('Half a comment.')
  expect(await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(false)
  await page.goBack()
  await expect(sure).toContainText('Your comment has not been sent.')
  await stay()
  await expect(comment).toHaveValue('Half a comment.')
  await page.goBack()
  await leave()
  await expect(page).not.toHaveURL(/task=/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a comment waits for its file, and is not sent without it', async ({ context, baseURL, request, pageErrors }) => {
  pageErrors.expected.push(/ERR_FAILED/)
  const { page } = await ownProject(context, request, baseURL as string)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/v1/files?*', async (route) => {
    await held.promise
    await route.abort()
  })
  const sent: string[] = []
  page.on('request', (r) => r.url().endsWith('/projects/comment') && sent.push(r.url()))
  await page.getByRole('tab', { name: 'List' }).click()
  await page.getByRole('link', { name: BUILD }).click()
  const task = page.getByRole('dialog', { name: BUILD })
  const comment = task.getByRole('textbox', { name: 'Comment' })
  await comment.fill('See the file.')
  await task.locator('input[type=file]').setInputFiles({
    name: 'plan.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('plan'),
  })
  const send = task.getByRole('button', { name: 'Send comment' })
  await expect(send).toHaveAttribute('aria-busy', 'true')
  await comment.press('Control+Enter')
  held.resolve()
  await expect(task.getByText('The connection was lost. Try again.')).toBeVisible()
  await comment.press('Control+Enter')
  await expect(task.getByText('Some files couldn’t be uploaded.')).toBeVisible()
  expect(sent).toEqual([])
  await task.getByRole('button', { name: 'Remove plan.txt' }).click()
  await comment.press('Control+Enter')
  await expect(task.getByRole('listitem').getByText('See the file.')).toHaveCount(1)
  expect(sent).toHaveLength(1)
})
