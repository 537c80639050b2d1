import { createTransport } from 'nodemailer'
import { accessible, ENGINEER, expect, fits, signedIn, test } from './browser.ts'
import { mailTo } from './mailbox.ts'
import { player, story } from './story.ts'

test('a partner answers the email about a ticket, and the answer appears in the open ticket @wide', async ({
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
  await answer.getByText(/^Show full message \(\d+ lines? more\)$/).click()
  await expect(answer.getByText('iPhone')).toBeVisible()
  await expect(answer).not.toContainText(replyTo)
})

/** Sends a plain mail by SMTP to the address that opens tickets, or to `to`. */
async function send(mail: { from: string; to?: string; subject: string; text: string }) {
  const smtp = createTransport({ host: '127.0.0.1', port: Number(process.env.E2E_PORT) + 2, ignoreTLS: true })
  await smtp.sendMail({ to: 'support@millwright.example', ...mail })
  smtp.close()
}

test('plain text email is shown as written, and staff see the message beside the original', async ({
  context,
  browser,
  baseURL,
  request,
}) => {
  const origin = baseURL as string
  const { word, owner } = await story(request, origin)
  const engineer = await player(request, origin, ENGINEER)
  const lines = [
    '\\\\fileserver01\\public$',
    'C:\\_old_\\*.bak and __init__.py',
    '# 3 printers',
    '3) <b>third</b>, ~5 min~',
  ]
  const subject = `Paths ${word}`
  await send({ from: owner.email, subject, text: `${lines.join('\n')}\n\nמדפסת ABC-12 לא עובדת\n\n-- \nOlivia` })
  let ticket: { id: string; mail: string } | undefined
  await expect
    .poll(async () => {
      const found = await owner.call('GET', `/tickets?q=${word}`)
      ticket = found.items[0] && (await owner.call('GET', `/tickets/${found.items[0].id}`))
      return ticket?.id
    })
    .toBeTruthy()
  const page = await signedIn(context, origin, owner.email, owner.password)
  await page.goto(`/tickets/${ticket?.id}`)
  const description = page.getByRole('article').first()
  for (const line of lines) await expect(description).toContainText(line)
  await expect(description.getByText('ABC-12')).toHaveAttribute('dir', 'auto')
  await expect(description.getByText('Olivia', { exact: true }).last()).toBeHidden()
  await description.getByText(/^Show full message/).click()
  await fits(page, 'ticket from a plain mail')
  await accessible(page, 'ticket from a plain mail')

  const staff = await signedIn(
    await browser.newContext({ baseURL: origin, viewport: page.viewportSize() as { width: number; height: number } }),
    origin,
    engineer.email,
    engineer.password,
  )
  await staff.goto(`/admin/outbox?box=in&show=all&mail=${ticket?.mail}`)
  await expect(staff.getByRole('region', { name: 'Message on the ticket' })).toContainText('__init__.py')
  await expect(staff.getByRole('region', { name: 'Full text of the email' })).toContainText('Olivia')
  await fits(staff, 'incoming email')
  await accessible(staff, 'incoming email')
})

test('an answer to a resolved ticket offers to reopen it @wide', async ({ context, baseURL, request }) => {
  const origin = baseURL as string
  const { word, owner } = await story(request, origin)
  const engineer = await player(request, origin, ENGINEER)
  const ticket = await owner.call('POST', '/tickets', { subject: `Scanner ${word}`, description: 'It is offline.' })
  await engineer.call('POST', `/tickets/${ticket.id}/status`, { status: 'resolved' })
  await send({
    from: owner.email,
    subject: `Re: [T-${ticket.number}] Scanner ${word}`,
    text: 'It still does not work.',
  })
  let link = ''
  await expect
    .poll(async () => {
      const { text } = await mailTo(request, origin, owner.email, new RegExp(`T-${ticket.number}\\b`))
      link = /\/tickets\/[\w-]+\?reopen=yes/.exec(text)?.[0] ?? ''
      return link
    })
    .not.toBe('')
  const page = await signedIn(context, origin, owner.email, owner.password)
  await page.goto(link)
  await page.getByRole('region', { name: 'Resolved' }).getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByRole('region', { name: 'Resolved' })).toHaveCount(0)
  await expect.poll(async () => (await owner.call('GET', `/tickets/${ticket.id}`)).status).toBe('in_progress')
})
