// What a partner does with automations: figures, one of them, its runs, a run with hostile text, a problem, a recommendation.
import { accessible, expect, fits, signedIn, test } from './browser.ts'

const HOSTILE = '<img src=x onerror="document.title=1"><script>alert(1)</script> [x](javascript:alert(1)) ```'

test('a partner sees what automations do, reads a hostile run and reports a problem', async ({
  browser,
  baseURL,
  isMobile,
}) => {
  const base = baseURL as string
  // Both sizes run at the same time, on the same company.
  const automation = isMobile ? 'Matter folders for Harlan & Pruitt' : 'One ticket per alert episode'
  const externalId = `hostile-${crypto.randomUUID()}`
  const text = `${externalId} ${HOSTILE}`
  const staffContext = await browser.newContext()
  const staff = await signedIn(staffContext, base, 'engineer@millwright.example')
  const context = await browser.newContext()
  const owner = await signedIn(context, base, 'owner@northgate.example')

  // The first screen: what waits, then the automations with what they are worth, then what may be of use.
  await owner.goto('/apps-automations')
  await expect(owner.getByRole('region', { name: 'Waiting on you' })).toBeVisible()
  const card = owner.getByRole('listitem').filter({ has: owner.getByRole('link', { name: automation }) })
  await expect(card.getByText('Live', { exact: true })).toBeVisible()
  await card.getByText('How this is reckoned').click()
  await expect(card.getByText(/saved × \$60 an hour = \$/)).toBeVisible()
  await expect(card.getByText(isMobile ? /agreed on apart/ : /Price: \$\d+ a month × 1 month live/)).toBeVisible()
  await accessible(owner, 'automations')
  await fits(owner, 'automations')

  // A recommendation that is not wanted goes, and comes back.
  const recommended = owner.getByRole('region', { name: 'Recommended for you' })
  const all = recommended.getByRole('listitem')
  const unwanted = isMobile ? all.nth(1) : all.first()
  const name = (await unwanted.getByRole('link').textContent()) as string
  await expect(unwanted.getByText(/^You use |of your \d+ tickets/)).toBeVisible()
  await unwanted.getByRole('button', { name: `Do not recommend ${name}` }).click()
  await expect(recommended.getByRole('link', { name, exact: true })).toBeHidden()
  await owner.getByRole('button', { name: 'Undo' }).click()
  await expect(recommended.getByRole('link', { name, exact: true })).toBeVisible()

  // The table has the same, and stays chosen.
  await owner.getByRole('radio', { name: 'Table' }).check()
  await expect(owner.getByRole('searchbox', { name: 'Search automations' })).toBeVisible()
  await owner.reload()
  await expect(owner.getByRole('radio', { name: 'Table' })).toBeChecked()
  await owner.getByRole('radio', { name: 'Cards' }).check()

  // One of them; a run that comes in meanwhile is there without loading the page again.
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

  // All runs, narrowed; the address keeps it. What the run sent is text.
  await owner.getByRole('tab', { name: 'Runs' }).click()
  await owner.goto(`/apps-automations/${id}?tab=runs&status=skipped`)
  await owner.locator('[data-row]').filter({ hasText: externalId }).locator('[data-row-link]').click()
  const dialog = owner.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: 'Output' }).locator('pre')).toContainText(externalId)
  await expect(dialog.getByText(externalId, { exact: true })).toBeVisible()
  expect(owner.url()).toContain('status=skipped')
  await accessible(owner, 'a run')
  expect(await dialog.locator('img, script').count()).toBe(0)

  // A problem with it becomes a ticket that says which run.
  await dialog.getByRole('button', { name: 'Report a problem' }).click()
  const form = owner.getByRole('dialog', { name: /^Report a problem/ })
  await form.getByRole('button', { name: 'Open the ticket' }).click()
  await expect(form.getByText('Say what is wrong.')).toBeVisible()
  await accessible(owner, 'reporting a problem')
  await form.getByLabel('What is wrong').fill('It should not have skipped this.')
  await form.getByRole('button', { name: 'Open the ticket' }).click()
  await owner.waitForURL('**/tickets/*')
  await expect(owner.getByText('It should not have skipped this.').first()).toBeVisible()
  await expect(owner.getByText(externalId, { exact: true }).first()).toBeVisible()
  // On phones the facts are folded away.
  await expect(owner.getByRole('link', { name: automation, includeHidden: true })).toBeAttached()
  await fits(owner, 'the ticket of a problem')

  // A pause is asked for and taken back; staff see it without loading again.
  await owner.goto(`/apps-automations/${id}`)
  await owner.getByRole('button', { name: 'Ask to pause' }).click()
  await owner.getByLabel('Why').fill('We move the board on Friday.')
  await owner.getByRole('dialog').getByRole('button', { name: 'Ask to pause' }).click()
  // The page may follow before the dialog is gone: then the words stand twice for a moment.
  await expect(owner.getByRole('dialog')).toHaveCount(0)
  await expect(owner.getByText('We move the board on Friday.')).toBeVisible()
  await expect(staff.getByRole('listitem').filter({ hasText: automation }).getByText('Asked to pause it')).toBeVisible()
  await owner.getByRole('button', { name: 'Take back' }).click()
  await expect(owner.getByRole('button', { name: 'Ask to pause' })).toBeVisible()
  await accessible(staff, 'the overview of staff')
  await context.close()
  await staffContext.close()
})
