import { GOOGLE_RETURN } from '../platform/google.ts'
import type { PlainRoute } from '../platform/plain.ts'
import { keptFlow } from './google.ts'

/**
 * Where Google sends the browser back to. Changes nothing: hands the code on to the callback screen together with the
 * wish where to go, or a refusal to the sign-in screen.
 */
export const googleReturnRoute: PlainRoute = {
  method: 'get',
  path: GOOGLE_RETURN.slice('/api/v1'.length) as `/${string}`,
  roles: [],
  document: {
    operationId: 'account.googleReturn',
    tags: ['account'],
    summary: 'Where Google sends the browser back to: on to the callback screen',
    responses: { 302: { description: 'To /auth/callback, or to /auth when Google refused' } },
  },
  async handle(context, c) {
    const asked = new URL(c.req.url).searchParams
    const state = asked.get('state') ?? ''
    const code = asked.get('code')
    const kept = await keptFlow(context, state)
    const to = new URLSearchParams()
    if (code) {
      to.set('code', code)
      to.set('state', state)
      const iss = asked.get('iss')
      if (iss) to.set('iss', iss)
    } else to.set('error', asked.get('error') === 'access_denied' ? 'access_denied' : 'google')
    if (kept?.redirect) to.set('redirect', kept.redirect)
    return new Response(null, { status: 302, headers: { location: `${code ? '/auth/callback' : '/auth'}?${to}` } })
  },
}
