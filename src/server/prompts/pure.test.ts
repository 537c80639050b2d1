// What is sent to a model and what comes back, without a model.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { INJECTIONS } from '../../../test/harness/injections.ts'
import { patient } from '../../../test/harness/patience.ts'
import { plainMarkdown } from '../platform/mail/plain-markdown.ts'
import { cleanAnswer, cleanLine, onlyKnownNumbers } from './clean.ts'
import { redactSecrets } from './redact.ts'

const SECRETS: [string, string][] = [
  ['The password is Hunter2!x for the admin', 'Hunter2!x'],
  ['pwd: s3cret-9', 's3cret-9'],
  ['Password for the VPN: Blue$Horse7', 'Blue$Horse7'],
  [`Password${' '.repeat(20)}: Blue$Horse8`, 'Blue$Horse8'],
  [`Password:${' '.repeat(20)}Blue$Horse9`, 'Blue$Horse9'],
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
test('redacts secrets in any text', () => {
  for (const [text, secret] of SECRETS) {
    for (const around of [text, `Hi,\n\n${text}\n\nThanks`, `> ${text}`, `\`${text}\``])
      expect(redactSecrets(around).includes(secret), around).toBe(false)
  }
})
test('leaves other text unchanged', () => {
  for (const text of [
    'The password reset mail does not arrive.',
    'Users forget their passwords and call us.',
    'Invoice 2026-1187 of 4,800.00 was sent twice to 12 customers.',
    'Call +1 218 555 0143 or see T-1042, order 1234567890123.',
    'Workflow 7f3c1d2e-9a4b-4c8d-8e21-0123456789ab failed at 10:42:07.',
    'The secretary is away until Monday.',
    'We use Autotask and Microsoft 365 for authentication.',
  ])
    expect(redactSecrets(text)).toBe(text)
})

test('removes everything that can be followed, loaded, opened or addressed', () => {
  for (const { obeyed } of INJECTIONS) {
    const text = cleanAnswer(obeyed, 8_000)
    const html = plainMarkdown(text)
    expect(/<(a|img|script|iframe|svg|form|input|style|link|meta|object)\b/i.test(html), obeyed).toBe(false)
    expect(/https?:|www\.|javascript:|data:|mailto:|:\/\//i.test(text), obeyed).toBe(false)
    expect(/[\w.]@\w/.test(text), obeyed).toBe(false)
    expect(/\(mention:/i.test(text), obeyed).toBe(false)
    expect(/[\u200b-\u200f\u202a-\u202e\u{e0000}-\u{e007f}]/u.test(text), obeyed).toBe(false)
    // The same holds for every part of a stream.
    for (let at = 1; at < obeyed.length; at += 7)
      expect(/<(a|img)\b/i.test(plainMarkdown(cleanAnswer(obeyed.slice(0, at), 8_000)))).toBe(false)
  }
})
test('cleaning works for text made of parts of links, and is stable', () => {
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
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (parts) => {
      const text = cleanAnswer(parts.join(''), 1_000)
      expect(plainMarkdown(text)).not.toMatch(/<(a|img|script)\b/i)
      expect(text).not.toMatch(/:\/\//)
    }),
    { numRuns: 3_000 },
  )
})
test('leaves ordinary words unchanged', () => {
  const text =
    'Hi Ana,\n\nthe sync of **Autotask** stopped at 10:42. We restart it [when] and tell you:\n\n1. Check the log\n2. Run `sync --all`\n\n> quoted\n\nIs 3 < 5 & done? Costs $4.80 (net).'
  expect(cleanAnswer(text, 2_000)).toBe(text)
  expect(cleanAnswer('See server mail.northgate.example for it.', 100)).toBe(
    'See server mail.northgate.example for it.',
  )
  expect(cleanLine('One\n two', 100)).toBe('One two')
  expect(cleanAnswer('x'.repeat(500), 100)).toHaveLength(100)
})
test('detects numbers that are not in the facts', () => {
  const facts = '4 of your 11 tickets; 1,250 runs; $4.80'
  expect(onlyKnownNumbers('4 of 11, and 1250 runs for $4.8.', facts)).toBe(true)
  expect(onlyKnownNumbers('It saves 30 percent.', facts)).toBe(false)
  expect(onlyKnownNumbers('No numbers.', facts)).toBe(true)
})
test('very long text does not block other requests', () => {
  // A rule without a length limit would scan these texts again from every position, which takes seconds.
  const long = (...parts: string[]) => parts.map((p) => p.repeat(Math.floor(30_000 / p.length)))
  const took = (work: () => unknown) => {
    const began = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1_000
  }
  for (const spaces of [`password for${' '.repeat(29_000)}x`, `password for${' '.repeat(60)}:${' '.repeat(29_000)}x`])
    expect(took(() => redactSecrets(spaces)) < patient(400)).toBe(true)
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
    expect(took(() => redactSecrets(ended)) < patient(400), text.slice(0, 12)).toBe(true)
    expect(took(() => cleanAnswer(ended, 8_000)) < patient(400), text.slice(0, 12)).toBe(true)
  }
})
