// The API as a program calls it, and the mails that the demo keeps.
import type { APIRequestContext } from '@playwright/test'
import { expect, PASSWORD } from './browser.ts'

/** Calls below /api/v1; fails the test on an answer that is none of success. */
export async function api(request: APIRequestContext, baseURL: string) {
  const { publishableKey } = await (await request.get(`${baseURL}/api/v1/site`)).json()
  const headers = { apikey: publishableKey, origin: baseURL }
  return async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, data?: object, token?: string) => {
    const r = await request.fetch(`${baseURL}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(data ? { data } : {}),
    })
    expect([path, r.status(), r.ok()]).toEqual([path, r.status(), true])
    return r.json()
  }
}

/** The newest kept mail to an address, once there is one whose subject fits. */
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

/** The address of ours that a mail leads to. */
export function linkIn({ text }: { text: string }): string {
  const link = /https?:\/\/\S+token=[\w-]+/.exec(text)?.[0]
  if (!link) throw new Error(`No link in: ${text}`)
  return link
}
