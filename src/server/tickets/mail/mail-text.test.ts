// Replies as many mail programs write them, and the new text in each.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readHtml } from '../../platform/mail/mail-html.ts'
import { markdownHtml } from '../../platform/mail/mail-markdown.ts'
import { splitText } from '../../platform/mail/mail-text.ts'
import { parseMail } from '../../platform/mail/parse-mail.ts'
import { readMail } from '../../platform/mail/read-mail.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../../test/mails')
const names = readdirSync(FOLDER).flatMap((f) => (f.endsWith('.eml') ? [f.slice(0, -4)] : []))

const expectedText = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8').trimEnd()

test('the samples are at least 150 mails', () => expect(names.length).toBeGreaterThanOrEqual(150))

test.each(names)('separates the new text of sample %s', async (name) => {
  const mail = await parseMail(readFileSync(path.join(FOLDER, `${name}.eml`)))
  // The other mails reply to one of ours.
  const split = name.startsWith('first-') ? mail.first : mail.answer
  expect(split.newText).toBe(expectedText(`${name}.txt`))
  // Only emails whose folded text matters have a file with it.
  if (existsSync(path.join(FOLDER, `${name}.folded.txt`))) expect(split.folded).toBe(expectedText(`${name}.folded.txt`))
})

test('signed links and addresses in a quoted email are removed', async () => {
  const key = `reply+${'0'.repeat(32)}.${'a'.repeat(24)}@reply.example`
  const text = `All done.\r\n\r\nFrom: ${key}\r\nSent: Friday, November 20, 2026 9:14 AM\r\n\r\nhttps://p.example/unsubscribe/abc.def-1 https://p.example/auth/x?token=abc`
  const { newText, folded } = await parseMail(Buffer.from(`From: a@b.example\r\nSubject: x\r\n\r\n${text}`))
  expect(newText).toBe('All done.')
  expect(folded).toContain('From: reply@reply.example')
  expect(folded).toContain('https://p.example/unsubscribe/… https://p.example/auth/x?token=…')
})

describe('the new text', () => {
  test('is found above our marker line in every format', () => {
    for (const line of [
      '--- Reply above this line ---',
      '  --- Reply above this line ---',
      '— Reply above this line —',
    ])
      expect(splitText(`Yes.\n\n${line}\n\nErin wrote something`).newText).toBe('Yes.')
  })
  test('is found above the header of one of our emails', () => {
    const html =
      '<p>Yes.</p><hr><table><tr><td>● Millwright</td></tr></table><h1>[T-1001] It</h1><p>--- Reply above this line ---</p><p>old</p>'
    expect(splitText(readHtml(html).text).newText).toBe('Yes.')
  })
  test('is empty only if nothing was written, and then the rest is collapsed', () => {
    expect(splitText('').newText).toBe('')
    const quote = 'On Fri, Nov 20, 2026 at 9:14 AM Erin <a@b.example> wrote:\n> x\n> y'
    expect(splitText(`\n\n${quote}\n`)).toEqual({ newText: '', folded: quote, between: false, format: 'plain' })
  })
  test('is the full email when it cannot be separated', () => {
    const mail = '--- Reply above this line ---\n\nErin replied:\n\nhello'
    expect(splitText(mail)).toEqual({ newText: mail, folded: '', between: false, format: 'plain' })
  })
  test('keeps text that only looks like a quote', () => {
    expect(splitText('From: the server room\nTo: the office\nThe cable runs there.').newText).toBe(
      'From: the server room\nTo: the office\nThe cable runs there.',
    )
    expect(splitText('It wrote:\nerror 5').newText).toBe('It wrote:\nerror 5')
    expect(splitText('First\n\nOn it. Will report at 5:').newText).toBe('First\n\nOn it. Will report at 5:')
  })
  test('of HTML is its visible text', () => {
    expect(
      readHtml('<style>p{}</style><p>One</p><p>Two <b>bold</b> <a href="https://x.example/a">here</a></p>').text,
    ).toBe('One\n\nTwo bold here (https://x.example/a)')
    expect(readHtml('<img src="https://spy.example/x.gif"><script>alert(1)</script>ok').text).toBe('ok')
  })
  // If the time grew with the square of the length, any of these would reach the time limit of the test.
  test('is found in bounded time in hostile text', () => {
    splitText(`${'On '.repeat(30_000)}\n${'> '.repeat(30_000)}`).newText
    splitText('On a 1\n'.repeat(20_000)).newText
    splitText(`${'-'.repeat(100_000)}x`).newText
    splitText(`Am ${'<'.repeat(50_000)}`).newText
    splitText(`${'a@b '.repeat(20_000)}\nx`).newText
  })
})

test('an email with two From addresses has no sender', async () => {
  const from = async (head: string) => (await parseMail(Buffer.from(`${head}\r\nSubject: x\r\n\r\nhi`))).from?.address
  expect(await from('From: Ana <ana@partner.example>')).toBe('ana@partner.example')
  expect(await from('From: "<erin@us.example>" <ana@partner.example>')).toBe('ana@partner.example')
  for (const head of [
    'From: erin@us.example, ana@partner.example',
    'From: <erin@us.example> <ana@partner.example>',
    'From: Team: erin@us.example, ana@partner.example;',
    'From: erin@us.example\r\nFrom: ana@partner.example',
  ])
    expect(await from(head), head).toBeUndefined()
})

test('a sender with a comma in the name is read, and two senders are not', async () => {
  const from = async (head: string) => (await parseMail(Buffer.from(`From: ${head}\r\nSubject: x\r\n\r\nhi`))).from
  expect(await from('Newcomer, Nel <nel@partner.example>')).toEqual({
    address: 'nel@partner.example',
    name: 'Newcomer, Nel',
  })
  expect(await from('Müller, Jörg, Dr. <j@partner.example>')).toMatchObject({ address: 'j@partner.example' })
  expect(await from('a@us.example, Nel <nel@partner.example>')).toBeUndefined()
})

test('a text of more characters than are split is kept whole, as plain text and as HTML', async () => {
  const lines = Array.from({ length: 17_000 }, (_, i) => `Line ${i} ok.`)
  for (const body of [
    `Content-Type: text/plain\r\n\r\n${lines.join('\r\n')}`,
    `Content-Type: text/html\r\n\r\n<p>${lines.join('<br>\r\n')}</p>`,
  ]) {
    const mail = await parseMail(Buffer.from(`From: a@b.example\r\nSubject: x\r\n${body}`))
    expect([mail.text.length > 199_000, mail.cut, mail.long?.split('\n')]).toEqual([true, false, lines])
  }
})

test('an empty attachment is named among what was not added', async () => {
  const mail = await parseMail(
    Buffer.from(
      'From: a@b.example\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nThe log is attached.\r\n--b\r\nContent-Type: text/plain; name=error.log\r\nContent-Disposition: attachment; filename=error.log\r\nContent-Transfer-Encoding: base64\r\n\r\n\r\n--b--\r\n',
    ),
  )
  expect(mail.left).toEqual([{ name: 'error.log', why: 'the file is empty' }])
})

test('a paragraph of 20,000 lines is plain text in the notification email', () => {
  const html = markdownHtml('a\n'.repeat(20_000), 'https://portal.example')
  // The text is shown as plain text. Parsing it as Markdown took seconds per mail.
  expect(html.match(/<br \/>/g)).toHaveLength(20_000)
  expect(html.match(/<p/g)).toHaveLength(1)
  expect(markdownHtml('- a\n'.repeat(500), 'https://portal.example')).toContain('<ul')
})

describe('a hostile email', () => {
  const head = 'From: a@b.example\r\nSubject: x\r\nMIME-Version: 1.0\r\n'
  test('with 1,000 nested parts is rejected', async () => {
    let body = 'text'
    let type = 'text/plain'
    for (let i = 0; i < 1000; i++) {
      body = `--b${i}\r\nContent-Type: ${type}\r\n\r\n${body}\r\n--b${i}--\r\n`
      type = `multipart/mixed; boundary="b${i}"`
    }
    await expect(readMail(Buffer.from(`${head}Content-Type: ${type}\r\n\r\n${body}`))).rejects.toThrow(/nesting|depth/i)
  })
  test('with 10,000 parts yields 20 files and reports the rest', async () => {
    const one = '--b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename="a.csv"\r\n\r\na,b\r\n'
    const mail = await readMail(
      Buffer.from(
        `${head}Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nHello\r\n${one.repeat(10_000)}--b--\r\n`,
      ),
    )
    expect(mail.newText).toBe('Hello')
    expect(mail.files).toHaveLength(20)
    expect(mail.left).toHaveLength(11)
    expect(mail.left.at(-1)?.name).toBe('9970 more')
  })
  test('with endless headers is rejected', async () => {
    await expect(readMail(Buffer.from(`${head}${'X-A: y\r\n'.repeat(300_000)}\r\nHello`))).rejects.toThrow(/header/i)
  })
  test('with unclosed tags is read in linear time', () => {
    // If the time grew with the square of the length, this would reach the time limit of the test.
    const text = (html: string) => readHtml(html).text.length > 0
    const quote = '<div class="gmail_quote">Before</div>'
    expect(text(`<p>x</p>${'<style'.repeat(200_000)}${quote}`)).toBe(true)
    expect(text(`<p>x</p>${'<div '.repeat(200_000)}${quote}`)).toBe(true)
    readHtml(`${'<'.repeat(1_000_000)}${quote}`).text
  })
  test('waits while two others are read', async () => {
    // The bytes of an email are loaded only when its turn comes, when at most one other email is being read.
    const others: number[] = []
    let done = 0
    const load = async () => {
      // Let the end of the previous mail be counted first.
      await new Promise(setImmediate)
      others.push(others.length - done)
      return Buffer.from(`${head}\r\nHello`)
    }
    const mails = await Promise.all(Array.from({ length: 8 }, () => readMail(load).finally(() => done++)))
    expect(mails.map((mail) => mail.newText)).toEqual(Array(8).fill('Hello'))
    expect(others).toHaveLength(8)
    expect(Math.max(...others)).toBe(1)
  })
  test('is rejected when it takes too long', async () => {
    await expect(readMail(Buffer.from(`${head}\r\nHello`), 0)).rejects.toThrow(/more than 0 seconds/)
  })
  test('has a new process after it, as an email has after 50 others and after a large one', async () => {
    let started = 0
    const count = () => {
      started++
    }
    subscribe('child_process', count)
    const small = Buffer.from(`${head}\r\nHello`)
    const large = Buffer.from(`${head}\r\n${'Hello\r\n'.repeat(200_000)}`)
    // Read two emails at the same time, so that no process is idle afterward.
    await Promise.all([readMail(large), readMail(large)])
    started = 0
    for (let i = 0; i < 50; i++) await readMail(small)
    expect(started).toBe(1)
    await readMail(small)
    expect(started).toBe(2)
    await readMail(large)
    expect(started).toBe(2)
    await readMail(small)
    expect(started).toBe(3)
    await expect(readMail(Buffer.from(`${head}${'X-A: y\r\n'.repeat(300_000)}\r\n`))).rejects.toThrow(/header/i)
    expect(started).toBe(3)
    await readMail(small)
    expect(started).toBe(4)
    // The mail is read a second time, but only its beginning.
    await expect(readMail(small, 0)).rejects.toThrow(/more than 0 seconds/)
    expect(started).toBe(5)
    await readMail(small)
    expect(started).toBe(6)
    unsubscribe('child_process', count)
  })
  test('loses NUL and control characters', async () => {
    const mail = await readMail(Buffer.from(`${head}\r\nA\u0000B\u0008C\r\n`))
    expect(mail.newText).toBe('ABC')
  })
  test('reports a winmail.dat container', async () => {
    const mail = await readMail(
      Buffer.from(
        `${head}Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nHello\r\n--b\r\nContent-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Transfer-Encoding: base64\r\n\r\neJ8+Ig==\r\n--b--\r\n`,
      ),
    )
    expect(mail.left).toEqual([
      { name: 'winmail.dat', why: 'Outlook’s own format; resend the email as HTML or plain text' },
    ])
  })
})
