// Tests that quick changes of one record are all kept, in order, and that what arrives does not replace what is typed.
import { randomBytes } from 'node:crypto'
import type { Page, Route } from '@playwright/test'
import { soak } from '../harness/lane.ts'
import { ADMIN, ENGINEER, expect, signedIn, test } from './browser.ts'
import { engineer, player, story } from './story.ts'

/** Holds back the first request of an operation, or to an address, until `go` is called. `asked` resolves when it is sent. */
async function hold(page: Page, operation: string | RegExp): Promise<{ asked: Promise<void>; go: () => void }> {
  const [asked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const wait = async (route: Route) => {
    asked.resolve()
    await free.promise
    await route.continue()
  }
  await page.route(typeof operation === 'string' ? `**/api/rpc/${operation}` : operation, wait, { times: 1 })
  return { asked: asked.promise, go: () => free.resolve() }
}

test('the stage and the owner of a lead that are changed in quick succession are both kept', async ({
  context,
  baseURL,
  request,
}) => {
  const staff = await player(request, baseURL as string, ENGINEER)
  const name = `Ida ${randomBytes(4).toString('hex')}`
  const { id } = await staff.call('POST', '/leads/manual', { name, phone: '+1 555 0100' })
  const page = await signedIn(context, baseURL as string, ENGINEER)
  await page.goto(`/admin/contacts/leads/${id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const unassigned = page.getByRole('complementary', { name: 'Next action and details' }).getByText('Unassigned')
  await expect(unassigned).toBeVisible()
  const stage = await hold(page, 'leads/setStage')
  await page.keyboard.press(']')
  await stage.asked
  await page.keyboard.press('a')
  await expect(unassigned).toHaveCount(0)
  stage.go()
  const kept = async () => {
    const { stage, owner } = await staff.call('GET', `/leads/${id}`)
    return `${stage} ${owner !== null}`
  }
  await expect.poll(kept).toBe('contacted true')
  await expect(unassigned).toHaveCount(0)
})

test('a phase that is moved twice in quick succession moves by two places', async ({ context, baseURL, request }) => {
  const { company } = await story(request, baseURL as string)
  const admin = await player(request, baseURL as string, ADMIN)
  const me = await admin.call('GET', '/me/profile')
  const { id } = await admin.call('POST', '/projects', { companyId: company.id, name: 'Moves', leadId: me.id })
  for (const name of ['One', 'Two', 'Three']) await admin.call('POST', `/projects/${id}/phases`, { name })
  const page = await signedIn(context, baseURL as string, ADMIN)
  await page.goto(`/my-projects/${id}`)
  const move = async () => {
    await page.getByRole('button', { name: 'More actions for One' }).click()
    await page.getByRole('menuitem', { name: 'Move down' }).click()
  }
  const phases = async () =>
    (await admin.call('GET', `/projects/${id}/plan`)).phases.map((p: { name: string }) => p.name)
  const first = await hold(page, 'projects/editPhase')
  await move()
  await first.asked
  await move()
  first.go()
  await expect.poll(phases).toEqual(['Two', 'Three', 'One'])
})

test('settings that someone else saves do not replace what is typed', async ({ context, baseURL, request }) => {
  const { owner } = await story(request, baseURL as string)
  const [pack] = (await owner.call('GET', '/hour-packs')).items
  const rule = { thresholdMinutes: 300, packId: pack.id, monthlyCapCents: 900_000, approverId: null }
  const save = async (more: object) => {
    const version = (await owner.call('GET', '/top-up')).rule?.version ?? 0
    await owner.call('PUT', '/top-up', { version, enabled: true, method: 'invoice', ...rule, ...more })
  }
  await save({})
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/settings/billing')
  const cap = page.getByLabel('Monthly cap (USD)')
  const hours = page.getByLabel('When the balance falls below (hours)')
  await cap.fill('12345')
  // Another owner changes another field: it arrives, and the text stays.
  await save({ thresholdMinutes: 420 })
  await expect(hours).toHaveValue('7')
  await expect(cap).toHaveValue('12345')
  // Another owner changes the same field: the form says so, and the text stays.
  await save({ thresholdMinutes: 420, monthlyCapCents: 800_000 })
  await expect(page.getByText('Another owner changed the same settings')).toBeVisible()
  await expect(page.getByText('Monthly cap: $8,000.00')).toBeVisible()
  await expect(cap).toHaveValue('12345')
})

test('what is typed while a form is being saved stays', async ({ context, baseURL, request }) => {
  const { owner } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/settings/company')
  const [phone, website] = [page.getByLabel('Phone'), page.getByLabel('Website')]
  await phone.fill('+1 555 0100')
  const first = await hold(page, 'companies/updateMine')
  await page.getByRole('button', { name: 'Save company' }).click()
  await first.asked
  await website.fill('https://typed.example')
  first.go()
  await expect(page.getByText('Company saved')).toBeVisible()
  await expect(website).toHaveValue('https://typed.example')
  await expect(page.getByText('You have unsaved changes.')).toBeVisible()
  await page.getByRole('button', { name: 'Save company' }).click()
  await expect.poll(async () => (await owner.call('GET', '/company')).website).toBe('https://typed.example')
})

test('a new ticket that is corrected while it is being sent is one ticket', async ({ context, baseURL, request }) => {
  const { word, owner } = await story(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, owner.email, owner.password)
  await page.goto('/tickets/new')
  const subject = page.getByLabel('Subject')
  await subject.fill(`First ${word}`)
  await page.getByLabel('Description').fill('The sync stops at six.')
  await page.getByLabel('Category').selectOption('integration')
  const first = await hold(page, 'tickets/open')
  await subject.press('Control+Enter')
  await first.asked
  await subject.fill(`Second ${word}`)
  await subject.press('Control+Enter')
  first.go()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(word)
  const tickets = (await owner.call('GET', '/tickets')).items.map((t: { subject: string }) => t.subject)
  expect(tickets).toEqual([`First ${word}`])
})

test('a reply takes who and how long was typed during the upload, and what is typed later stays', async ({
  context,
  baseURL,
  request,
}) => {
  const { owner, add, give } = await story(request, baseURL as string)
  await give(600)
  await add('member', 'Tess Alder')
  const { id } = await owner.call('POST', '/tickets', { subject: 'Quick', description: 'x' })
  const staff = await engineer(request, baseURL as string)
  const page = await signedIn(context, baseURL as string, staff.email, staff.password)
  await page.goto(`/admin/tickets/${id}`)
  const box = page.getByRole('textbox', { name: 'Reply', exact: true })
  const form = page.locator('form', { has: box })
  const time = form.getByLabel('Time', { exact: true })
  await box.fill('Please look, ')
  await time.fill('15m')
  const upload = await hold(page, /\/api\/v1\/files\?/)
  const file = { name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from('six') }
  await form.locator('input[type=file]').setInputFiles(file)
  await upload.asked
  await form.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(form.getByText('Sends when the file is uploaded')).toBeVisible()
  await box.press('End')
  await box.pressSequentially('@tess')
  await page.getByRole('option', { name: /Tess Alder/ }).click()
  await time.fill('30m')
  const reply = await hold(page, 'tickets/reply')
  upload.go()
  await reply.asked
  await time.fill('45m')
  reply.go()
  const sent = page.getByRole('article').filter({ hasText: 'Please look' })
  await expect(sent.getByRole('button', { name: 'Edit your reply' })).toBeVisible()
  await expect(sent.locator('[data-mention]')).toHaveText('@Tess Alder')
  await expect(form.getByRole('button', { name: 'Send', exact: true })).not.toHaveAttribute('aria-busy')
  await expect(time).toHaveValue('45m')
  const { items } = await staff.call('GET', `/time-entries?ticket=${id}`)
  expect(items.map((t: { minutes: number }) => t.minutes)).toEqual([30])
})

if (soak)
  for (const answers of ['in order', 'late'] as const)
    test(`status, assignee and status again of one ticket are all kept, with answers ${answers}`, async ({
      context,
      baseURL,
      request,
    }) => {
      const { owner } = await story(request, baseURL as string)
      const staff = await player(request, baseURL as string, ENGINEER)
      const { id } = await owner.call('POST', '/tickets', { subject: 'Quick', description: 'x' })
      const page = await signedIn(context, baseURL as string, ENGINEER)
      await page.goto(`/admin/tickets/${id}`)
      const choose = async (fact: string, value: RegExp) => {
        await page.getByRole('button', { name: new RegExp(`^${fact}:`) }).click()
        await page.getByRole('menuitem', { name: value }).click()
      }
      const first = answers === 'late' ? await hold(page, 'tickets/setStatus') : undefined
      await choose('Status', /^In progress/)
      await choose('Assignee', /^Assign to me/)
      await choose('Status', /^Waiting on third party/)
      first?.go()
      const kept = async () => {
        const { status, assignee } = await staff.call('GET', `/tickets/${id}`)
        return `${status} ${assignee?.name !== undefined}`
      }
      await expect.poll(kept).toBe('waiting_on_third_party true')
      await expect(page.getByRole('button', { name: /^Status:/ })).toContainText('Waiting on third party')
      await page.reload()
      await expect(page.getByRole('button', { name: /^Assignee:/ })).not.toContainText('Unassigned')
    })
