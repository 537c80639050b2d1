// Helpers to call the API as a program does, and to read the demo's mails.
import { type APIRequestContext, request as requests } from '@playwright/test'
import { ENGINEER, expect, PASSWORD, reconnect } from './browser.ts'

/**
 * Returns a function that calls /api/v1 and fails the test on an unsuccessful response. Signing in and accepting an
 * invitation do not change the cookies of `request`, because signing in again in a browser ends its session.
 */
export async function api(request: APIRequestContext, baseURL: string) {
  const { publishableKey } = await (await request.get(`${baseURL}/api/v1/site`, reconnect)).json()
  const headers = { apikey: publishableKey, origin: baseURL }
  return async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, data?: object, token?: string) => {
    const from = /^\/auth\/(sign-in|invitation\/accept)$/.test(path) ? await requests.newContext() : request
    const r = await from.fetch(`${baseURL}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(data ? { data } : {}),
      ...reconnect,
    })
    if (!r.ok()) throw new Error(`${method} ${path}: ${r.status()} ${await r.text()}`)
    const answer = await r.json()
    if (from !== request) await from.dispose()
    return answer
  }
}

type Session = { access_token: string; expires_at: number }
const sessions = new Map<string, Session>()
/** Keeps a session for `tokenOf`, for example after a sign-up. */
export const keepSession = (email: string, session: Session): void => void sessions.set(email, session)

/**
 * Returns a token of a user for calls to the API. A token lasts five minutes, and a test on a slow machine can take
 * longer, so it is replaced in its last minute. All tests of a worker share the tokens.
 */
export async function tokenOf(
  request: APIRequestContext,
  baseURL: string,
  email: string,
  password = PASSWORD,
): Promise<string> {
  let session = sessions.get(email)
  if (!session || session.expires_at - Date.now() / 1000 < 60) {
    const call = await api(request, baseURL)
    session = (await call('POST', '/auth/sign-in', { email, password })).session as Session
    keepSession(email, session)
  }
  return session.access_token
}

/** Waits for a mail to an address with a matching subject, and returns the newest. */
export async function mailTo(
  request: APIRequestContext,
  baseURL: string,
  to: string,
  subject = /./,
): Promise<{ subject: string; text: string }> {
  const call = await api(request, baseURL)
  let id: string | undefined
  await expect
    .poll(async () => {
      const { items } = await call('GET', '/outbox', undefined, await tokenOf(request, baseURL, ENGINEER))
      id = items.find(
        (m: { to: string; id: string; subject: string }) => m.to.includes(to) && subject.test(m.subject),
      )?.id
      return id
    })
    .toBeTruthy()
  return call('GET', `/outbox/${id}`, undefined, await tokenOf(request, baseURL, ENGINEER))
}

/** Returns the link with a token in a mail. Throws if there is none. */
export function linkIn({ text }: { text: string }): string {
  const link = /https?:\/\/\S+token=[\w-]+/.exec(text)?.[0]
  if (!link) throw new Error(`No link in: ${text}`)
  return link
}
