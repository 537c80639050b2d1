// The process that renders mails has limits of time and memory, and must not harm the server.
import { expect, test } from 'vitest'
import { pathological } from '../../../../test/harness/pathological.ts'
import { LimitExceeded } from '../jobs/limit-exceeded.ts'
import { plainMail, renderMail } from './mail-render.ts'
import type { Content } from './mail-template.ts'

const content = (markdown: string): Content => ({
  heading: 'T-1',
  blocks: [{ markdown }, { button: 'Open the ticket', href: 'https://portal.example/tickets/1' }],
  foot: ['Sent by nobody.'],
  publicUrl: 'https://portal.example',
})

test('renders an email as Markdown', async () => {
  expect(await renderMail(content('Hello **you**'))).toContain('Hello <strong>you</strong>')
})

test.each([
  ['time', { seconds: 0 }, 'Hello'],
  // 48 MB is enough for a process that has just loaded the template.
  ['memory', { megabytes: 48 }, 'word *word* '.repeat(400_000)],
])('rejects an email that takes too much %s, and renders the next one', async (_, limits, text) => {
  await expect(renderMail(content(text), limits)).rejects.toThrow(LimitExceeded)
  expect(await renderMail(content('Hello **you**'))).toContain('<strong>you</strong>')
})

test('renders many emails in order', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, (_, i) => renderMail(content(`mail *${i}*`))))
  for (const [i, html] of all.entries()) expect(html).toContain(`mail <em>${i}</em>`)
})

test('limits the size of an email, whatever was typed', async () => {
  for (const text of Object.values(pathological(50_000)).slice(0, 8))
    expect((await renderMail(content(text))).length).toBeLessThan(50_000 * 60)
})

test('the email that replaces one that cannot be rendered has the whole text, escaped', () => {
  const text = `<b>*x*</b> & ${'"y" '.repeat(50_000)}end`
  const html = plainMail('T-1 <i>', text)
  expect(html).toContain('<title>T-1 &lt;i&gt;</title>')
  expect(html).toContain('&lt;b&gt;*x*&lt;/b&gt; &amp; &quot;y&quot; ')
  expect(html).toContain('end</pre>')
  expect(html.length).toBeLessThan(text.length * 6)
})
