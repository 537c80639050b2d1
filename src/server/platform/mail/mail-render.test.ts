// The thread that renders mails: it must not harm the process, and shortened text is sent if rendering fails.
import { expect, test } from 'vitest'
import { pathological } from '../../../../test/harness/pathological.ts'
import { renderMail, shortenText } from './mail-render.ts'
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

test('sends shortened text if rendering takes too long, and renders the next email again', async () => {
  const warned: unknown[] = []
  const hostile = `<b>*x*</b> ${'y'.repeat(5_000)}`
  const html = await renderMail(content(hostile), { warn: (about: unknown) => void warned.push(about) } as never, 0)
  expect(warned).toHaveLength(1)
  expect(html).toContain('&lt;b&gt;*x*&lt;/b&gt;')
  expect(html).toContain('This email was shortened. Read the full text in the portal.')
  expect(html).toContain('href="https://portal.example/tickets/1"')
  expect(html).not.toContain('y'.repeat(2_001))
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

test('shortens every part that a person typed', () => {
  const long = 'z'.repeat(10_000)
  const parts = shortenText([
    long,
    { note: long },
    { facts: [[long, long]] },
    { markdown: long },
    { earlier: Array(9).fill({ who: 'Ana', at: '2026-01-01T00:00:00Z', markdown: long }) },
  ])
  expect(JSON.stringify(parts).length).toBeLessThan(25_000)
})
