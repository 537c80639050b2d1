// Answers as mail programs of the world write them, and what is new in each.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { markdownHtml } from '../platform/mail-markdown.ts'
import { authenticated, automatic, isThanks, numberIn, plainSubject } from './mail-kind.ts'
import { newText, textOfHtml } from './mail-text.ts'
import { parseMail } from './parse-mail.ts'
import { readMail } from './read-mail.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../test/mails')
const names = readdirSync(FOLDER).flatMap((f) => (f.endsWith('.eml') ? [f.slice(0, -4)] : []))

test('there are formats enough', () => expect(names.length).toBeGreaterThanOrEqual(30))

test.each(names)('%s', async (name) => {
  const mail = await parseMail(readFileSync(path.join(FOLDER, `${name}.eml`)))
  expect(mail.said).toBe(readFileSync(path.join(FOLDER, `${name}.txt`), 'utf8').trimEnd())
})

describe('what is new', () => {
  test('is found above our own line whatever a mail program made of it', () => {
    for (const line of [
      '--- Reply above this line ---',
      '  --- Reply above this line ---',
      '— Reply above this line —',
    ])
      expect(newText(`Yes.\n\n${line}\n\nErin wrote something`)).toBe('Yes.')
  })
  test('is found above the head of a mail of ours too', () => {
    const html =
      '<p>Yes.</p><hr><table><tr><td>● Millwright</td></tr></table><h1>[T-1001] It</h1><p>--- Reply above this line ---</p><p>old</p>'
    expect(newText(textOfHtml(html))).toBe('Yes.')
  })
  test('is nothing when nothing was written', () => {
    expect(newText('')).toBe('')
    expect(newText('\n\nOn Fri, Nov 20, 2026 at 9:14 AM Erin <a@b.example> wrote:\n> x\n> y\n')).toBe('')
    expect(newText('--- Reply above this line ---\n\nErin replied:\n\nhello')).toBe('')
  })
  test('keeps what only looks like a quotation', () => {
    expect(newText('From: the server room\nTo: the office\nThe cable runs there.')).toBe(
      'From: the server room\nTo: the office\nThe cable runs there.',
    )
    expect(newText('It wrote:\nerror 5')).toBe('It wrote:\nerror 5')
    expect(newText('First\n\nOn it. Will report at 5:')).toBe('First\n\nOn it. Will report at 5:')
  })
  test('of HTML is text, without what is not to be seen', () => {
    expect(
      textOfHtml('<style>p{}</style><p>One</p><p>Two <b>bold</b> <a href="https://x.example/a">here</a></p>'),
    ).toBe('One\n\nTwo bold here (https://x.example/a)')
    expect(textOfHtml('<img src="https://spy.example/x.gif"><script>alert(1)</script>ok')).toBe('ok')
  })
  // In time that grows with the square of its length any of these takes until the limit of the test.
  test('takes no longer for a text that is made to take long', () => {
    newText(`${'On '.repeat(30_000)}\n${'> '.repeat(30_000)}`)
    newText('On a 1\n'.repeat(20_000))
    newText(`${'-'.repeat(100_000)}x`)
    newText(`Am ${'<'.repeat(50_000)}`)
    newText(`${'a@b '.repeat(20_000)}\nx`)
  })
})

describe('a mail from a program', () => {
  const from = (headers: Record<string, string>, subject = 'Re: Report') => ({
    headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, [v]])),
    subject,
  })
  test.each([
    [{ 'auto-submitted': 'auto-replied' }],
    [{ 'auto-submitted': 'auto-generated; x=y' }],
    [{ precedence: 'bulk' }],
    [{ precedence: 'auto_reply' }],
    [{ 'x-autoreply': 'yes' }],
    [{ 'x-autorespond': 'On holiday' }],
    [{ 'x-auto-response-suppress': 'DR, OOF, AutoReply' }],
    [{ 'list-id': '<news.example>' }],
  ])('is known by %o', (headers) => expect(automatic(from(headers))).toBeTruthy())
  test.each([
    'Automatic reply: [T-1001] Report',
    'Out of Office: away until Monday',
    'Automatische Antwort: Report',
    'Abwesenheitsnotiz: Report',
    'Réponse automatique : Report',
    'Respuesta automática: Report',
    'Automatisch antwoord: Report',
    'Resposta automática: Report',
    'Odpowiedź automatyczna: Report',
    'Risposta automatica: Report',
    'Autosvar: Report',
    '自動応答: Report',
    '自动回复: Report',
  ])('is known by its subject: %s', (subject) => expect(automatic(from({}, subject))).toBe('subject'))
  test('is not what a person wrote', () => {
    expect(automatic(from({ 'auto-submitted': 'no', precedence: 'normal' }))).toBeUndefined()
    expect(automatic(from({}, 'Re: the office is out of paper'))).toBeUndefined()
    expect(automatic(from({}, 'Re: Automatic reply does not work'))).toBeUndefined()
  })
})

describe('thanks', () => {
  test.each([
    'Thanks!',
    'Thank you so much, works now. Dana',
    'Perfect, thanks Erin!',
    'Vielen Dank, passt!',
    'Merci beaucoup',
    'Muchas gracias por la ayuda',
    'Dziękuję bardzo!',
    'ありがとうございます。',
    '👍 thanks',
  ])('only: %s', (text) => expect(isThanks(text)).toBe(true))
  test.each([
    'Thanks, but it failed again this morning with the same error.',
    'Thanks. Can you also look at REP-03?',
    'It works again.',
    'Thank you, however the second report is missing since Tuesday',
    'Danke, aber der zweite Bericht fehlt immer noch',
    '',
  ])('and more: %j', (text) => expect(isThanks(text)).toBe(false))
})

test('a subject loses what mail programs put before it', () => {
  expect(plainSubject('AW: Re: [T-1001] WG: Bericht')).toBe('Bericht')
  expect(plainSubject('RE[2]: Fwd: x')).toBe('x')
  expect(plainSubject('Regarding the server')).toBe('Regarding the server')
  expect(numberIn('Re: [t-1042] x')).toBe(1042)
  expect(numberIn('Re: T-1042 x')).toBeUndefined()
})

test('only the server that is believed confirms a sender, and only its topmost word counts', () => {
  const mail = (...values: string[]) => ({ headers: { 'authentication-results': values }, subject: '' })
  const from = 'ana@partner.example'
  expect(authenticated(mail('mx.example; spf=pass; dkim=pass; dmarc=pass'), 'mx.example', from)).toBe(true)
  expect(authenticated(mail('mx.example; dmarc=fail; dkim=pass'), 'mx.example', from)).toBe(false)
  expect(authenticated(mail('mx.example; dkim=pass header.d=partner.example'), 'mx.example', from)).toBe(true)
  expect(authenticated(mail('elsewhere.example; dmarc=pass'), 'mx.example', from)).toBeUndefined()
  expect(authenticated(mail('mx.example; dmarc=fail', 'mx.example; dmarc=pass'), 'mx.example', from)).toBe(false)
})

test('a server that vouches for itself does not vouch for another sender', () => {
  const says = (results: string) =>
    authenticated(
      { headers: { 'authentication-results': [`mx.example; ${results}`] }, subject: '' },
      'mx.example',
      'ana@partner.example',
    )
  expect(says('spf=pass smtp.mailfrom=bounce@mail.partner.example; dmarc=none')).toBe(true)
  expect(says('dkim=pass (2048-bit key) header.d=partner.example header.s=k1; spf=none')).toBe(true)
  expect(says('spf=pass smtp.mailfrom=x@evil.example; dkim=pass header.d=evil.example; dmarc=none')).toBe(false)
  expect(says('spf=pass smtp.mailfrom=x@notpartner.example')).toBe(false)
  // What the sender could write into it: a name with a quotation, a comment.
  expect(says('spf=pass smtp.mailfrom="x; dmarc=pass; "@evil.example; dmarc=none')).toBe(false)
  expect(says('spf=pass (evil; dmarc=pass) smtp.mailfrom=x@evil.example')).toBe(false)
  expect(says('spf=pass smtp.mailfrom=x;dmarc=pass;@evil.example; dmarc=none')).toBe(false)
})

test('a mail that names two writers has none', async () => {
  const from = async (head: string) => (await parseMail(Buffer.from(`${head}\r\nSubject: x\r\n\r\nhi`))).from?.address
  expect(await from('From: Ana <ana@partner.example>')).toBe('ana@partner.example')
  expect(await from('From: "<erin@us.example>" <ana@partner.example>')).toBe('ana@partner.example')
  for (const head of [
    'From: erin@us.example, ana@partner.example',
    'From: <erin@us.example> <ana@partner.example>',
    'From: Team: erin@us.example, ana@partner.example;',
    'From: erin@us.example\r\nFrom: ana@partner.example',
  ])
    expect([head, await from(head)]).toEqual([head, undefined])
})

test('a paragraph of twenty thousand lines is text in the mail that tells of it', () => {
  const html = markdownHtml('a\n'.repeat(20_000), 'https://portal.example')
  // As it was typed, without being weighed as Markdown, which took seconds for each mail.
  expect(html.match(/<br \/>/g)).toHaveLength(20_000)
  expect(html.match(/<p/g)).toHaveLength(1)
  expect(markdownHtml('- a\n'.repeat(500), 'https://portal.example')).toContain('<ul')
})

describe('a mail made to keep its reader busy', () => {
  const head = 'From: a@b.example\r\nSubject: x\r\nMIME-Version: 1.0\r\n'
  test('nested a thousand times is not read', async () => {
    let body = 'text'
    let type = 'text/plain'
    for (let i = 0; i < 1000; i++) {
      body = `--b${i}\r\nContent-Type: ${type}\r\n\r\n${body}\r\n--b${i}--\r\n`
      type = `multipart/mixed; boundary="b${i}"`
    }
    await expect(readMail(Buffer.from(`${head}Content-Type: ${type}\r\n\r\n${body}`))).rejects.toThrow(/nesting|depth/i)
  })
  test('with ten thousand parts gives twenty files and says what was left out', async () => {
    const one = '--b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename="a.csv"\r\n\r\na,b\r\n'
    const mail = await readMail(
      Buffer.from(
        `${head}Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nHello\r\n${one.repeat(10_000)}--b--\r\n`,
      ),
    )
    expect(mail.said).toBe('Hello')
    expect(mail.files).toHaveLength(20)
    expect(mail.left).toHaveLength(11)
    expect(mail.left.at(-1)?.name).toBe('9970 more')
  })
  test('with headers without end is not read', async () => {
    await expect(readMail(Buffer.from(`${head}${'X-A: y\r\n'.repeat(300_000)}\r\nHello`))).rejects.toThrow(/header/i)
  })
  test('with tags that never end is read in one go', () => {
    // Read more than once it would take until the limit of the test.
    const text = (html: string) => textOfHtml(html).length > 0
    const quote = '<div class="gmail_quote">Before</div>'
    expect(text(`<p>x</p>${'<style'.repeat(200_000)}${quote}`)).toBe(true)
    expect(text(`<p>x</p>${'<div '.repeat(200_000)}${quote}`)).toBe(true)
    textOfHtml(`${'<'.repeat(1_000_000)}${quote}`)
  })
  test('waits while two others are read', async () => {
    const threads = () => process.getActiveResourcesInfo().filter((r) => r === 'MessagePort').length
    const before = threads()
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, threads() - before)
    }, 5)
    const mails = await Promise.all(Array.from({ length: 8 }, () => readMail(Buffer.from(`${head}\r\nHello`))))
    clearInterval(watch)
    expect(mails.map((mail) => mail.said)).toEqual(Array(8).fill('Hello'))
    // What a thread of its own needs, counted by one.
    const begun = threads()
    const one = readMail(Buffer.from(`${head}\r\nHello`))
    const each = threads() - begun
    await one
    expect(most).toBeLessThanOrEqual(2 * Math.max(each, 1))
    expect(most).toBeGreaterThan(0)
  })
  test('is given up when it takes too long', async () => {
    await expect(readMail(Buffer.from(`${head}\r\nHello`), 0.001)).rejects.toThrow(/longer than/)
  })
  test('with NUL and control characters loses them', async () => {
    const mail = await readMail(Buffer.from(`${head}\r\nA\u0000B\u0008C\r\n`))
    expect(mail.said).toBe('ABC')
  })
  test('with Outlook’s own container says so', async () => {
    const mail = await readMail(
      Buffer.from(
        `${head}Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nHello\r\n--b\r\nContent-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Transfer-Encoding: base64\r\n\r\neJ8+Ig==\r\n--b--\r\n`,
      ),
    )
    expect(mail.left).toEqual([{ name: 'winmail.dat', why: 'Outlook’s own format; send it as HTML or plain text' }])
  })
})
