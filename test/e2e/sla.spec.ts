// Service levels: a partner sees due times and why a target is paused. An administrator changes targets and previews
// the effect.
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ADMIN, accessible, ENGINEER, expect, fits, signedIn, test } from './browser.ts'
import { player, story } from './story.ts'

test('a partner sees due times and pauses, and resumes the SLA by replying', async ({ context, baseURL, request }) => {
  const origin = baseURL as string
  const { word, owner } = await story(request, origin)
  const { id } = await owner.call('POST', '/tickets', {
    subject: `Logo on reports ${word}`,
    description: 'Ours, please.',
  })
  const staff = await player(request, origin, ENGINEER)
  await staff.call('POST', `/tickets/${id}/messages`, { body: 'Which of the two?' })
  await staff.call('POST', `/tickets/${id}/status`, { status: 'waiting_on_partner' })
  const page = await signedIn(context, origin, owner.email, owner.password)
  const wide = (page.viewportSize()?.width ?? 0) >= 1024
  await page.goto(`/tickets?sla=paused&q=${word}`)
  const row = page.getByRole('link', { name: new RegExp(word) })
  await expect(row).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Paused')
  await fits(page, 'list')
  await row.click()
  // On a phone, the panel is collapsed above the conversation, with a summary.
  if (!wide) await page.locator('summary').filter({ hasText: 'Paused' }).click()
  const panel = page.getByRole('region', { name: 'SLA' })
  await expect(panel).toContainText(/Paused since .+ while we wait for you/)
  await expect(panel).toContainText('The clock resumes when you reply.')
  await expect(panel).toContainText('left when the clock resumes')
  await fits(page, 'ticket')
  await accessible(page, 'ticket with a paused clock')
  await page.getByRole('textbox', { name: 'Reply' }).fill('Confirmed, please go ahead.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(panel).not.toContainText('Paused')
  await expect(panel.getByText(/^Due /).first()).toBeVisible()
  await expect(panel).toContainText('business hours')
})

test('@wide an administrator adds a policy, previews it, changes it with a reason, and removes it', async ({
  context,
  baseURL,
  pageErrors,
}) => {
  const page = await signedIn(context, baseURL as string, ADMIN)
  const name = `Night desk ${randomBytes(4).toString('hex')}`
  await page.goto('/settings/service-levels')
  const standard = page.getByRole('listitem', { name: 'Standard' })
  await expect(standard).toContainText('Default')
  await accessible(page, 'SLA policies')
  await page.getByRole('button', { name: 'Add policy' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByLabel('Preview a ticket opened at').fill('2027-03-05T16:30')
  // Two business hours after Friday 16:30 is Monday 10:30.
  await expect(dialog.getByRole('row', { name: /^P3/ })).toContainText('Mon, Mar 8, 10:30 AM')
  await dialog.getByRole('textbox', { name: 'P3 first response' }).fill('1')
  await expect(dialog.getByRole('row', { name: /^P3/ })).toContainText('Mon, Mar 8, 9:30 AM')
  await dialog.getByLabel('P3 first response, unit').selectOption('hours always')
  await expect(dialog.getByRole('row', { name: /^P3/ })).toContainText('Fri, Mar 5, 5:30 PM')
  await accessible(page, 'policy')
  await dialog.getByRole('button', { name: 'Add policy' }).click()
  await expect(dialog).toBeHidden()
  const made = page.getByRole('listitem', { name })
  await expect(made).toContainText('1 h 24/7')

  await made.getByRole('button', { name: `Edit ${name}` }).click()
  await dialog.getByRole('textbox', { name: 'P1 first response' }).fill('0')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Two people on the desk now')
  pageErrors.expected.push(/400/)
  await dialog.getByRole('button', { name: 'Save policy' }).click()
  await expect(dialog).toContainText('Enter at least 1 minute.')
  await dialog.getByRole('textbox', { name: 'P1 first response' }).fill('10')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('')
  await dialog.getByRole('button', { name: 'Save policy' }).click()
  await expect(dialog).toContainText('Enter a reason.')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Two people on the desk now')
  await dialog.getByRole('button', { name: 'Save policy' }).click()
  await expect(dialog).toBeHidden()
  await made.getByRole('button', { name: `History ${name}` }).click()
  await expect(dialog).toContainText('Two people on the desk now')
  await expect(dialog).toContainText('P1 first response: 15 min → 10 min')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await made.getByRole('button', { name: `Remove ${name}` }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Was a trial')
  await dialog.getByRole('button', { name: 'Remove policy' }).click()
  await expect(made).toBeHidden()
})

test('@wide two administrators change a policy at the same time, and both changes are kept', async ({
  context,
  baseURL,
  pageErrors,
}) => {
  // The second save.
  pageErrors.expected.push(/409/)
  const page = await signedIn(context, baseURL as string, ADMIN)
  const name = `Shared desk ${randomBytes(4).toString('hex')}`
  await page.goto('/settings/service-levels')
  await page.getByRole('button', { name: 'Add policy' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Add policy' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const other = await context.newPage()
  await other.goto('/settings/service-levels')
  const edit = async (at: Page, field: string, value: string) => {
    await at.getByRole('button', { name: `Edit ${name}` }).click()
    await at.getByRole('dialog').getByRole('textbox', { name: field }).fill(value)
    await at.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Agreed today')
  }
  await edit(page, 'P3 first response', '3')
  await edit(other, 'P4 first response', '7')
  await other.getByRole('button', { name: 'Save policy' }).click()
  await expect(other.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Save policy' }).click()
  const conflict = page.getByRole('dialog', { name: /while you were editing/ })
  await expect(conflict.getByRole('row', { name: /^P4 first response/ })).toContainText('7 h')
  await expect(conflict.getByRole('row', { name: /^P3 first response/ })).toContainText('3 h')
  await accessible(page, 'two changes of a policy')
  await conflict.getByRole('button', { name: 'Apply my changes' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  // The dialog starts from what was saved, even while the list is still being fetched again.
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(page.getByRole('textbox', { name: 'P3 first response' })).toHaveValue('3')
  await expect(page.getByRole('textbox', { name: 'P4 first response' })).toHaveValue('7')
})
