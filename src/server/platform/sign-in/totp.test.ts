import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { newTotpSecret, totpForApp, totpStep } from './totp.ts'

// Test vectors of RFC 6238, appendix B, SHA-1: the last six of the eight digits.
const SECRET = Secret.fromLatin1('12345678901234567890').base32
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is %s', (seconds, code) => {
  expect(totpStep(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})
test('accepts the current time step and its neighbors, and returns which one matched', () => {
  const step = Math.floor(1_111_111_111 / 30)
  expect(totpStep(SECRET, '050471', (1_111_111_111 + 30) * 1000)).toBe(step)
  expect(totpStep(SECRET, '050471', (1_111_111_111 - 30) * 1000)).toBe(step)
  expect(totpStep(SECRET, '050471', (1_111_111_111 + 60) * 1000)).toBeUndefined()
  expect(totpStep(SECRET, '050471', (1_111_111_111 - 60) * 1000)).toBeUndefined()
})
test.each(['', '12345', '1234567', 'abcdef', '０５０４７１', '05047\n1'])('%j is no code', (code) =>
  expect(totpStep(SECRET, code, 1_111_111_111_000)).toBeUndefined(),
)
test('an app reads the secret from the address, and the QR code is a drawing without script', () => {
  const secret = newTotpSecret()
  const { uri, qrCode } = totpForApp(secret, 'a b@c.example')
  expect(new URL(uri).searchParams.get('secret')).toBe(secret)
  expect(decodeURIComponent(uri)).toContain('a b@c.example')
  expect(qrCode).toMatch(/^<svg [^>]*>/)
  expect(qrCode).not.toMatch(/<script|on\w+=/)
})
test.each(['a@b.example', `${'long'.repeat(16)}@${'domain'.repeat(10)}.${'part'.repeat(15)}.example`])(
  'the QR code of %s has a quiet zone of four modules, whole pixels and at least 240 px',
  (email) => {
    const { qrCode } = totpForApp(newTotpSecret(), email)
    const [, width, height, size] =
      /width="(\d+)" height="(\d+)" viewBox="0 0 (\d+) \3"/.exec(qrCode)?.map(Number) ?? []
    expect(width).toBe(height)
    expect(width).toBeGreaterThanOrEqual(240)
    // It must still fit on a phone that is 390 px wide.
    expect(width).toBeLessThanOrEqual(358)
    expect((width as number) % (size as number)).toBe(0)
    const dark = [...qrCode.matchAll(/M(\d+),(\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)])
    expect(Math.min(...dark)).toBe(4)
    expect(Math.max(...dark)).toBe((size as number) - 5)
  },
)
