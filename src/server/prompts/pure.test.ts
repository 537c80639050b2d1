// What goes to a model and what comes back, without one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { INJECTIONS } from '../../../test/harness/injections.ts'
import { plainMarkdown } from '../platform/plain-markdown.ts'
import { clean, cleanLine, onlyKnownNumbers } from './clean.ts'
import { redact } from './redact.ts'

const SECRETS: [string, string][] = [
  ['The password is Hunter2!x for the admin', 'Hunter2!x'],
  ['pwd: s3cret-9', 's3cret-9'],
  ['Password for the VPN: Blue$Horse7', 'Blue$Horse7'],
  ['{"api_key":"abc123def456"}', 'abc123def456'],
  ['Authorization: Bearer abcdefghijklmnop1234', 'abcdefghijklmnop1234'],
  ['key sk-proj-abcdefghijklmnopqrstuvwx1234', 'sk-proj-abcdefghijklmnopqrstuvwx1234'],
  ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'],
  ['AKIAIOSFODNN7EXAMPLE', 'AKIAIOSFODNN7EXAMPLE'],
  ['xoxb-1234567890-abcdefghij', 'xoxb-1234567890-abcdefghij'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'eyJzdWIiOiIxIn0'],
  ['postgres://app:topsecret@db.example/app', 'topsecret'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', 'MIIE'],
  ['otpauth://totp/Acme:bob?secret=JBSWY3DPEHPK3PXP', 'JBSWY3DPEHPK3PXP'],
  ['The TOTP seed is JBSW Y3DP EHPK 3PXP', 'JBSW Y3DP EHPK 3PXP'],
  ['2FA setup key: JBSWY3DPEHPK3PXPJBSWY3DP', 'JBSWY3DPEHPK3PXP'],
  ['card 4242 4242 4242 4242, 12/29', '4242 4242 4242 4242'],
  ['5555-5555-5555-4444', '5555-5555-5555-4444'],
  ['opaque Zk9x7Qm2Lp4Rt8Vw1Yb6Nc3Hd5Jf0GsAa', 'Zk9x7Qm2Lp4Rt8Vw1Yb6Nc3Hd5Jf0GsAa'],
  ['Kennwort: Sommer2026', 'Sommer2026'],
]
test('secrets do not leave, in whatever text they stand', () => {
  for (const [text, secret] of SECRETS) {
    for (const around of [text, `Hi,\n\n${text}\n\nThanks`, `> ${text}`, `\`${text}\``])
      expect([around, redact(around).includes(secret)]).toEqual([around, false])
  }
})
test('what is no secret stays as it is written', () => {
  for (const text of [
    'The password reset mail does not arrive.',
    'Users forget their passwords and call us.',
    'Invoice 2026-1187 of 4,800.00 was sent twice to 12 customers.',
    'Call +1 218 555 0143 or see T-1042, order 1234567890123.',
    'Workflow 7f3c1d2e-9a4b-4c8d-8e21-0123456789ab failed at 10:42:07.',
    'The secretary is away until Monday.',
    'We use Autotask and Microsoft 365 for authentication.',
  ])
    expect(redact(text)).toBe(text)
})

test('nothing of an obedient answer can be followed, loaded, opened or addressed', () => {
  for (const { obeyed } of INJECTIONS) {
    const text = clean(obeyed, 8_000)
    const html = plainMarkdown(text)
    expect([obeyed, /<(a|img|script|iframe|svg|form|input|style|link|meta|object)\b/i.test(html)]).toEqual([
      obeyed,
      false,
    ])
    expect([obeyed, /https?:|www\.|javascript:|data:|mailto:|:\/\//i.test(text)]).toEqual([obeyed, false])
    expect([obeyed, /[\w.]@\w/.test(text)]).toEqual([obeyed, false])
    expect([obeyed, /\(mention:/i.test(text)]).toEqual([obeyed, false])
    expect([obeyed, /[\u200b-\u200f\u202a-\u202e\u{e0000}-\u{e007f}]/u.test(text)]).toEqual([obeyed, false])
    // The same at every moment while it is streamed.
    for (let at = 1; at < obeyed.length; at += 7)
      expect(/<(a|img)\b/i.test(plainMarkdown(clean(obeyed.slice(0, at), 8_000)))).toBe(false)
  }
})
test('cleaning holds for text made of the pieces of links, and is stable', () => {
  const piece = fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    '!',
    '<',
    '>',
    'http',
    's',
    '://',
    'www.',
    'evil.example',
    '/',
    '@',
    'a',
    ' ',
    '\n',
    '&#104;',
    '&lt;',
    'img',
    'src=',
    '"',
    ':',
    'javascript:',
    'mailto:',
    '\u200b',
    '`',
    '*',
    'mention:',
    '\\',
  ) // prettier-ignore
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (parts) => {
      const text = clean(parts.join(''), 1_000)
      expect(plainMarkdown(text)).not.toMatch(/<(a|img|script)\b/i)
      expect(text).not.toMatch(/:\/\//)
    }),
    { numRuns: 3_000 },
  )
})
test('ordinary words stay as they were written', () => {
  const text =
    'Hi Ana,\n\nthe sync of **Autotask** stopped at 10:42. We restart it [when] and tell you:\n\n1. Check the log\n2. Run `sync --all`\n\n> quoted\n\nIs 3 < 5 & done? Costs $4.80 (net).'
  expect(clean(text, 2_000)).toBe(text)
  expect(clean('See server mail.northgate.example for it.', 100)).toBe('See server mail.northgate.example for it.')
  expect(cleanLine('One\n two', 100)).toBe('One two')
  expect(clean('x'.repeat(500), 100)).toHaveLength(100)
})
test('a number that the facts do not have is noticed', () => {
  const facts = '4 of your 11 tickets; 1,250 runs; $4.80'
  expect(onlyKnownNumbers('4 of 11, and 1250 runs for $4.8.', facts)).toBe(true)
  expect(onlyKnownNumbers('It saves 30 percent.', facts)).toBe(false)
  expect(onlyKnownNumbers('No numbers.', facts)).toBe(true)
})
test('whoever writes without end keeps nobody else waiting', () => {
  // What a rule without a bound would look at again from every place; then it takes a second and more.
  const long = (...parts: string[]) => parts.map((p) => p.repeat(Math.floor(30_000 / p.length)))
  const took = (work: () => unknown) => {
    const began = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1_000
  }
  for (const text of long(
    'a',
    'a-',
    'a+',
    'a.',
    'a@',
    'ms-',
    ' ',
    'aA1.',
    'eyJ-',
    'password ',
    '[a](',
    '<a ',
    '[a]: x\n',
  )) {
    const ended = `x${text}x`
    expect([text.slice(0, 12), took(() => redact(ended)) < 400]).toEqual([text.slice(0, 12), true])
    expect([text.slice(0, 12), took(() => clean(ended, 8_000)) < 400]).toEqual([text.slice(0, 12), true])
  }
})
