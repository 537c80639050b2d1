// What a partner does with automations on a phone: figures, one of them, its runs, a run with hostile text, a problem, a pause;
// and recommendations.
import { ADMIN, accessible, DESK, ENGINEER, expect, fits, PHONE, signedIn, test } from './browser.ts'
import { player, story } from './story.ts'

const HOSTILE = '<img src=x onerror="document.title=1"><script>alert(1)</script> [x](javascript:alert(1)) ```'

test('a partner sees what automations do, reads a hostile run and reports a problem @wide', async ({
  browser,
  baseURL,
  request,
}) => {
  const base = baseURL as string
  const s = await story(request, base)
  const admin = await player(request, base, ADMIN)
  // Two that run: what one costs is agreed on apart, the other has its price by the month. And tools, for recommendations.
  const install = async (name: string, price: object) => {
    let a = await admin.call('POST', '/automations', { companyId: s.company.id, name, minutesPerRun: 6, ...price })
    for (const status of ['provisioning', 'live'])
      a = await admin.call('POST', `/automations/${a.id}/status`, { version: a.version, status })
    return a.id as string
  }
  const tell = async (id: string, externalId: string, status: string, more: object = {}) => {
    const now = new Date().toISOString()
    await admin.call('POST', `/automations/${id}/runs`, {
      ...{ externalId, status, startedAt: now, finishedAt: now },
      ...more,
    })
  }
  const automation = `Folders ${s.word}`
  const other = `Alerts ${s.word}`
  const id = await install(automation, {})
  const priced = await install(other, { priceModel: 'monthly', priceCents: 4_900 })
  for (const of of [id, priced]) await tell(of, 'first', 'succeeded')
  await s.owner.call('PATCH', '/company', { tools: ['Microsoft 365', 'Autotask PSA', 'HaloPSA'] })

  const [desk, phone] = [
    await browser.newContext({ ...DESK, baseURL: base }),
    await browser.newContext({ ...PHONE, baseURL: base }),
  ]
  const owner = await signedIn(phone, base, s.owner.email, s.owner.password)

  // The first screen: the automations with what they are worth, then what may be of use.
  await owner.goto('/apps-automations')
  const card = (of: string) => owner.getByRole('listitem').filter({ has: owner.getByRole('link', { name: of }) })
  await expect(card(automation).getByText('Live', { exact: true })).toBeVisible()
  await card(automation).getByText('How this is reckoned').click()
  await expect(card(automation).getByText(/saved × \$60 an hour = \$/)).toBeVisible()
  await expect(card(automation).getByText(/agreed on apart/)).toBeVisible()
  await card(other).getByText('How this is reckoned').click()
  await expect(card(other).getByText(/^Price: \$49 a month/)).toBeVisible()
  await accessible(owner, 'automations')
  await fits(owner, 'automations')

  // A recommendation that is not wanted goes, and comes back.
  const recommended = owner.getByRole('region', { name: 'Recommended for you' })
  const unwanted = recommended.getByRole('listitem').filter({ hasText: /You use / })
  const name = (await unwanted.first().getByRole('link').textContent()) as string
  const link = recommended.getByRole('link', { name, exact: true })
  await owner.getByRole('button', { name: `Do not recommend ${name}` }).click()
  await expect(link).toBeHidden()
  await owner.getByRole('button', { name: 'Undo' }).click()
  await expect(link).toBeVisible()

  // The table has the same, and stays chosen.
  await owner.getByRole('radio', { name: 'Table' }).check()
  await expect(owner.getByRole('searchbox', { name: 'Search automations' })).toBeVisible()
  await owner.reload()
  await expect(owner.getByRole('radio', { name: 'Table' })).toBeChecked()
  await owner.getByRole('radio', { name: 'Cards' }).check()

  // One of them; a run that comes in meanwhile is there without loading the page again.
  await owner.getByRole('link', { name: automation }).click()
  await expect(owner.getByRole('img', { name: `Runs of ${automation}` })).toBeVisible()
  const externalId = `hostile ${s.word}`
  const text = `${externalId} ${HOSTILE}`
  await tell(id, externalId, 'skipped', { message: text, output: { text } })
  await expect(owner.getByRole('region', { name: 'Latest runs' }).getByText(text)).toBeVisible()
  await accessible(owner, 'an automation')
  await fits(owner, 'an automation')

  // All runs, narrowed; the address keeps it. What the run sent is text.
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
  const staff = await signedIn(desk, base, ENGINEER)
  await staff.goto('/apps-automations')
  await expect(staff.getByRole('heading', { level: 1 })).toBeVisible()
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
  await expect(staff.getByRole('listitem').filter({ hasText: automation })).toHaveCount(0)
  await Promise.all([desk.close(), phone.close()])
})
