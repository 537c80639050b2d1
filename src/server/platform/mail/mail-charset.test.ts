// The labels of text parts: missing, wrong and rare ones.
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { decodeText } from './mail-charset.ts'
import { parseMail } from './parse-mail.ts'

const LATIN = 'Größe café — 5 €, naïve señor'
const utf8 = (text: string) => new TextEncoder().encode(text)
const as = (text: string, encoding: string) => new Uint8Array(iconv.encode(text, encoding))
const raw = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0))

describe('decodeText', () => {
  test.each([
    '',
    'utf-8',
    'us-ascii',
    'windows-1252',
    'iso-8859-1',
    'iso-8859-15',
    'koi8-r',
    'iso-2022-jp',
    'x-unknown',
    'utf-16',
  ])('reads UTF-8 that is labeled “%s”', (label) => expect(decodeText(utf8(LATIN), label)).toBe(LATIN))
  test.each(['windows-1252', 'us-ascii', 'utf-8', '', 'x-unknown'])(
    'reads Windows-1252 that is labeled “%s”',
    (label) => expect(decodeText(as('Größe café — 5 €', 'windows-1252'), label)).toBe('Größe café — 5 €'),
  )
  test.each(['koi8-r', 'windows-1251', 'iso-8859-5', 'cp866'])('reads Russian in %s by its label', (label) =>
    expect(decodeText(as('Принтер не работает', label), label)).toBe('Принтер не работает'),
  )
  test.each([
    ['windows-1251', 'Добрый день, принтер на втором этаже не работает со вторника.'],
    ['shift_jis', '昨日から二階のプリンターが動きません。確認をお願いします。'],
    ['euc-jp', '昨日から二階のプリンターが動きません。確認をお願いします。'],
    ['gb18030', '您好，二楼的打印机从昨天开始就不能用了，请帮忙看一下。'],
    ['euc-kr', '어제부터 이층 프린터가 작동하지 않습니다. 확인 부탁드립니다.'],
  ])('detects %s without a label', (encoding, text) => expect(decodeText(as(text, encoding), '')).toBe(text))
  test.each([
    ['', 'utf-16'],
    ['be', 'utf-16'],
    ['le', 'utf-16le'],
    ['be', 'utf-16be'],
  ])('reads UTF-16%s that is labeled %s', (order, label) => {
    const bytes = as(LATIN, `utf-16${order || 'be'}`)
    expect(decodeText(bytes, label)).toBe(LATIN)
  })
  test('follows a byte order mark, whatever the label says', () => {
    for (const encoding of ['utf-8', 'utf-16be', 'utf-16le'])
      for (const label of ['windows-1252', 'utf-8', ''])
        expect(decodeText(new Uint8Array(iconv.encode(LATIN, encoding, { addBOM: true })), label)).toBe(LATIN)
  })
  test('reads ASCII labeled as UTF-16', () => expect(decodeText(utf8('plain words'), 'utf-16')).toBe('plain words'))
  test('reads ISO 2022 with and without its label', () => {
    for (const label of ['', 'us-ascii', 'utf-8', 'iso-2022-jp'])
      expect(decodeText(raw('\x1b$BF|K\\8l\x1b(B ok'), label)).toBe('日本語 ok')
    for (const label of ['', 'us-ascii', 'iso-2022-kr'])
      expect(decodeText(raw('\x1b$)C\x0eGQ19\x0f hello'), label)).toBe('한국 hello')
  })
  test('reads HZ and UTF-7 by their labels only', () => {
    expect(decodeText(raw('~{<:Ky2;RK~} ok ~~'), 'hz-gb-2312')).toBe('己所不宜 ok ~')
    expect(decodeText(raw('Gr+APYA3w-e'), 'utf-7')).toBe('Größe')
    expect(decodeText(raw('1+1-0 ~{x~}'), 'us-ascii')).toBe('1+1-0 ~{x~}')
  })
  test('keeps UTF-8 in which a few characters are broken', () => {
    const bytes = new Uint8Array([...utf8('Größe café naïve — señor'), 0xff])
    expect(decodeText(bytes, 'utf-8')).toBe('Größe café naïve — señor\ufffd')
  })
  test('does not take Japanese for UTF-8 or the other way around', () => {
    const text = '二階のプリンター'
    expect(decodeText(as(text, 'shift_jis'), 'utf-8')).toBe(text)
    expect(decodeText(utf8(text), 'us-ascii')).toBe(text)
    expect(decodeText(as(text, 'shift_jis'), 'shift_jis')).toBe(text)
  })
  test('returns text for every byte and every label', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => 255 - i)
    for (const label of [
      '',
      '"utf-8"',
      "'latin1'",
      'iso-2022-cn',
      'replacement',
      'hz',
      'utf-32',
      '\0',
      'x'.repeat(10_000),
    ])
      expect(decodeText(bytes, label).length).toBeGreaterThan(0)
    expect(decodeText(new Uint8Array(), 'utf-16')).toBe('')
  })
})

test('each text part of a mail is decoded, and files keep their bytes', async () => {
  const part = (head: string, body: string) => `--b\r\n${head}\r\n\r\n${body}\r\n`
  const latin = (text: string) => Buffer.from(as(text, 'windows-1252')).toString('latin1')
  const mail = [
    `From: Nina <n@partner.example>\r\nSubject: =?windows-1252?Q?Gr=F6=DFe?= ${latin('für Käse')}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n`,
    part('Content-Type: text/plain; charset=us-ascii\r\nContent-Transfer-Encoding: 8bit', latin('Größe 5 €')),
    part(
      'Content-Type: text/csv; charset=windows-1252\r\nContent-Disposition: attachment; filename=a.csv',
      latin('ß;1'),
    ),
    '--b--\r\n',
  ].join('')
  const { newText, subject, files } = await parseMail(raw(mail))
  expect([subject, newText]).toEqual(['Größe für Käse', 'Größe 5 €'])
  expect(files.map((f) => [...f.bytes.subarray(0, 3)])).toEqual([[0xdf, 0x3b, 0x31]])
})
