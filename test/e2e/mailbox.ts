// Helpers to call the API as a program does, and to read the demo's mails.
import { type APIRequestContext, request as requests } from '@playwright/test'
import { expect, PASSWORD, reconnect } from './browser.ts'

/**
 * Returns a function that calls /api/v1 and fails the test on an unsuccessful response. Signing in and accepting an
 * invitation do not change the cookies of `request`, because signing in again in a browser ends its session.
 */
export async function api(request: APIRequestContext, baseURL: string) {
  const { publishableKey } = await (await request.get(`${baseURL}/api/v1/site`, reconnect)).json()
  const headers = { apikey: publishableKey, origin: baseURL }
  return async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, data?: object, token?: string) => {
    const from = /^\/auth\/(sign-in|invitation\/accept)$/.test(path) ? await requests.newContext() : request
    const r = await from.fetch(`${baseURL}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(data ? { data } : {}),
      ...reconnect,
    })
    expect(r.ok(), `${path} ${r.status()}`).toBe(true)
    const answer = await r.json()
    if (from !== request) await from.dispose()
    return answer
  }
}

/** Waits for a mail to an address with a matching subject, and returns the newest. */
export async function mailTo(
  request: APIRequestContext,
  baseURL: string,
  to: string,
  subject = /./,
): Promise<{ subject: string; text: string }> {
  const call = await api(request, baseURL)
  const staff = { email: 'engineer@millwright.example', password: PASSWORD }
  const { session } = await call('POST', '/auth/sign-in', staff)
  let id: string | undefined
  await expect
    .poll(
      async () => {
        const { items } = await call('GET', '/outbox', undefined, session.access_token)
        id = items.find(
          (m: { to: string; id: string; subject: string }) => m.to.includes(to) && subject.test(m.subject),
        )?.id
        return id
      },
      { timeout: 20_000 },
    )
    .toBeTruthy()
  return call('GET', `/outbox/${id}`, undefined, session.access_token)
}

/** Returns the link with a token in a mail. Throws if there is none. */
export function linkIn({ text }: { text: string }): string {
  const link = /https?:\/\/\S+token=[\w-]+/.exec(text)?.[0]
  if (!link) throw new Error(`No link in: ${text}`)
  return link
}
