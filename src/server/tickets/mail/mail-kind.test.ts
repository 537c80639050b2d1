// Which signs prove that a program wrote a mail, and what its headers say about ticket and sender.
import { describe, expect, test } from 'vitest'
import { authenticationResult, automaticSign, isReport, numberIn, plainSubject } from './mail-kind.ts'

describe('an automatic email', () => {
  const sure = (headers: Record<string, string>, subject = 'Re: Report', text = 'The report is empty.') =>
    automaticSign({ headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, [v]])), subject }, text)
      ?.sure
  const AWAY = [
    'I am out of the office until Monday.',
    'Ich bin bis Montag nicht im Büro.',
    'Je suis actuellement absent du bureau.',
    'Estoy fuera de la oficina hasta el lunes.',
    'Sono fuori ufficio fino a lunedì.',
    'Ik ben tot maandag niet op kantoor.',
    'Estou de férias até segunda-feira.',
    'Jestem na urlopie do poniedziałku.',
  ]
  test.each([
    [{ 'auto-submitted': 'auto-replied' }],
    [{ 'auto-submitted': 'auto-generated; x=y' }],
    [{ precedence: 'bulk' }],
    [{ precedence: 'junk' }],
    [{ precedence: 'auto_reply' }],
  ])('is recognized by %o', (headers) => expect(sure(headers)).toBe('yes'))
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
  ])('is recognized by its subject only if its text says so too: %s', (subject) => {
    expect(sure({}, subject)).toBe('no')
    for (const text of AWAY) expect(sure({}, subject, text), text).toBe('yes')
  })
  test('is not recognized by its text alone', () => {
    for (const text of AWAY) expect(sure({}, 'Re: Report', text)).toBeUndefined()
  })
  test.each([
    [{ 'x-auto-response-suppress': 'DR, OOF, AutoReply' }],
    [{ 'list-id': '<it.partner.example>', precedence: 'list' }],
    [{ 'list-unsubscribe': '<https://crm.example/u/1>' }],
    [{ 'feedback-id': '1.us-east-1.abc:AmazonSES' }],
  ])('is not recognized by %o, which only prevents automatic replies', (headers) => expect(sure(headers)).toBe('no'))
  test('is uncertain with the header of a responder, or two signs of an unknown language', () => {
    expect(sure({ 'x-autoreply': 'yes' })).toBe('maybe')
    expect(sure({ 'x-autorespond': 'On holiday' })).toBe('maybe')
    expect(sure({ 'x-auto-response-suppress': 'All' }, 'Automaattinen vastaus: Raportti', 'Palaan.')).toBe('maybe')
  })
  test('is distinguished from an email written by a person', () => {
    expect(sure({ 'auto-submitted': 'no', precedence: 'normal' })).toBeUndefined()
    expect(sure({}, 'Re: the office is out of paper')).toBeUndefined()
    expect(sure({}, 'Re: Automatic reply does not work')).toBeUndefined()
    expect(
      sure({}, 'Out of office reply does not go out for Tom', 'Tom set it in Outlook but senders get nothing.'),
    ).toBe('no')
    expect(sure({}, 'Assenza di rete in sede da stamattina', 'Nessun PC riesce a navigare.')).toBe('no')
  })
  test('is a delivery report by its structure or its system address, not because an administrator wrote it', () => {
    const is = (headers: Record<string, string>) =>
      isReport({ headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, [v]])), subject: 'x' })
    expect(is({ 'content-type': 'multipart/report; report-type=delivery-status; boundary=b' })).toBe(true)
    expect(is({ from: 'Mail Delivery <MAILER-DAEMON@mx.example>' })).toBe(true)
    expect(is({ from: 'Pat <postmaster@partner.example>', 'content-type': 'text/plain' })).toBe(false)
  })
})

test('removes the prefixes of mail programs from a subject', () => {
  expect(plainSubject('AW: Re: [T-1001] WG: Bericht')).toBe('Bericht')
  expect(plainSubject('RE[2]: Fwd: x')).toBe('x')
  expect(plainSubject('Regarding the server')).toBe('Regarding the server')
  expect(numberIn('Re: [t-1042] x')).toBe(1042)
  expect(numberIn('Re: T-1042 x')).toBeUndefined()
})

test('only the topmost result of the trusted server confirms a sender', () => {
  const mail = (...values: string[]) => ({ headers: { 'authentication-results': values }, subject: '' })
  const from = 'ana@partner.example'
  expect(authenticationResult(mail('mx.example; spf=pass; dkim=pass; dmarc=pass'), 'mx.example', from)).toBe(true)
  expect(authenticationResult(mail('mx.example; dmarc=fail; dkim=pass'), 'mx.example', from)).toBe(false)
  expect(authenticationResult(mail('mx.example; dkim=pass header.d=partner.example'), 'mx.example', from)).toBe(true)
  expect(authenticationResult(mail('elsewhere.example; dmarc=pass'), 'mx.example', from)).toBeUndefined()
  expect(authenticationResult(mail('mx.example; dmarc=fail', 'mx.example; dmarc=pass'), 'mx.example', from)).toBe(false)
})

test('a result for the server’s own domain does not confirm another sender', () => {
  const says = (results: string) =>
    authenticationResult(
      { headers: { 'authentication-results': [`mx.example; ${results}`] }, subject: '' },
      'mx.example',
      'ana@partner.example',
    )
  expect(says('spf=pass smtp.mailfrom=bounce@mail.partner.example; dmarc=none')).toBe(true)
  expect(says('dkim=pass (2048-bit key) header.d=partner.example header.s=k1; spf=none')).toBe(true)
  expect(says('spf=pass smtp.mailfrom=x@evil.example; dkim=pass header.d=evil.example; dmarc=none')).toBe(false)
  expect(says('spf=pass smtp.mailfrom=x@notpartner.example')).toBe(false)
  // The sender can inject these parts: a quoted name and a comment.
  expect(says('spf=pass smtp.mailfrom="x; dmarc=pass; "@evil.example; dmarc=none')).toBe(false)
  expect(says('spf=pass (evil; dmarc=pass) smtp.mailfrom=x@evil.example')).toBe(false)
  expect(says('spf=pass smtp.mailfrom=x;dmarc=pass;@evil.example; dmarc=none')).toBe(false)
})

test('a DMARC result counts only for the domain that it names', () => {
  const says = (results: string, from = 'boss@partner.example') =>
    authenticationResult(
      { headers: { 'authentication-results': [`mx.example; ${results}`] }, subject: '' },
      'mx.example',
      from,
    )
  expect(says('dmarc=pass (p=reject) header.from=partner.example')).toBe(true)
  expect(says('dmarc=pass header.from=Partner.Example.')).toBe(true)
  expect(says('dmarc=pass header.from=xn--bcher-kva.example', 'boss@bücher.example')).toBe(true)
  expect(says('dmarc=pass header.from=evil.example')).toBe(false)
  expect(says('dmarc=pass header.from=evil.example; dkim=pass header.d=partner.example')).toBe(false)
  expect(says('dmarc=pass header.from=sub.partner.example')).toBe(false)
})
