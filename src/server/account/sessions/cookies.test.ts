import { expect, test } from 'vitest'
import type { Context } from '../../platform/http/api.ts'
import { readCookie, setSealedCookie } from './cookies.ts'

const contextOf = (publicUrl: string, cookie = '') => {
  const reply: [string, string][] = []
  return { reply, context: { platform: { env: { publicUrl } }, reply, header: () => cookie } as unknown as Context }
}

test('over https, no other host of the domain can plant a cookie', () => {
  const { reply, context } = contextOf('https://portal.example')
  setSealedCookie(context, 'sign-up', 'nonce', 60)
  // The conditions of the prefix (RFC 6265bis, section 4.1.3.2): Secure, the path / and no domain.
  expect(reply).toEqual([
    ['set-cookie', '__Host-millwright.sign-up=nonce; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax'],
  ])
  const planted = '__Secure-millwright.sign-up=theirs; millwright.sign-up=theirs'
  expect(readCookie(contextOf('https://portal.example', planted).context, 'sign-up')).toBeUndefined()
})

test('without https, as on a developer’s machine, the cookie has no prefix', () => {
  const { reply, context } = contextOf('http://127.0.0.1:3000')
  setSealedCookie(context, 'sign-up', 'nonce', 60)
  expect(reply).toEqual([['set-cookie', 'millwright.sign-up=nonce; Max-Age=60; Path=/; HttpOnly; SameSite=Lax']])
})
