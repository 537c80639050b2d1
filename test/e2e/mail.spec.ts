import { createTransport } from 'nodemailer'
import { ENGINEER, expect, signedIn, test } from './browser.ts'
import { mailTo } from './mailbox.ts'
import { player, story } from './story.ts'

test('a partner answers the mail about a ticket, and the answer stands in the open ticket @wide', async ({
  context,
  baseURL,
  request,
}) => {
  const origin = baseURL as string
  const { word, owner } = await story(request, origin)
  const engineer = await player(request, origin, ENGINEER)
  const subject = `Backups at the harbor office ${word}`
  const ticket = await owner.call('POST', '/tickets', { subject, description: 'Two of them are missing.' })
  await engineer.call('POST', `/tickets/${ticket.id}/messages`, { body: 'Which **two** are it?' })
  const mail = await mailTo(request, origin, owner.email, new RegExp(`T-${ticket.number}\\b`))
  expect(mail.text).toContain('Which **two** are it?')
  const { replyTo } = mail as typeof mail & { replyTo: string }
  expect(replyTo).toMatch(/^reply\+[0-9a-f]{32}\.[0-9a-f]{24}@/)

  const page = await signedIn(context, origin, owner.email, owner.password)
  await page.goto(`/tickets/${ticket.id}`)
  await expect(page.getByText('Which two are it?')).toBeVisible()
  const smtp = createTransport({ host: '127.0.0.1', port: Number(process.env.E2E_PORT) + 2, ignoreTLS: true })
  await smtp.sendMail({
    from: `Olivia <${owner.email}>`,
    to: replyTo,
    subject: `Re: ${mail.subject}`,
    text: `Monday’s and Tuesday’s.\n\nSent from my iPhone\n\n> On Nov 20, 2026, at 9:14 AM, Millwright <support@millwright.example> wrote:\n> \n${mail.text.replace(/^/gm, '> ')}`,
  })
  smtp.close()
  const answer = page.getByRole('article').filter({ hasText: 'Monday’s and Tuesday’s.' })
  await expect(answer).toBeVisible()
  await expect(answer).toContainText('by email')
  // The phone's signature is stored, but shown only on demand.
  await expect(answer.getByText('iPhone')).toBeHidden()
  await answer.getByText('Show quoted text').click()
  await expect(answer.getByText('iPhone')).toBeVisible()
  await expect(answer).not.toContainText(replyTo)
})
