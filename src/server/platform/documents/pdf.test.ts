// Reads the text and metadata of PDFs back from their bytes.
import { createHash } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import PDFDocument from 'pdfkit'
import { describe, expect, test, vi } from 'vitest'
import { filesOfPdf, streamsOf, textOfPdf } from '../../../../test/harness/pdf-text.ts'
import { LimitExceeded } from '../jobs/limit-exceeded.ts'
import { pdf } from './pdf.ts'
import { drawDocument } from './pdf-draw.ts'
import { partsOfMarkdown } from './pdf-markdown.ts'
import { orderOf } from './pdf-order.ts'
import { toDrawableText } from './pdf-text.ts'
import { type Block, contentOf, type Sheet } from './sheet.ts'

const sheet = (blocks: Block[], more: Partial<Sheet> = {}): Sheet => ({
  title: 'Invoice',
  number: 'INV-2026-0042',
  subject: 'x',
  from: { name: 'Millwright Automation & AI', email: 'support@millwright.example' },
  base: 'https://portal.example.com',
  at: '2026-11-20T10:00:00Z',
  blocks,
  ...more,
})
const drawn = async (blocks: Block[], more?: Partial<Sheet>) => drawDocument(sheet(blocks, more), undefined, () => {})
const read = async (blocks: Block[], more?: Partial<Sheet>) => textOfPdf(await drawn(blocks, more))
const pages = (bytes: Buffer) => bytes.toString('latin1').match(/\/Type \/Page\n/g)?.length ?? 0
const joined = (text: string) => text.replaceAll('\n', '')
const table = (rows: { cells: string[]; detail?: string }[]): Block => ({
  is: 'table',
  columns: [
    { title: 'Description', share: 0.7 },
    { title: 'Amount', share: 0.3, end: true },
  ],
  rows,
})

describe('a document', () => {
  test('is the same file each time, in a process of its own or not; a different text is a different file', async () => {
    const one = sheet([{ is: 'text', text: 'One' }])
    const [a, b] = [await drawDocument(one, undefined, () => {}), Buffer.from(await pdf(one))]
    expect(a.equals(b)).toBe(true)
    expect((await drawn([{ is: 'text', text: 'Two' }])).equals(a)).toBe(false)
    expect(contentOf(one)).not.toBe(contentOf(sheet([{ is: 'text', text: 'Two' }])))
  })
  test('has a title and a date', async () => {
    const text = (await drawn([])).toString('latin1')
    expect(text).toContain('/Lang (en-US)')
    expect(text).toContain('(Invoice INV-2026-0042)')
    expect(text).toContain('D:20261120100000Z')
  })
  test('breaks two hundred lines over pages, each with a header and number, without losing any', async () => {
    const rows = Array.from({ length: 200 }, (_, i) => ({ cells: [`Line ${i} of many`, `$${i}.00`], detail: 'Detail' }))
    const bytes = await drawn([table(rows), { is: 'totals', items: [{ label: 'Total', value: '$19,900.00' }] }])
    const text = textOfPdf(bytes)
    const count = pages(bytes)
    expect(count).toBeGreaterThan(5)
    for (let i = 0; i < 200; i++) expect(text).toContain(`Line ${i} of many\n`)
    expect(text.match(/^Description$/gm)?.length).toBeGreaterThanOrEqual(count - 1)
    for (let n = 1; n <= count; n++) expect(text).toContain(`Page ${n} of ${count}\n`)
    expect(text).toContain('$19,900.00')
  })
  test('keeps long words, cells longer than a page, and many columns', async () => {
    const long = 'Donaudampfschifffahrt'.repeat(40)
    const said = await read([{ is: 'text', text: long }])
    expect(joined(said)).toContain(long)
    // No text is wider than the page.
    expect(Math.max(...said.split('\n').map((line) => line.length))).toBeLessThan(130)
    const cell = 'word '.repeat(3_000).trim()
    const bytes = await drawn([table([{ cells: [cell, '$1.00'] }])])
    expect(pages(bytes)).toBeGreaterThan(2)
    expect(textOfPdf(bytes).match(/word/g)).toHaveLength(3_000)
    const wide = `|${'a|'.repeat(30)}\n|${'-|'.repeat(30)}\n|${'quad cell|'.repeat(30)}`
    // The cells are side by side, so their letters are not consecutive in the file.
    expect(joined(await read([{ is: 'markdown', text: wide }])).match(/q/g)).toHaveLength(30)
  })
  test('draws nothing beyond the margins', async () => {
    const bytes = await drawn([
      table([{ cells: ['W'.repeat(500), '$100,000,000.00'] }]),
      {
        is: 'parties',
        items: [
          { label: 'Bill to', lines: ['M'.repeat(300)] },
          { label: 'From', lines: ['x'] },
        ],
      },
      { is: 'facts', items: Array.from({ length: 7 }, (_, i) => ({ label: `L${i}`, value: 'V'.repeat(90) })) },
      { is: 'list', items: [{ label: 'N'.repeat(90), value: 'a'.repeat(2_000), exact: true }] },
    ])
    // `1 0 0 1 x y Tm` sets the start of a text; the page is 612 by 792.
    const places = placesOf(bytes)
    expect(places.length).toBeGreaterThan(20)
    for (const [x, y] of places) {
      expect(x).toBeGreaterThanOrEqual(50)
      expect(x).toBeLessThan(562)
      expect(y).toBeGreaterThan(20)
      expect(y).toBeLessThan(760)
    }
  })
})

describe('characters', () => {
  test.each([
    ['Latin', 'Łódź Þórður Çağla ŐÚ ſ Ǆ'],
    ['Vietnamese', 'Nguyễn Thị Hồng Đặng'],
    ['Greek', 'Ελλάς ΑΕ Ἀθῆναι'],
    ['Cyrillic', 'Здравствуй Ђорђе Київ'],
    ['Hindi', 'नमस्ते'],
    ['signs', '€ £ ₹ – — “quoted” … × •'],
  ])('%s is there to be read and copied', async (_script, words) => {
    const text = await read([{ is: 'text', text: words }])
    for (const word of words.split(' ').filter((w) => !/[\u0900-\u097f]/.test(w)))
      expect(text).toContain(word.normalize('NFC'))
    expect(text).not.toContain('U+')
  })
  test.each([
    ['Japanese', '東京支店 （株） 点検「サービス」'],
    ['Chinese', '北京东城区 臺灣 䶮 㛃'],
    ['Han beyond the Basic Multilingual Plane', '𠮷野家'],
    ['Korean', '서울특별시 강남구'],
    ['Greek, Cyrillic and Han together', 'Ελλάδα Київ 東京 Łódź'],
    ['Armenian, Georgian and Amharic', 'Հայերեն ქართული አማርኛ'],
    ['Cherokee and Inuktitut', 'ᏣᎳᎩ ᐃᓄᒃᑎᑐᑦ'],
    ['emoji and symbols', '🚀 ✅ ★ ① ✓'],
    ['full width', 'ＡＢＣ'],
  ])('%s is drawn with a typeface that is loaded for it, and read back', async (_script, words) => {
    const text = joined(await read([{ is: 'parties', items: [{ label: 'Bill to', lines: [words, words] }] }]))
    for (const word of words.split(' ')) expect(text.split(word)).toHaveLength(3)
    expect(text).not.toContain('□')
  })
  test.each([
    ['Arabic', 'شركة الاختبار'],
    ['Arabic letters that differ in dots only', 'بت ثب تث'],
    ['Hebrew', 'חברה לבדיקה'],
  ])('%s is set from right to left, and its letters are read back', async (_script, words) => {
    // The file has the glyphs of a line from left to right. Readers put them back into order.
    const letters = Array.from(joined(await read([{ is: 'text', text: words }])))
    expect(letters.reverse().join('')).toContain(words)
  })
  test('Thai and Hindi marks are placed, and no letter is lost', async () => {
    const text = joined(await read([{ is: 'text', text: 'ไทย กรุงเทพ नमस्ते বাংলা' }]))
    for (const word of ['ไทย', 'กรุงเทพ']) expect(text).toContain(word)
    for (const letter of 'नमस्तेবাংলা') expect(text).toContain(letter)
  })
  test('Arabic letters are joined: they are drawn with other glyphs in a word than alone', async () => {
    const glyphs = async (text: string) =>
      streamsOf(await drawn([{ is: 'text', text }])).flatMap((content) => content.match(/<[0-9a-f]{8,}>/g) ?? [])
    expect(await glyphs('ههه')).not.toEqual(await glyphs('ه ه ه'))
    // The initial, medial and final form.
    const [word = ''] = (await glyphs('ههه')).filter((g) => g.length === 14)
    expect(new Set(word.slice(1, -1).match(/.{4}/g))).toHaveProperty('size', 3)
  })
  test('an entity of Markdown is drawn like the character itself', async () =>
    expect(joined(await read([{ is: 'markdown', text: '&#26481;&#20140;' }]))).toContain('東京'))
  test('a document without other scripts embeds the built-in typefaces only', async () => {
    const fonts = (bytes: Buffer) => bytes.toString('latin1').match(/\/FontName \/\w+\+[\w-]+/g) ?? []
    expect(fonts(await drawn([{ is: 'text', text: 'Łódź' }])).join()).not.toMatch(/Noto(?!Sans-)/)
    expect(fonts(await drawn([{ is: 'text', text: '서울' }])).join()).toContain('NotoSansKR')
  })
  test('a character without a glyph is a box, with a note', async () => {
    const text = await read([{ is: 'text', text: 'Signed by \ue000 and \u{10ffff}' }])
    expect(joined(text)).toContain('Signed by □ and □')
    expect(joined(text)).toContain('□ replaces a character that isn’t in this document’s fonts')
  })
  test('a long text without spaces breaks inside the column and loses nothing', async () => {
    const long = '点検サービスの長い説明文は、行の終わりで正しく折り返される必要があります。'.repeat(6)
    const bytes = await drawn([{ is: 'text', text: long }])
    const lines = textOfPdf(bytes).split('\n')
    expect(joined(textOfPdf(bytes))).toContain(long)
    // No line begins with the mark that closes a sentence.
    expect(lines.filter((line) => /^[、。」]/.test(line))).toEqual([])
    for (const [x] of placesOf(bytes)) expect(x).toBeLessThan(562)
  })
  test('an amount beside a name of another script keeps to the right edge', async () => {
    const bytes = await drawn([table([{ cells: ['شركة Test 12', '東京 $5.00'] }])])
    for (const [x] of placesOf(bytes)) expect(x).toBeLessThan(556)
    expect(joined(textOfPdf(bytes))).toContain('東京 $5.00')
  })
  test.each([
    ['a direction override', 'invoice\u202egpj.exe', 'invoicegpj.exe'],
    ['zero width', 'a\u200bb\u2060c\ufeff', 'abc'],
    ['controls', 'a\u0000b\u0007c\u001bd', 'abcd'],
    ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
    ['line ends', 'a\r\nb', 'a b'],
  ])('%s cannot hide anything', (_what, from, to) => expect(toDrawableText(from)).toBe(to))
  test.each([
    ['שלום עולם', 'עולם|שלום '],
    ['Name: דוד כהן end', 'Name: |כהן|דוד | end'],
    ['شركة Test 12', 'Test 12|شركة '],
    // Brackets are mirrored before the glyphs are set from right to left.
    ['חברה 12 (א)', ')א(| |12|חברה '],
    ['Total ١٢٣', 'Total |١٢٣'],
    ['plain text', undefined],
  ])('%s has its parts in the order of the Bidirectional Algorithm', (text, expected) => {
    const parts = orderOf(text)?.orderForDisplay([{ text, at: 0 }])
    expect(parts?.map((part) => part.text).join('|')).toBe(expected)
  })
  test('a missing font folder means no fonts', async () => {
    const folder = path.join(await mkdtemp(path.join(tmpdir(), 'fonts-')), 'none')
    expect(textOfPdf(await drawDocument(sheet([{ is: 'text', text: 'x' }]), folder, () => {}))).toContain('x')
  })
})

describe('Markdown', () => {
  const text = `# Services\n\nBetween **us** and *you*, see [the terms](/legal/terms) and <b>raw</b>.\nNext line\n\n## Scope\n\n3. three\n4. four\n   - inner\n\n> quoted\n\n| Role | Rate |\n|:--|--:|\n| Engineer | $175 |\n\n- [x] done\n- [ ] open\n\n\`\`\`\n  code <i>\n\`\`\`\n`
  test('keeps every word: headings, lists, tables, quotes, code; foreign markup is text', async () => {
    const said = await read([{ is: 'markdown', text }])
    for (const part of [
      'Services',
      'Scope',
      '3.',
      'three',
      'inner',
      'quoted',
      'Engineer',
      '$175',
      '[x] done',
      '[ ] open',
      '<b>raw</b>',
      'Next line',
      'code <i>',
    ])
      expect(said).toContain(part)
    expect(said).not.toContain('**')
  })
  test('links lead only to the web, to email addresses and into the portal', async () => {
    const to = (href: string) => JSON.stringify(partsOfMarkdown(`[x](${href})`, 'https://portal.example.com'))
    expect(to('/legal/terms')).toContain('"href":"https://portal.example.com/legal/terms"')
    expect(to('https://a.example/?a=1&b=2')).toContain('"href":"https://a.example/?a=1&b=2"')
    expect(to('mailto:a@b.example')).toContain('mailto:')
    for (const href of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      'file:///etc/passwd',
      'vbscript:x',
    ])
      expect(to(href)).not.toContain('"href"')
    expect((await drawn([{ is: 'markdown', text }])).toString('latin1')).toContain(
      'https://portal.example.com/legal/terms',
    )
  })
  test('external pictures are not fetched, and deep nesting ends', async () => {
    expect(await read([{ is: 'markdown', text: '![secret](https://tracker.example/x.png)' }])).toContain('secret')
    const deep = '> '.repeat(3_000)
    expect(await read([{ is: 'markdown', text: `${deep}end` }])).toContain('end')
  })
  test('attaches the exact text as a file, byte for byte', async () => {
    const exact = `${text}\r\nИ “тут”\n`
    const bytes = await drawn([{ is: 'markdown', text: exact }], {
      attached: { name: 'agreement.md', type: 'text/markdown', text: exact },
    })
    const hash = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
    expect(filesOfPdf(bytes).map(hash)).toEqual([hash(exact)])
  })
})

describe('a document that is too large is rejected, and the next one is drawn', () => {
  test.each([
    ['time', { seconds: 0 }, 'processor time', 'word'],
    ['memory', { megabytes: 64 }, 'memory', 'word '.repeat(1_000_000)],
  ])('%s', async (_, limits, message, text) => {
    const large = pdf(sheet([{ is: 'text', text }]), limits)
    await expect(large).rejects.toThrow(LimitExceeded)
    await expect(large).rejects.toThrow(message)
    expect(textOfPdf(Buffer.from(await pdf(sheet([{ is: 'text', text: 'After it' }]))))).toContain('After it')
  })
})

test('another process draws, and reports its progress', async () => {
  const rows = Array.from({ length: 200 }, (_, i) => ({ cells: [`Line ${i}`, `$${i}.00`] }))
  const blocks: Block[] = [table(rows), { is: 'text', text: 'end' }]
  const ended = vi.spyOn(PDFDocument.prototype, 'end')
  const heard: number[] = []
  await pdf(sheet(blocks), { tell: (percent) => heard.push(percent) })
  expect(ended).not.toHaveBeenCalled()
  expect(heard.length).toBeGreaterThan(0)
  await drawn(blocks)
  expect(ended).toHaveBeenCalledOnce()
})

function placesOf(bytes: Buffer): [number, number][] {
  return streamsOf(bytes).flatMap((content) =>
    [...content.matchAll(/1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm/g)].map((m): [number, number] => [
      Number(m[1]),
      Number(m[2]),
    ]),
  )
}
