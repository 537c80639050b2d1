import { createTransport } from 'nodemailer'
import { expect, signedIn, test } from './browser.ts'
import { api, mailTo } from './mailbox.ts'

test('a partner answers the mail about a ticket, and the answer stands in the open ticket @wide', async ({
  context,
  baseURL,
}) => {
  const origin = baseURL as string
  const call = await api(context.request, origin)
  const password = 'a demo password'
  const token = async (email: string) => (await call('POST', '/auth/sign-in', { email, password })).session.access_token
  const [owner, engineer] = [await token('owner@northgate.example'), await token('engineer@millwright.example')]
  const subject = `Backups at the harbor office ${Date.now()}`
  const ticket = await call('POST', '/tickets', { subject, description: 'Two of them are missing.' }, owner)
  await call('POST', `/tickets/${ticket.id}/messages`, { body: 'Which **two** are it?' }, engineer)
  const mail = await mailTo(context.request, origin, 'owner@northgate.example', new RegExp(`T-${ticket.number}`))
  expect(mail.text).toContain('Which **two** are it?')
  const { replyTo } = mail as typeof mail & { replyTo: string }
  expect(replyTo).toMatch(/^reply\+[0-9a-f]{32}\.[0-9a-f]{24}@/)

  const page = await signedIn(context, origin, 'owner@northgate.example')
  await page.goto(`/tickets/${ticket.id}`)
  await expect(page.getByText('Which two are it?')).toBeVisible()
  const smtp = createTransport({ host: '127.0.0.1', port: Number(process.env.E2E_PORT) + 2, ignoreTLS: true })
  await smtp.sendMail({
    from: 'Dana <owner@northgate.example>',
    to: replyTo,
    subject: `Re: ${mail.subject}`,
    text: `Monday’s and Tuesday’s.\n\nSent from my iPhone\n\n> On Nov 20, 2026, at 9:14 AM, Millwright <support@millwright.example> wrote:\n> \n${mail.text.replace(/^/gm, '> ')}`,
  })
  smtp.close()
  const answer = page.getByRole('article').filter({ hasText: 'Monday’s and Tuesday’s.' })
  await expect(answer).toBeVisible({ timeout: 20_000 })
  await expect(answer).toContainText('by email')
  // The phone's signature is stored, but shown only on demand.
  await expect(answer.getByText('iPhone')).toBeHidden()
  await answer.getByText('Show quoted text').click()
  await expect(answer.getByText('iPhone')).toBeVisible()
  await expect(answer).not.toContainText(replyTo)
})
