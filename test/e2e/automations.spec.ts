// A partner's automations on a phone: figures, details, runs, a run with hostile text, a problem report, a pause and a
// recommendation.
import { ADMIN, accessible, DESK, ENGINEER, expect, fits, PHONE, signedIn, test } from './browser.ts'
import { player, story } from './story.ts'

const HOSTILE = '<img src=x onerror="document.title=1"><script>alert(1)</script> [x](javascript:alert(1)) ```'

test('a partner sees the results of automations, opens a hostile run and reports a problem @wide', async ({
  browser,
  baseURL,
  request,
}) => {
  const base = baseURL as string
  const s = await story(request, base)
  const admin = await player(request, base, ADMIN)
  // An automation that runs, and tools for recommendations.
  const automation = `Folders ${s.word}`
  const installed = { companyId: s.company.id, name: automation, minutesPerRun: 6 }
  let a = await admin.call('POST', '/automations', installed)
  for (const status of ['provisioning', 'live'])
    a = await admin.call('POST', `/automations/${a.id}/status`, { version: a.version, status })
  const id = a.id as string
  const reportRun = async (externalId: string, status: string, more: object = {}) => {
    const now = new Date().toISOString()
    await admin.call('POST', `/automations/${id}/runs`, {
      ...{ externalId, status, startedAt: now, finishedAt: now },
      ...more,
    })
  }
  await reportRun('first', 'succeeded')
  await s.owner.call('PATCH', '/company', { tools: ['Microsoft 365', 'Autotask PSA', 'HaloPSA'] })

  const [desk, phone] = [
    await browser.newContext({ ...DESK, baseURL: base }),
    await browser.newContext({ ...PHONE, baseURL: base }),
  ]
  const owner = await signedIn(phone, base, s.owner.email, s.owner.password)

  // The first screen shows the automations with their value, then recommendations.
  await owner.goto('/apps-automations')
  const card = owner.getByRole('listitem').filter({ has: owner.getByRole('link', { name: automation }) })
  await expect(card.getByText('Live', { exact: true })).toBeVisible()
  await card.getByText('How we calculate this').click()
  await expect(card.getByText(/saved × \$60 an hour = \$/)).toBeVisible()
  // `buy` covers an automation that costs something.
  await expect(card.getByText(/Nothing was invoiced in the last 30 days/)).toBeVisible()
  await accessible(owner, 'automations')
  await fits(owner, 'automations')

  // Dismiss a recommendation and restore it.
  const recommended = owner.getByRole('region', { name: 'Recommended for you' })
  const unwanted = recommended.getByRole('listitem').filter({ hasText: /You use / })
  const name = (await unwanted.first().getByRole('link').textContent()) as string
  const link = recommended.getByRole('link', { name, exact: true })
  await owner.getByRole('button', { name: `Don’t recommend ${name}` }).click()
  await expect(link).toBeHidden()
  await owner.getByRole('button', { name: 'Undo' }).click()
  await expect(link).toBeVisible()

  // The table shows the same automations, and stays selected after a reload.
  await owner.getByRole('radio', { name: 'Table' }).check()
  await expect(owner.getByRole('searchbox', { name: 'Search automations' })).toBeVisible()
  await owner.reload()
  await expect(owner.getByRole('radio', { name: 'Table' })).toBeChecked()
  await owner.getByRole('radio', { name: 'Cards' }).check()

  // Open an automation. A new run appears without a reload.
  await owner.getByRole('link', { name: automation }).click()
  await expect(owner.getByRole('img', { name: `Runs of ${automation}` })).toBeVisible()
  const externalId = `hostile ${s.word}`
  const text = `${externalId} ${HOSTILE}`
  await reportRun(externalId, 'skipped', { message: text, output: { text } })
  await expect(owner.getByRole('region', { name: 'Latest runs' }).getByText(text)).toBeVisible()
  await accessible(owner, 'an automation')
  await fits(owner, 'an automation')

  // Filter the runs. The address keeps the filter. The run's output is shown as text.
  await owner.getByRole('tab', { name: 'Runs' }).click()
  await expect(owner).toHaveURL(/tab=runs/)
  await owner.goto(`/apps-automations/${id}?tab=runs&status=skipped`)
  await owner.locator('[data-row]').filter({ hasText: externalId }).locator('[data-row-link]').click()
  const dialog = owner.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: 'Output' }).locator('pre')).toContainText(externalId)
  await expect(dialog.getByText(externalId, { exact: true })).toBeVisible()
  await expect(owner).toHaveURL(/status=skipped/)
  await accessible(owner, 'a run')
  await expect(dialog.locator('img, script')).toHaveCount(0)

  // A problem report becomes a ticket that names the run.
  await dialog.getByRole('button', { name: 'Report a problem' }).click()
  const form = owner.getByRole('dialog', { name: /^Report a problem/ })
  await form.getByRole('button', { name: 'Create ticket' }).click()
  await expect(form.getByText('Describe the problem.')).toBeVisible()
  await accessible(owner, 'reporting a problem')
  await form.getByLabel('What went wrong').fill('It should not have skipped this.')
  await form.getByRole('button', { name: 'Create ticket' }).click()
  await owner.waitForURL('**/tickets/*')
  await expect(owner.getByText('It should not have skipped this.').first()).toBeVisible()
  await expect(owner.getByText(externalId, { exact: true }).first()).toBeVisible()
  // On phones the facts are collapsed.
  await expect(owner.getByRole('link', { name: automation, includeHidden: true })).toBeAttached()
  await fits(owner, 'the ticket of a problem')

  // Request a pause and cancel the request. Staff see it without a reload.
  const staff = await signedIn(desk, base, ENGINEER)
  await staff.goto('/apps-automations')
  await expect(staff.getByRole('heading', { level: 1 })).toBeVisible()
  await owner.goto(`/apps-automations/${id}`)
  await owner.getByRole('button', { name: 'Ask to pause' }).click()
  await owner.getByLabel('Reason').fill('We move the board on Friday.')
  await owner.getByRole('dialog').getByRole('button', { name: 'Ask to pause' }).click()
  // The page may update before the dialog closes. Then the text is shown twice for a moment.
  await expect(owner.getByRole('dialog')).toHaveCount(0)
  await expect(owner.getByText('We move the board on Friday.')).toBeVisible()
  // The ticket of the problem names the automation too, and is listed elsewhere on the screen.
  const attention = staff.getByRole('region', { name: 'Automations that need attention' })
  const asked = attention.getByRole('listitem').filter({ hasText: automation })
  await expect(asked.getByText('Pause requested')).toBeVisible()
  await owner.getByRole('button', { name: 'Cancel request' }).click()
  await expect(owner.getByRole('button', { name: 'Ask to pause' })).toBeVisible()
  await expect(asked).toHaveCount(0)
  await Promise.all([desk.close(), phone.close()])
})
