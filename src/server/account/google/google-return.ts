import type { PlainRoute } from '../../platform/http/plain.ts'
import { GOOGLE_RETURN } from '../../platform/sign-in/google.ts'
import { readFlow } from './google.ts'

/**
 * Handles Google's redirect back to us. Changes nothing: redirects to the callback screen with the code and the
 * destination, or to the sign-in screen with an error.
 */
export const googleReturnRoute: PlainRoute = {
  method: 'get',
  path: GOOGLE_RETURN.slice('/api/v1'.length) as `/${string}`,
  roles: [],
  document: {
    operationId: 'account.googleReturn',
    tags: ['account'],
    summary: 'Handle the redirect from Google and continue to the callback screen',
    responses: { 302: { description: 'Redirects to /auth/callback, or to /auth if Google declined' } },
  },
  async handle(context, c) {
    const query = new URL(c.req.url).searchParams
    const state = query.get('state') ?? ''
    const code = query.get('code')
    const stored = await readFlow(context, state)
    const to = new URLSearchParams()
    if (code) {
      to.set('code', code)
      to.set('state', state)
      const iss = query.get('iss')
      if (iss) to.set('iss', iss)
    } else to.set('error', query.get('error') === 'access_denied' ? 'access_denied' : 'google')
    if (stored?.redirect) to.set('redirect', stored.redirect)
    return new Response(null, { status: 302, headers: { location: `${code ? '/auth/callback' : '/auth'}?${to}` } })
  },
}
