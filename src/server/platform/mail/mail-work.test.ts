// Whatever is in a mail, the work of reading it grows at most with its length, and none of its text is dropped.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countSteps } from '../../../../test/harness/count-steps.ts'
import { inLane } from '../../../../test/harness/lane.ts'
import { UNITS } from '../../../../test/harness/pathological.ts'
import { readFlat } from './flat-mail.ts'
import { HTML_MAX, readHtml, strippedHtml } from './mail-html.ts'
import { splitText } from './mail-text.ts'
import { parseMail } from './parse-mail.ts'
import { readMail } from './read-mail.ts'

/** The most steps of work per character of a text. An ordinary reply takes about 40. */
const STEPS = 150
/** The most characters of text per character of HTML. Nested lists have the most. */
const OUTPUT = 26

const work = (run: () => unknown, length: number) => countSteps(run).steps / length

const staircase = (length: number) => {
  let text = ''
  for (let n = 1; text.length + n < length; n++) text += `${'>'.repeat(n)}\n`
  return text
}

describe('the work of splitting a text', () => {
  test.each([
    ['a staircase of quotation marks', staircase],
    ['a staircase with text at its end', (n: number) => `${staircase(n - 1_000)}${'>'.repeat(900)} end`],
    ...Object.entries(UNITS).map(
      ([name, unit]) => [name, (n: number) => unit.repeat(n / unit.length)] as [string, (n: number) => string],
    ),
  ])('is linear for %s', (_, make) => {
    for (const length of [20_000, 200_000]) {
      const text = make(length)
      expect(work(() => splitText(text), text.length)).toBeLessThan(STEPS)
    }
  })
})

/** Tags, comments and broken markup. The words of a mail are put between them. */
const MARKUP = fc.constantFrom(
  '<br>',
  '<div>',
  '</div>',
  '<p>',
  '</p>',
  '<b>',
  '</i>',
  '<span style="color: red">',
  '<table><tr><td>',
  '</td></tr></table>',
  '<tr><td>',
  '<ul><li>',
  '</ul>',
  '<ol><li>',
  '<li>',
  '<pre>',
  '</pre>',
  '<blockquote>',
  '</blockquote>',
  '<a href="https://portal.example/">',
  '</a>',
  '<h1>',
  '</h1>',
  '<hr>',
  '<img src="cid:1">',
  '<!-- a <b>note</b> -->',
  '<style>p > b { color: red }</style>',
  '<body>',
  '</body></html>',
  '<o:p>',
  '</br>',
  '&nbsp;',
  '\u3000',
  '\n',
  ' ',
)

/** HTML with numbered words, and the words. */
const mailHtml = fc
  .array(fc.tuple(MARKUP, fc.integer({ min: 1, max: 60 }), fc.boolean()), { minLength: 1, maxLength: 60 })
  .map((pieces) => {
    const words: string[] = []
    const html = pieces.map(([markup, times, each]) => {
      const word = () => {
        words.push(`word${words.length}x`)
        return ` ${words.at(-1)} `
      }
      return each ? Array.from({ length: times }, () => markup + word()).join('') : markup.repeat(times) + word()
    })
    return { html: html.join(''), words }
  })

/** Returns the words that a text does not have. */
const missing = (text: string, words: string[]) => {
  const has = new Set(text.match(/word\d+x/g))
  return words.filter((word) => !has.has(word))
}
const whole = ({ newText, folded }: { newText: string; folded: string }) => `${newText}\n${folded}`

describe('HTML', () => {
  test('loses no text and takes linear work, whatever its tags are', () => {
    fc.assert(
      fc.property(mailHtml, ({ html, words }) => {
        expect(missing(readHtml(html).text, words)).toEqual([])
        expect(missing(whole(readHtml(html).answer), words)).toEqual([])
        expect(missing(strippedHtml(html), words)).toEqual([])
        expect(readHtml(html).text.length).toBeLessThan(OUTPUT * html.length + 1_000)
        expect(work(() => strippedHtml(html), html.length)).toBeLessThan(STEPS)
      }),
      { numRuns: inLane(100, 1_000) },
    )
  })
  test.each([
    ['1,001 lines of a log', 'line', '<br>', 1_001],
    ['2,001 paragraphs of Gmail', '<div>line', '</div>', 2_001],
    ['as many lines as are read', 'line', '<br>', 60_000],
    ['table rows', '<tr><td>line', '</td></tr>', 2_001],
    ['lists within lists', '<ul><li>line', '</li>', 2_001],
    ['elements that other tags close', '<b>line', '</i>', 2_001],
  ])('of %s loses no text', (_, before, after, count) => {
    const lines = Array.from({ length: count }, (__, i) => `${before} word${i}x${after}`).slice(0, HTML_MAX / 30)
    const words = lines.map((__, i) => `word${i}x`)
    expect(missing(readHtml(lines.join('')).text, words)).toEqual([])
  })
  test.each([
    '<br>',
    '<div>',
    '<div>x</div>',
    '<b>x',
    '<table><tr><td>',
    '<a href=x>y</a>',
    '\u3000',
    '\n',
    '<',
    '<!--',
    '<style>',
    '&#1',
  ])('that repeats %j takes linear work', (unit) => {
    for (const length of [HTML_MAX / 16, HTML_MAX]) {
      const html = unit.repeat(length / unit.length)
      expect(work(() => readHtml(html).answer, html.length)).toBeLessThan(STEPS)
      expect(work(() => strippedHtml(html), html.length)).toBeLessThan(STEPS)
    }
  })
  test('within many lists and quotations is not indented without end', () => {
    for (const unit of ['<ol><li>', '<ul><li>', '<blockquote>', '<ol></ul><li>', '<ol><!-- <i></ol> -->']) {
      const html = `${unit.repeat(400)}${'a<br>'.repeat(4_000)}`
      expect(readHtml(html).text.length).toBeLessThan(OUTPUT * html.length)
    }
  })
  test('keeps text before and after its body', () => {
    const html = 'Above<html><head><title>No</title></head><body><p>Inside</p></body></html>Below'
    expect(readHtml(html).text.split(/\s+/)).toEqual(['Above', 'Inside', 'Below'])
  })
})

type Tree = { text: string } | { html: string } | { kind: string; parts: Tree[]; ends: boolean }
const leaf = fc.oneof(fc.constant({ text: '' }), fc.constant({ html: '' })) as fc.Arbitrary<Tree>
const tree = (depth: number): fc.Arbitrary<Tree> =>
  depth === 0
    ? leaf
    : fc.oneof(
        { weight: 1, arbitrary: leaf },
        {
          weight: 3,
          arbitrary: fc.record({
            kind: fc.constantFrom('mixed', 'related', 'x-unknown', 'signed'),
            parts: fc.array(tree(depth - 1), { minLength: 1, maxLength: 4 }),
            ends: fc.boolean(),
          }),
        },
      )

/** Writes a tree of parts as MIME, with a word in each text part. */
function write(root: Tree, encodings: string[]): { mail: string; words: string[] } {
  const words: string[] = []
  let count = 0
  const entity = (node: Tree): string => {
    if ('parts' in node) {
      const boundary = `b${count++}-x`
      const parts = node.parts.map((p) => `--${boundary}\r\n${entity(p)}\r\n`).join('')
      return `Content-Type: multipart/${node.kind}; boundary="${boundary}"\r\n\r\n${parts}${node.ends ? `--${boundary}--\r\n` : ''}`
    }
    const word = `word${words.length}x`
    words.push(word)
    const encoding = encodings[words.length % encodings.length] as string
    const body = 'text' in node ? `Said ${word} here.` : `<p>Said <b>${word}</b> here.</p>`
    const encoded =
      encoding === 'base64'
        ? Buffer.from(body).toString('base64')
        : encoding === 'quoted-printable'
          ? body.replace(/[=a]/g, (c) => `=${c.charCodeAt(0).toString(16).toUpperCase()}`)
          : body
    return `Content-Type: text/${'text' in node ? 'plain' : 'html'}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${encoded}`
  }
  return { mail: `From: a@b.example\r\nSubject: x\r\nMIME-Version: 1.0\r\n${entity(root)}`, words }
}

describe('MIME', () => {
  const encodings = fc.array(fc.constantFrom('7bit', '8bit', 'base64', 'quoted-printable'), {
    minLength: 1,
    maxLength: 3,
  })
  test('loses no text, whatever its parts are', async () => {
    await fc.assert(
      fc.asyncProperty(tree(4), encodings, async (root, how) => {
        const { mail, words } = write(root, how)
        const read = await parseMail(Buffer.from(mail))
        expect(missing(whole(read), words)).toEqual([])
        expect(read.cut).toBe(false)
      }),
      { numRuns: inLane(100, 1_000) },
    )
  })
  test('loses no text when it is read without its structure', async () => {
    await fc.assert(
      fc.asyncProperty(tree(4), encodings, async (root, how) => {
        const { mail, words } = write(root, how)
        const read = await parseMail(Buffer.from(mail), 'flat')
        expect(missing(read.newText, words)).toEqual([])
        expect(read.from?.address).toBe('a@b.example')
        const bytes = Buffer.from(mail)
        expect(work(() => readFlat(bytes), mail.length)).toBeLessThan(STEPS)
      }),
      { numRuns: inLane(100, 1_000) },
    )
  })
})

describe('64 MB of heap beside the parser are enough for', () => {
  const MB = 1024 * 1024
  const head = 'From: a@b.example\r\nSubject: x\r\nMIME-Version: 1.0\r\n'
  const attached = (type: string, encoding: string, line: string) =>
    `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n--b\r\nContent-Type: ${type}; name=x.log\r\nContent-Transfer-Encoding: ${encoding}\r\nContent-Disposition: attachment; filename=x.log\r\n\r\n${line.repeat((24 * MB) / line.length)}--b--\r\n`
  test.each([
    ['a file of 24 MB in base64', () => attached('application/pdf', 'base64', `${'QUJD'.repeat(19)}\r\n`), 1],
    ['a log of 24 MB as it is', () => attached('text/plain', '7bit', 'Nov 23 12:00 worker_1 done\r\n'), 1],
    ['24 MB of very short lines', () => attached('text/plain', '7bit', 'ab\r\n'), 1],
    ['a text of millions of lines', () => `${head}\r\nHello\r\n${'abc\r\n'.repeat(4 * MB)}`, 0],
    [
      'a text of 24 MB beyond ASCII',
      () => `${head}Content-Type: text/plain; charset=utf-8\r\n\r\nHello\r\n${'日本語の文\r\n'.repeat(MB)}`,
      0,
    ],
    ['HTML of 24 MB', () => `${head}Content-Type: text/html\r\n\r\nHello<br>${'<p>a <b>b</b></p>\r\n'.repeat(MB)}`, 0],
    [
      'HTML of as many elements as are read',
      () => `${head}Content-Type: text/html\r\n\r\nHello<br>${'a<br>'.repeat(HTML_MAX / 5)}`,
      0,
    ],
  ] as [string, () => string, number][])('%s', async (_, make, files) => {
    const read = await readMail(Buffer.from(make()))
    expect(read.newText).toMatch(/^Hello/)
    // With too little memory, only the beginning would be read, and files would be omitted.
    expect(read.left).toEqual([])
    expect(read.files).toHaveLength(files)
  })
})
