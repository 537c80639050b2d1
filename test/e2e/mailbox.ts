// The API as a program calls it, and the mails that the demo keeps.
import type { APIRequestContext } from '@playwright/test'
import { ENGINEER, expect, PASSWORD } from './browser.ts'

/** Calls below /api/v1; fails the test on an answer that is none of success. */
export async function api(request: APIRequestContext, baseURL: string) {
  const { publishableKey } = await (await request.get(`${baseURL}/api/v1/site`)).json()
  const headers = { apikey: publishableKey, origin: baseURL }
  return async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, data?: object, token?: string) => {
    const r = await request.fetch(`${baseURL}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(data ? { data } : {}),
    })
    if (!r.ok()) throw new Error(`${method} ${path}: ${r.status()} ${await r.text()}`)
    return r.json()
  }
}

type Held = { access_token: string; expires_at: number }
const held = new Map<string, Held>()
/** Keeps a session for `tokenOf`, for example after a sign-up. */
export const hold = (email: string, session: Held): void => void held.set(email, session)

/**
 * A token of somebody for calls to the API, good for a minute at least: it lasts five, and a test on a slow machine may take
 * longer. Kept for all tests of a worker.
 */
export async function tokenOf(
  request: APIRequestContext,
  baseURL: string,
  email: string,
  password = PASSWORD,
): Promise<string> {
  let session = held.get(email)
  if (!session || session.expires_at - Date.now() / 1000 < 60) {
    const call = await api(request, baseURL)
    session = (await call('POST', '/auth/sign-in', { email, password })).session as Held
    hold(email, session)
  }
  return session.access_token
}

/** The newest kept mail to an address, once there is one whose subject fits. */
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

/** The address of ours that a mail leads to. */
export function linkIn({ text }: { text: string }): string {
  const link = /https?:\/\/\S+token=[\w-]+/.exec(text)?.[0]
  if (!link) throw new Error(`No link in: ${text}`)
  return link
}
