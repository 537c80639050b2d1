// Text of HTML mails as Markdown shows exactly what was written.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../../../../test/harness/property-seed.ts'
import { inLane } from '../../../../test/harness/lane.ts'
import { readHtml } from './mail-html.ts'
import { escapedLine, markdownOf, splitMarkedLines, withoutMarks } from './mail-markup.ts'
import { plainMarkdown } from './plain-markdown.ts'

/** Returns the text that rendered Markdown shows. */
const shownBy = (html: string) =>
  html
    .replace(/<[^<>]*>/g, '')
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
const asHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const spaces = (text: string) => text.replace(/[\s\u00a0]+/g, ' ').trim()

/** Pieces of text that mean something in Markdown. */
const piece = fc.constantFrom(
  ...[
    '\\',
    '*',
    '_',
    '**',
    '__',
    '~',
    '~~',
    '`',
    '```',
    '[',
    ']',
    '(',
    ')',
    '[x]: y',
    '!',
    '<',
    '>',
    '<b>',
    '</b>',
    '<!--',
  ],
  ...[
    '&amp;',
    '&#35;',
    '&',
    '#',
    '# ',
    '## x',
    '- ',
    '+ ',
    '* ',
    '1. ',
    '2) ',
    '---',
    '===',
    '|',
    ' | ',
    ':--',
    '- - -',
    '    ',
    '\t',
  ],
  ...[
    'a',
    'word',
    'é',
    '5',
    ' ',
    ' ',
    'https://x.example/a_b_c',
    'www.x.example',
    'http://*x*',
    'a@b.example',
    'C:\\_old_\\*.bak',
  ],
  ...[
    '\\\\server\\share',
    '__init__.py',
    ':',
    '.',
    ',',
    '"',
    "'",
    '=',
    '^',
    '[^1]',
    '@[A](mention:x)',
    '$x$',
    '{',
    '}',
  ],
)
const line = fc.array(piece, { minLength: 1, maxLength: 8 }).map((p) => p.join(''))

test('a text with any characters is shown as it was written', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
      const markdown = lines.map(escapedLine).join('\n')
      expect(spaces(shownBy(plainMarkdown(markdown)))).toBe(spaces(lines.join('\n')))
    }),
    { numRuns: inLane(3_000, 60_000) },
  )
})
test('text in tables, lists, code and quotations is shown as it was written', () => {
  fc.assert(
    fc.property(line, line, line, (a, b, c) => {
      const [x, y, z] = [a, b, c].map((text) => asHtml(spaces(text) || 'x'))
      for (const html of [
        `<table><tr><td>${x}</td><td>${y}</td></tr><tr><td>${z}</td><td>${x}</td></tr></table>`,
        `<ul><li>${x}<ol><li>${y}</li><li>${z}</li></ol></li><li>${x}</li></ul>`,
        `<p>${x}</p><pre>${y}\n${z}</pre><p>${x}</p>`,
        `<ul><li>${x}</li></ul><blockquote>${y}<br>${z}</blockquote>${x}`,
      ]) {
        const { newText, format } = readHtml(html).first
        expect(format).toBe('markdown')
        const written = spaces(
          html
            .replace(/<[^<>]*>/g, ' ')
            .replace(/&lt;/g, '<')
            .replace(/&gt;/g, '>')
            .replace(/&amp;/g, '&'),
        )
        const all = shownBy(plainMarkdown(newText)).replace(/[\s\u00a0]+/g, '')
        expect(all).toBe(written.replace(/[\s\u00a0]+/g, ''))
      }
    }),
    { numRuns: inLane(500, 20_000) },
  )
})

describe('the Markdown of an HTML mail', () => {
  const newText = (html: string) => readHtml(html).first.newText
  test('has tables of data as tables', () => {
    const table = (attributes: string) =>
      `<table${attributes}><tr><th>PC</th><th>Error</th></tr><tr><td><p>PC-01</p></td><td>0x80070005</td></tr><tr><td></td><td>a|b</td></tr></table>`
    expect(newText(`<p>These fail:</p>${table('')}<p>Why?</p>`)).toBe(
      'These fail:\n\nPC | Error\n--- | ---\nPC-01 | 0x80070005\n|  | a\\|b\n\nWhy?',
    )
    expect(newText(table(' role="presentation"'))).toBe('PC Error\n\nPC-01\n\n0x80070005\na|b')
    const spans =
      '<table><tr><td colspan=2>Both</td></tr><tr><td rowspan=2>A</td><td>1</td></tr><tr><td>2</td></tr><tr><td>B</td><td>3</td></tr></table>'
    expect(newText(spans)).toBe('Both |  |\n--- | ---\nA | 1\n|  | 2\nB | 3')
  })
  test('has cells that arrange a mail apart from each other', () => {
    expect(newText('<table><tr><td>Name</td><td>Nina</td></tr></table>')).toBe('Name Nina')
    expect(
      newText(
        '<table><tr><td><table><tr><td>A</td></tr></table></td><td>B</td></tr><tr><td>C</td><td>D</td></tr></table>',
      ),
    ).toBe('A\nB\nC D')
  })
  test('has lists within lists', () => {
    expect(
      newText('<ul><li>a<ul><li>b<ol start="3"><li>c</li><li>d</li></ol></li></ul></li><li>e</li></ul>after'),
    ).toBe('- a\n  - b\n\n    3. c\n    4. d\n- e\n\nafter')
    // Word nests lists in this way.
    expect(newText('<ul><li>a</li><ul><li>b</li></ul></ul>')).toBe('- a\n  - b')
  })
  test('has code as it is, also within a list', () => {
    expect(newText('<pre>x *1*\n\n  y ```</pre>')).toBe('````\nx *1*\n\n  y ```\n````')
    expect(newText('<ul><li><pre>x\ny</pre></li></ul>')).toBe('- ```\n  x\n  y\n  ```')
  })
  test('has links with their text', () => {
    expect(newText('See <a href="https://x.example/a (b)">the _page_</a>.')).toBe(
      'See [the \\_page\\_](https://x.example/a%20%28b%29).',
    )
    expect(readHtml('<a href="https://x.example/">https://x.example</a>').first).toMatchObject({
      newText: 'https://x.example',
      format: 'plain',
    })
    expect(newText('<a href="mailto:a@b.example">Ann</a>')).toBe('[Ann](mailto:a@b.example)')
    expect(newText('<a href="javascript:alert(1)">x</a><ul><li>y</li></ul>')).toBe('x (javascript:alert(1))\n\n- y')
    expect(newText('<a href="https://x.example/1">a</a><a href="https://x.example/2">b</a>')).toBe(
      '[a](https://x.example/1) [b](https://x.example/2)',
    )
  })
  test('names inline pictures in their place and leaves out others', () => {
    expect(newText('Before <img src="cid:image001.png@01DB"> after')).toBe('Before [image001.png] after')
    expect(newText('<img src="cid:ii_k2" alt="screen shot.png">')).toBe('[screen shot.png]')
    expect(newText('x<img src="https://t.example/a.gif"><img src="cid:a.png@1" width="1" height="1">')).toBe('x')
  })
  test('leaves out what a mail program hides, and shows what it shows', () => {
    for (const style of [
      'display:none',
      'display: none !important',
      'mso-hide:all',
      'font-size:0px;',
      'max-height:0;overflow:hidden',
    ])
      expect(newText(`<div style="${style}">Preview</div><p>Text</p>`), style).toBe('Text')
    expect(newText('<div style="font-size:0"><p style="font-size:14px">Text</p></div>')).toBe('Text')
    expect(newText('<div style="font-size:0.9em">Text</div>')).toBe('Text')
    // A message is never empty.
    expect(newText('<div style="display:none">Text</div>')).toBe('Text')
  })
  test('keeps rules between sections', () => {
    expect(newText('<p>A</p><hr><p>B</p>')).toBe('A\n\n---\n\nB')
  })
  test('becomes plain text if it has no structure', () => {
    expect(readHtml('<p>C:\\_old_\\*.bak &lt;tag&gt; #5</p>').first).toMatchObject({
      newText: 'C:\\_old_\\*.bak <tag> #5',
      format: 'plain',
    })
  })
})

test('characters in a mail that we use as internal marks are removed', () => {
  expect(withoutMarks('\u{f5b07}&#xF5B07;&#1006343;&#x00f5b0b')).toBe('    ')
  expect(readHtml('a&#xF5B07;b\u{f5b08}c').text).toBe('a b c')
  expect(markdownOf(splitMarkedLines('a'))).toBe('a')
})

test('a folded signature is plain text, even below a table', () => {
  const html =
    '<table><tr><td>PC</td><td>Error</td></tr><tr><td>PC-01</td><td>5</td></tr></table><p>-- <br>Olivia * <a href="https://n.example/o">n</a></p>'
  const { first } = readHtml(html)
  expect([first.format, first.newText.split('\n')[1]]).toEqual(['markdown', '--- | ---'])
  expect(first.folded).toBe('--\nOlivia * n (https://n.example/o)')
})
