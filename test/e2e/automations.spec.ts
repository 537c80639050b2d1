// A partner's automations: figures, details, runs, a run with hostile text, a problem report and a recommendation.
import { accessible, expect, fits, signedIn, test } from './browser.ts'

const HOSTILE = '<img src=x onerror="document.title=1"><script>alert(1)</script> [x](javascript:alert(1)) ```'

test('a partner sees the results of automations, opens a hostile run and reports a problem', async ({
  browser,
  baseURL,
  isMobile,
}) => {
  const base = baseURL as string
  // Both sizes run at the same time on the same company, so each uses its own automation.
  const automation = isMobile ? 'Matter folders for Harlan & Pruitt' : 'RMM alerts to PSA: one ticket per alert episode'
  const externalId = `hostile-${crypto.randomUUID()}`
  const text = `${externalId} ${HOSTILE}`
  const staffContext = await browser.newContext()
  const staff = await signedIn(staffContext, base, 'engineer@millwright.example')
  const context = await browser.newContext()
  const owner = await signedIn(context, base, 'owner@northgate.example')

  // The first screen shows action items, then the automations with their value, then recommendations.
  await owner.goto('/apps-automations')
  await expect(owner.getByRole('region', { name: 'Needs your attention' })).toBeVisible()
  const card = owner.getByRole('listitem').filter({ has: owner.getByRole('link', { name: automation }) })
  await expect(card.getByText('Live', { exact: true })).toBeVisible()
  await card.getByText('How we calculate this').click()
  await expect(card.getByText(/saved × \$60 an hour = \$/)).toBeVisible()
  await expect(card.getByText(/invoiced in the last 30 days/)).toBeVisible()
  await accessible(owner, 'automations')
  await fits(owner, 'automations')

  // Dismiss a recommendation and restore it.
  const recommended = owner.getByRole('region', { name: 'Recommended for you' })
  const all = recommended.getByRole('listitem')
  const unwanted = isMobile ? all.nth(1) : all.first()
  const name = (await unwanted.getByRole('link').textContent()) as string
  await expect(unwanted.getByText(/^You use |of your \d+ tickets/)).toBeVisible()
  await unwanted.getByRole('button', { name: `Don’t recommend ${name}` }).click()
  await expect(recommended.getByRole('link', { name, exact: true })).toBeHidden()
  await owner.getByRole('button', { name: 'Undo' }).click()
  await expect(recommended.getByRole('link', { name, exact: true })).toBeVisible()

  // The table shows the same automations, and stays selected after a reload.
  await owner.getByRole('radio', { name: 'Table' }).check()
  await expect(owner.getByRole('searchbox', { name: 'Search automations' })).toBeVisible()
  await owner.reload()
  await expect(owner.getByRole('radio', { name: 'Table' })).toBeChecked()
  await owner.getByRole('radio', { name: 'Cards' }).check()

  // Open an automation. A new run appears without a reload.
  await owner.getByRole('link', { name: automation }).click()
  await expect(owner.getByRole('img', { name: `Runs of ${automation}` })).toBeVisible()
  const id = /apps-automations\/([\da-f-]{36})/.exec(owner.url())?.[1] as string
  await staff.goto('/apps-automations')
  const sent = await staff.evaluate(
    async ([of, externalId, text]) => {
      const { access_token } = JSON.parse(localStorage.getItem('millwright.session') ?? '{}')
      const { publishableKey } = await (await fetch('/api/v1/site')).json()
      const now = new Date().toISOString()
      const r = await fetch(`/api/v1/automations/${of}/runs`, {
        method: 'POST',
        headers: {
          apikey: publishableKey,
          authorization: `Bearer ${access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          externalId,
          status: 'skipped',
          startedAt: now,
          finishedAt: now,
          message: text,
          output: { text },
        }),
      })
      return r.status
    },
    [id, externalId, text] as const,
  )
  expect(sent).toBeLessThan(300)
  await expect(owner.getByRole('region', { name: 'Latest runs' }).getByText(text)).toBeVisible()
  await accessible(owner, 'an automation')
  await fits(owner, 'an automation')

  // Filter the runs. The address keeps the filter. The run's output is shown as text.
  await owner.getByRole('tab', { name: 'Runs' }).click()
  await owner.goto(`/apps-automations/${id}?tab=runs&status=skipped`)
  await owner.locator('[data-row]').filter({ hasText: externalId }).locator('[data-row-link]').click()
  const dialog = owner.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: 'Output' }).locator('pre')).toContainText(externalId)
  await expect(dialog.getByText(externalId, { exact: true })).toBeVisible()
  expect(owner.url()).toContain('status=skipped')
  await accessible(owner, 'a run')
  expect(await dialog.locator('img, script').count()).toBe(0)

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
  await owner.goto(`/apps-automations/${id}`)
  await owner.getByRole('button', { name: 'Request pause' }).click()
  await owner.getByLabel('Reason').fill('We move the board on Friday.')
  await owner.getByRole('dialog').getByRole('button', { name: 'Request pause' }).click()
  // The page may update before the dialog closes. Then the text is shown twice for a moment.
  await expect(owner.getByRole('dialog')).toHaveCount(0)
  await expect(owner.getByText('We move the board on Friday.')).toBeVisible()
  await expect(staff.getByRole('listitem').filter({ hasText: automation }).getByText('Pause requested')).toBeVisible()
  await owner.getByRole('button', { name: 'Cancel request' }).click()
  await expect(owner.getByRole('button', { name: 'Request pause' })).toBeVisible()
  await accessible(staff, 'the overview of staff')
  await context.close()
  await staffContext.close()
})
