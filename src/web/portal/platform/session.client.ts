// The session in the browser: one short access token in local storage, kept fresh by the httpOnly cookie.
import type { z } from 'zod'
import { brand } from '../../../../brand.config.ts'
import type { Session } from '../../../contract/account.ts'

export type StoredSession = z.infer<typeof Session>
export type AuthEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY'
  | 'MFA_CHALLENGE_VERIFIED'
type Listener = (event: AuthEvent, session: StoredSession | null) => void

const KEY = `${brand.slug}.session`
const LOCK = `${brand.slug}.refresh`
/** A token is renewed this many seconds before it ends. */
const MARGIN = 30
/** No answer after this long counts as no network, so that a hanging call cannot hold the lock. */
const REQUEST_TIMEOUT_MS = 10_000
const RETRY_MS = 5_000
/** However wrong a clock is, a token is not renewed more often than this. */
const MIN_WAIT_MS = 1_000

const listeners = new Set<Listener>()
const channel = new BroadcastChannel(KEY)
let timer: ReturnType<typeof setTimeout> | undefined

/** Whether it is one of ours: anybody can write into the storage. */
const fits = (s: StoredSession | null): s is StoredSession =>
  typeof s?.access_token === 'string' &&
  typeof s.expires_at === 'number' &&
  typeof s.user?.id === 'string' &&
  typeof s.user.email === 'string' &&
  typeof s.user.user_metadata?.full_name === 'string'

/** The session as it is stored now; null when there is none or somebody put nonsense there. */
export function readSession(): StoredSession | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as StoredSession | null
    return fits(kept) ? kept : null
  } catch {
    return null
  }
}

function tell(event: AuthEvent, session: StoredSession | null) {
  for (const listener of listeners) listener(event, session)
}

/** Keeps a session (or removes it) and tells every part of every tab. */
export function storeSession(event: AuthEvent, session: StoredSession | null): void {
  if (session) {
    learnClock(session)
    localStorage.setItem(KEY, JSON.stringify(session))
  } else localStorage.removeItem(KEY)
  tell(event, session)
  channel.postMessage(event)
  schedule()
}

channel.onmessage = ({ data }: MessageEvent<AuthEvent>) => {
  tell(data, readSession())
  schedule()
}
// The public pages sign out without a channel, and somebody may clear the storage by hand.
addEventListener('storage', (e) => {
  if ((e.key === KEY || e.key === null) && !readSession()) tell('SIGNED_OUT', null)
})

// A clock of this machine that is wrong by an hour must neither keep a dead token nor throw away a live one: what counts
// is how far it is from the server's, whose time of issue stands in the token.
let skewMs = 0
function learnClock(session: StoredSession): void {
  try {
    const payload = session.access_token.split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/') ?? ''
    skewMs = Date.now() - (JSON.parse(atob(payload)) as { at: number }).at
  } catch {
    skewMs = 0
  }
}
const left = (s: StoredSession) => (s.expires_at - MARGIN) * 1000 - (Date.now() - skewMs)
const fresh = (s: StoredSession) => left(s) > 0

function schedule() {
  clearTimeout(timer)
  const session = readSession()
  if (!session) return
  // A little apart, so that many tabs do not all wake in the same moment.
  timer = setTimeout(() => void renewed(), Math.max(MIN_WAIT_MS, left(session) + Math.random() * 500))
}

type Site = { publishableKey: string; suggestions?: boolean }
let site: Promise<Site> | undefined
/** What the server says of itself, asked for once. */
export function siteNow(): Promise<Site> {
  site ??= fetch('/api/v1/site').then((r) => {
    if (!r.ok) throw new Error(`HTTP ${r.status}`)
    return r.json() as Promise<Site>
  })
  site.catch(() => {
    site = undefined
  })
  return site
}
/** The header that every call carries. */
export const publishableKey = async (): Promise<string> => (await siteNow()).publishableKey

/**
 * A session whose token is good for a while, renewed if need be: by one tab for all, under a lock. Null when there is
 * none any more. Without network the old one stays: only the server's word ends a session.
 */
export async function renewed(force = false): Promise<StoredSession | null> {
  const before = readSession()
  if (!before) {
    // An end under way takes the cookie away when it is answered: a new session waits, or it would lose its own.
    await navigator.locks.request(LOCK, { mode: 'shared' }, () => {})
    return readSession()
  }
  if (!force && fresh(before)) return before
  return navigator.locks.request(LOCK, async () => {
    const now = readSession()
    if (!now) return null
    // Another tab was faster.
    if (now.access_token !== before.access_token && fresh(now)) {
      schedule()
      return now
    }
    try {
      const r = await fetch('/api/v1/auth/refresh', {
        method: 'POST',
        headers: { apikey: await publishableKey(), 'content-type': 'application/json' },
        body: '{}',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      if (r.ok) {
        const { session } = (await r.json()) as { session: StoredSession }
        // Ended meanwhile, here or in another tab.
        if (!readSession()) return null
        storeSession('TOKEN_REFRESHED', session)
        return session
      }
      if (r.status === 401 || r.status === 403) {
        storeSession('SIGNED_OUT', null)
        return null
      }
    } catch {
      // No network: try again below.
    }
    clearTimeout(timer)
    timer = setTimeout(() => void renewed(), RETRY_MS)
    return now
  })
}

/**
 * Ends the session: in every tab at once, then on the server, whose answer is returned. So no tab asks for anything
 * with a token that the server has taken back already. Throws when the server cannot be reached.
 */
export async function endSession(): Promise<Response> {
  const asked = Promise.all([publishableKey(), renewed()])
  const [apikey, session] = await asked.finally(() => storeSession('SIGNED_OUT', null))
  return navigator.locks.request(LOCK, () =>
    fetch('/api/v1/auth/sign-out', {
      method: 'POST',
      headers: {
        apikey,
        'content-type': 'application/json',
        ...(session ? { authorization: `Bearer ${session.access_token}` } : {}),
      },
      body: '{}',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      // Also when the page is closed right away.
      keepalive: true,
    }),
  )
}

/** After a change to the own account: the session as it is now, and word of it to every tab. */
export async function userUpdated(): Promise<void> {
  const session = await renewed(true)
  if (session) storeSession('USER_UPDATED', session)
}

/** Somebody came with a link to choose a new password: told to this tab, the session stays as it is. */
export const passwordRecovery = (): void => tell('PASSWORD_RECOVERY', readSession())

/** Calls `listener` now with the stored session and on every change in any tab. Returns how to stop. */
export function onAuthChange(listener: Listener): () => void {
  listeners.add(listener)
  listener('INITIAL_SESSION', readSession())
  schedule()
  return () => listeners.delete(listener)
}
