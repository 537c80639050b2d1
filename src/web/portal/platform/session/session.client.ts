// The session in the browser: a short-lived access token in local storage, renewed by means of the httpOnly cookie.
import type { z } from 'zod'
import { brand } from '../../../../../brand.config.ts'
import type { Session } from '../../../../contract/account/index.ts'
import { localStore, openChannel } from '../../../browser-storage.ts'
import {
  clearPersonalStorage,
  isPersonalStorageClosed,
  SESSION_KEY as KEY,
  openPersonalStorage,
  type SessionMessage,
} from '../../../personal-storage.ts'
import { readStart } from '../../../start.ts'
import { getNow, learnServerTime } from '../../../ui/clock.ts'
import { holdLock } from './hold-lock.ts'

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

const LOCK = `${brand.slug}.refresh`
/** A token is renewed this many seconds before it expires. */
const MARGIN = 30
/** No response after this long counts as no network, so that a hanging call cannot hold the lock. */
const REQUEST_TIMEOUT_MS = 10_000
const RETRY_MS = 5_000
/** A token is not renewed more often than this, however wrong a clock is. */
const MIN_WAIT_MS = 1_000

const listeners = new Set<Listener>()
let inMemory = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Returns whether the value is a session, because anyone can write to the storage. */
const fits = (s: StoredSession | null): s is StoredSession =>
  typeof s?.access_token === 'string' &&
  typeof s.expires_at === 'number' &&
  typeof s.user?.id === 'string' &&
  typeof s.user.email === 'string' &&
  typeof s.user.user_metadata?.full_name === 'string'

/** Returns the stored session, or null if there is none or it is invalid. */
export function readSession(): StoredSession | null {
  try {
    const kept = JSON.parse(localStore.get(KEY) ?? 'null') as StoredSession | null
    return fits(kept) ? kept : null
  } catch {
    return null
  }
}

/** Returns whether the browser could not store the session, which then ends with this tab. */
export const isSessionInMemory = (): boolean => inMemory

/** The session of the last notification. */
let lastNotified: StoredSession | null = null
function notify(event: AuthEvent, session: StoredSession | null) {
  lastNotified = session
  for (const listener of listeners) listener(event, session)
}

/**
 * Stores or removes a session and notifies every listener in every tab. `left`: the user signed out, so drafts and
 * recent items are removed too. An expired session keeps them.
 */
export function storeSession(event: AuthEvent, session: StoredSession | null, { left = false } = {}): void {
  if (session) {
    openPersonalStorage()
    learnClock(session)
    inMemory = !localStore.set(KEY, JSON.stringify(session))
  } else localStore.remove(KEY)
  if (left) clearPersonalStorage()
  notify(event, session)
  postToTabs({ event, left })
  schedule()
}

const postToTabs = openChannel<SessionMessage<AuthEvent>>(KEY, ({ event, left }) => {
  if (event === 'SIGNED_OUT') localStore.forget(KEY)
  const session = readSession()
  if (left) clearPersonalStorage()
  else if (session) openPersonalStorage()
  // Without a session, the message was faster than the storage, whose event follows.
  if (!session && event !== 'SIGNED_OUT') return
  notify(event, session)
  schedule()
})

/**
 * Returns whether data of this user may be read from or written to the browser's storage. Not after a sign-out, and not
 * for an administrator who views as the user.
 */
export function mayKeepFor(userId: string): boolean {
  const session = readSession()
  return !isPersonalStorageClosed() && !(session?.viewing && session.user.id === userId)
}

/** Notifies this tab if another one has ended the session, because its message may still be on the way. */
export function noticeEnd(): void {
  if (!readSession()) notify('SIGNED_OUT', null)
}

// A message can arrive before the storage has the session, the browser may have no channels, and the user may clear the
// storage.
addEventListener('storage', (change) => {
  if (change.key !== KEY && change.key !== null) return
  const session = readSession()
  if (session?.access_token === lastNotified?.access_token) return
  if (session) openPersonalStorage()
  notify(session ? (lastNotified ? 'TOKEN_REFRESHED' : 'SIGNED_IN') : 'SIGNED_OUT', session)
  schedule()
})

// Compares this device's clock with the server's, using the time of issue in the token.
function learnClock(session: StoredSession): void {
  try {
    const payload = session.access_token.split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/') ?? ''
    learnServerTime((JSON.parse(atob(payload)) as { at: number }).at)
  } catch {
    // The next response from the server sets the difference instead.
  }
}
const left = (s: StoredSession) => (s.expires_at - MARGIN) * 1000 - getNow()
const fresh = (s: StoredSession) => left(s) > 0

function schedule() {
  clearTimeout(timer)
  const session = readSession()
  if (!session) return
  // A random delay, so that many tabs do not all wake at the same moment.
  timer = setTimeout(() => void renewSession(), Math.max(MIN_WAIT_MS, left(session) + Math.random() * 500))
}

/** Returns the key that every call sends as a header. */
export const getPublishableKey = (): string => readStart().site.publishableKey

/**
 * Returns a session whose token stays valid for a while. One tab renews it for all if necessary, under a lock. Null if
 * there is no session anymore. Without network the old session stays, because only the server can end it.
 */
export async function renewSession(force = false): Promise<StoredSession | null> {
  const before = readSession()
  if (!before) {
    // The response of a sign-out in progress removes the cookie. Wait for it, or a new session would lose its own
    // cookie.
    await holdLock(LOCK, async () => {}, { mode: 'shared' })
    return readSession()
  }
  if (!force && fresh(before)) return before
  return holdLock(LOCK, async () => {
    const now = readSession()
    if (!now) return null
    // Another tab has already renewed it.
    if (now.access_token !== before.access_token && fresh(now)) {
      schedule()
      return now
    }
    try {
      const r = await fetch('/api/v1/auth/refresh', {
        method: 'POST',
        headers: { apikey: getPublishableKey(), 'content-type': 'application/json' },
        body: '{}',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      if (r.ok) {
        const { session } = (await r.json()) as { session: StoredSession }
        // The user has signed out since the request was sent, here or in another tab.
        if (!readSession()) return null
        storeSession('TOKEN_REFRESHED', session)
        return session
      }
      if (r.status === 401 || r.status === 403) {
        // A sign-in in another tab has replaced the session.
        const present = readSession()
        if (present && present.access_token !== now.access_token) return present
        storeSession('SIGNED_OUT', null)
        return null
      }
    } catch {
      // No network: retried below.
    }
    clearTimeout(timer)
    timer = setTimeout(() => void renewSession(), RETRY_MS)
    return now
  })
}

/**
 * Ends the session immediately in every tab, then on the server, and returns the server's response. In this order, no
 * tab sends a token that the server has already revoked. Throws when the server cannot be reached.
 */
export async function endSession(): Promise<Response> {
  const session = await renewSession().finally(() => storeSession('SIGNED_OUT', null, { left: true }))
  return holdLock(LOCK, () =>
    fetch('/api/v1/auth/sign-out', {
      method: 'POST',
      headers: {
        apikey: getPublishableKey(),
        'content-type': 'application/json',
        ...(session ? { authorization: `Bearer ${session.access_token}` } : {}),
      },
      body: '{}',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      // Sent even if the page is closed right away.
      keepalive: true,
    }),
  )
}

/**
 * Confirms the identity of the signed-in user and returns the response, which replaces the session. The lock keeps
 * other tabs from renewing it at the same time, because the old cookie is invalid as soon as the server has responded.
 */
export async function confirmSession(proof: object): Promise<Response> {
  await renewSession()
  return holdLock(LOCK, async () => {
    const r = await fetch('/api/v1/me/confirm', {
      method: 'POST',
      headers: {
        apikey: getPublishableKey(),
        'content-type': 'application/json',
        authorization: `Bearer ${readSession()?.access_token}`,
      },
      body: JSON.stringify(proof),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    if (r.ok) {
      const { session } = (await r.clone().json()) as { session: StoredSession }
      // The user may have signed out in another tab.
      if (readSession()) storeSession('TOKEN_REFRESHED', session)
    }
    return r
  })
}

/** Renews the session after a change to the user's own account, and notifies every tab. */
export async function userUpdated(): Promise<void> {
  const session = await renewSession(true)
  if (session) storeSession('USER_UPDATED', session)
}

/** Notifies this tab that a link to choose a new password was opened. The session stays as it is. */
export const passwordRecovery = (): void => notify('PASSWORD_RECOVERY', readSession())

/** Calls `listener` now with the stored session and on every change in any tab. Returns a function that stops it. */
export function onAuthChange(listener: Listener): () => void {
  if (listeners.size === 0) lastNotified = readSession()
  listeners.add(listener)
  listener('INITIAL_SESSION', readSession())
  schedule()
  return () => listeners.delete(listener)
}
