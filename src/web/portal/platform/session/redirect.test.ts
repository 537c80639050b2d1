import { expect, test } from 'vitest'
import { AFTER_SIGN_IN, isInPortal, toSafeRedirect } from './redirect.ts'

const ORIGIN = 'https://portal.example'

test.each(['/tickets', '/tickets?status=new&q=a%20b#top', '/marketplace/one', '/'])('accepts %s', (path) =>
  expect(toSafeRedirect(path, ORIGIN)).toBe(path),
)
test.each([
  null,
  '',
  'tickets',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  ' /tickets',
  '/..//evil.example',
  'https:/evil.example',
  '/%5Cevil.example/',
  '/%2Fevil.example',
  '/%09/evil.example/',
  '/%0d%0aX:1',
])('returns the default for %j', (path) => expect(toSafeRedirect(path, ORIGIN)).toBe(AFTER_SIGN_IN))
test('recognizes the addresses of the portal', () => {
  for (const at of [
    '/auth',
    '/tickets',
    '/tickets/1?x',
    '/admin/tickets',
    '/settings/security#passkeys',
    '/apps-automations',
    '/my-projects/1',
    '/reports?client=1',
    '/marketplace/license-audit/buy',
    '/marketplace/purchase-complete?purchase=1',
  ])
    expect(isInPortal(at)).toBe(true)
  for (const at of [
    '/',
    '/marketplace',
    '/ticketshop',
    '/about',
    '/administration',
    '/marketplace/buy',
    '/marketplace/one/buyer',
  ])
    expect(isInPortal(at)).toBe(false)
})
