// Text of the maximum length costs every renderer little time and produces little output.

import { fork } from 'node:child_process'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AGREEMENT_BODY_MAX as AGREEMENT_MAX } from '../src/contract/agreements/index.ts'
import { boundMarkdown } from '../src/contract/markdown.ts'
import { MESSAGE_BODY_MAX as MESSAGE_MAX } from '../src/contract/tickets/index.ts'
import { MEGABYTES } from '../src/server/platform/documents/pdf.ts'
import { type Part, partsOfMarkdown } from '../src/server/platform/documents/pdf-markdown.ts'
import { markdownHtml } from '../src/server/platform/mail/mail-markdown.ts'
import { plainMarkdown } from '../src/server/platform/mail/plain-markdown.ts'
import { snippetOf, wantedIn } from '../src/server/platform/search/highlight.ts'
import { mentionedIn, plainMentions } from '../src/server/tickets/conversation/mention-text.ts'
import { renderMarkdown } from '../src/web/ui/text/markdown.ts'
import { inLane } from './harness/lane.ts'
import { pathological, tableBomb, UNITS } from './harness/pathological.ts'
import { patient } from './harness/patience.ts'

/**
 * Maximum processor time for one text. The target is 200 ms on an idle core; the rest is margin for a busy machine.
 * An unbounded renderer takes seconds to minutes for most of these texts, or all memory.
 */
const MILLISECONDS = patient(1_500)
/** Maximum output for each character of input. A table cell with its styles has the most. */
const BYTES_PER_CHARACTER = 120
/** Peak memory of a process that draws PDFs, with what is outside of its heap, in megabytes. */
const PDF_MEGABYTES = 600

const countParts = (parts: Part[]): number =>
  parts.reduce((sum, p) => {
    if (p.is === 'items') return sum + p.items.reduce((n, i) => n + 1 + countParts(i.parts), 1)
    if (p.is === 'quote') return sum + 1 + countParts(p.parts)
    if (p.is === 'grid') return sum + p.head.length + p.rows.reduce((n, row) => n + row.length, 1)
    return sum + ('spans' in p ? p.spans.length : 1)
  }, 0)

/** All functions that parse or render Markdown, each returning the size of its output. */
const renderers: Record<string, (text: string) => number> = {
  'the portal': (text) => renderMarkdown(text).length,
  mails: (text) => markdownHtml(text, 'https://portal.example').length,
  'plain HTML': (text) => plainMarkdown(text).length,
  'PDF parts': (text) => countParts(partsOfMarkdown(text, 'https://portal.example')),
  mentions: (text) => mentionedIn(text).length + plainMentions(text).length,
  'search results': (text) =>
    JSON.stringify(snippetOf(text, wantedIn('needle a'), { before: false, after: false }))?.length ?? 0,
}

function cost(render: (text: string) => number, text: string) {
  const before = process.cpuUsage()
  const size = render(text)
  const { user, system } = process.cpuUsage(before)
  return { size, milliseconds: (user + system) / 1000 }
}

/** The renderers of the short lane for the longest texts. The others use the parser and the limits of these. */
const DECISIVE = ['the portal', 'PDF parts', 'mentions']

describe.each([
  ['a message', MESSAGE_MAX, Object.keys(renderers)],
  ['an agreement', AGREEMENT_MAX, inLane(DECISIVE, Object.keys(renderers))],
])('%s', (_, length, names) => {
  const texts = Object.entries(pathological(length))
  test.each(Object.entries(renderers).filter(([name]) => names.includes(name)))(
    'costs %s little, whatever the text contains',
    (_, render) => {
      for (const [name, text] of texts) {
        const { size, milliseconds } = cost(render, text)
        expect(size, name).toBeLessThan(text.length * BYTES_PER_CHARACTER)
        expect(milliseconds, name).toBeLessThan(MILLISECONDS)
      }
    },
  )
})

test('constructs in any order and number cost little', () => {
  const piece = fc
    .tuple(fc.constantFrom(...Object.values(UNITS), '\n', '\n\n', 'word '), fc.integer({ min: 1, max: 4_000 }))
    .map(([unit, times]) => unit.repeat(times))
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
      const text = pieces.join('').slice(0, MESSAGE_MAX)
      for (const [name, render] of Object.entries(renderers)) {
        const { size, milliseconds } = cost(render, text)
        expect(size, name).toBeLessThan(text.length * BYTES_PER_CHARACTER + 200)
        expect(milliseconds, name).toBeLessThan(MILLISECONDS)
      }
    }),
    { numRuns: inLane(10, 100) },
  )
})

describe('text that people write', () => {
  const paragraph = `The provider answers *within one hour* and fixes what [it promised](https://a.example). ${'What else the parties owe each other (and when) is in the order, which is part of this agreement. '.repeat(4)}`
  const section = (n: number) =>
    `## ${n}. Services\n\n${paragraph}\n\n${paragraph}\n\n- First duty\n- Second duty\n- Third duty\n\n| Item | Hours |\n| --- | ---: |\n| Setup | 4 |\n| Care | 2 |\n\n`
  test('an agreement of the longest permitted length is rendered as Markdown throughout', () => {
    let text = ''
    for (let n = 1; text.length + section(n).length < AGREEMENT_MAX; n++) text += section(n)
    expect(boundMarkdown(text)).toEqual([{ is: 'markdown', text }])
  })
  test('a log of thousands of lines in a fence is code, and the text around it Markdown', () => {
    const log = '2026-11-23 12:00:01 [info] (worker_1) *job* `done`\n'.repeat(900)
    const html = renderMarkdown(`**Please look:**\n\n\`\`\`\n${log}\`\`\`\n\nThank _you_.`)
    expect(html).toContain('<strong>Please look:</strong>')
    expect(html).toContain('<em>you</em>')
    expect(html.match(/<pre><code>/g)).toHaveLength(1)
    expect(html).not.toContain('```')
  })
  test('a table keeps its empty cells', () => {
    expect(renderMarkdown('| a | b |\n|---|--:|\n| 1 |').replaceAll('\n', '')).toContain(
      '<tr><td>1</td><td align="right"></td></tr>',
    )
  })
})

describe('text above the limits', () => {
  test('stays readable, and the text around it is still Markdown', () => {
    const html = renderMarkdown(`# Hello\n\n${'*_'.repeat(2_000)} <b>&\n\nSee **this**.`)
    expect(html).toContain('<h4>Hello</h4>')
    expect(html).toContain(`${'*_'.repeat(2_000)} &lt;b&gt;&amp;`)
    expect(html).toContain('<strong>this</strong>')
  })
  test('a wide table with short rows is not filled up', () => {
    const text = tableBomb(16_000)
    expect(text.length).toBeLessThanOrEqual(16_000)
    for (const render of [renderMarkdown, plainMarkdown])
      expect((render(text).match(/<t[dh]/g) ?? []).length).toBeLessThan(16_000)
  })
  test('a long address is not repeated', () => {
    const html = renderMarkdown(`[a]: /${'b'.repeat(10_000)}\n\n${'[a] '.repeat(1_000)}`)
    expect(html.length).toBeLessThan(50_000)
    expect(renderMarkdown('[a]: /b\n\n[a] and [a]').match(/href="\/b"/g)).toHaveLength(2)
  })
})

test('a table with more columns than a page has room for is text in a PDF', () => {
  const row = `|${'a|'.repeat(200)}\n`
  const parts = partsOfMarkdown(`${row}|${'-|'.repeat(200)}\n${row}`, 'https://portal.example')
  expect(parts).toEqual([
    { is: 'paragraph', spans: [{ text: expect.stringMatching(/^(a \| ){199}a\n(a \| ){199}a$/) }] },
  ])
})

test('a PDF of an agreement takes little memory and is complete, whatever the text contains', async () => {
  const child = fork(path.join(import.meta.dirname, 'harness/hostile-pdfs.ts'), [String(AGREEMENT_MAX)], {
    // The heap that a process for PDFs has.
    execArgv: [`--max-old-space-size=${MEGABYTES}`],
  })
  const result = Promise.withResolvers<{ failed: string[]; megabytes: number }>()
  child.once('message', result.resolve)
  child.once('exit', () => result.reject(new Error('The process that draws PDFs ended.')))
  const { failed, megabytes } = await result.promise
  expect(failed).toEqual([])
  expect(megabytes).toBeLessThan(PDF_MEGABYTES)
})
