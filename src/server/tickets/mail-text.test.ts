// Answers as mail programs of the world write them, and what is new in each.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
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
  test('takes no longer for a text that is made to take long', () => {
    const began = performance.now()
    newText(`${'On '.repeat(30_000)}\n${'> '.repeat(30_000)}`)
    newText('On a 1\n'.repeat(20_000))
    newText(`${'-'.repeat(100_000)}x`)
    newText(`Am ${'<'.repeat(50_000)}`)
    newText(`${'a@b '.repeat(20_000)}\nx`)
    expect(performance.now() - began).toBeLessThan(10_000)
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
  expect(authenticated(mail('mx.example; spf=pass; dkim=pass; dmarc=pass'), 'mx.example')).toBe(true)
  expect(authenticated(mail('mx.example; dmarc=fail; dkim=pass'), 'mx.example')).toBe(false)
  expect(authenticated(mail('mx.example; dkim=pass header.d=x'), 'mx.example')).toBe(true)
  expect(authenticated(mail('elsewhere.example; dmarc=pass'), 'mx.example')).toBeUndefined()
  expect(authenticated(mail('mx.example; dmarc=fail', 'mx.example; dmarc=pass'), 'mx.example')).toBe(false)
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
