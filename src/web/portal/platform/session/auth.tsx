import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import type { Profile, SignedIn } from '../../../../contract/account/index.ts'
import type { Role } from '../../../../contract/base.ts'
import { isPersonalStorageClosed } from '../../../personal-storage.ts'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { TimeZoneContext } from '../../../ui/text/relative-time.tsx'
import { client, dropSentAnswers, type Failure, parseFailure, readFailure } from '../data/api.ts'
import { queries } from '../data/queries.ts'
import { awaitSignIn, endWait, hasTyped } from './expired-session.ts'
import { PasskeyCanceled, showPasskey } from './passkey.ts'
import {
  type AuthEvent,
  confirmSession,
  endSession,
  isSessionInMemory,
  onAuthChange,
  readSession,
  type StoredSession,
  storeSession,
} from './session.client.ts'

type AuthState = {
  /** True if the user ended the session by signing out here. */
  left?: boolean
  /**
   * True if the session ended while the user was typing. Everything else stays as it was, so that the page stays too,
   * until they have signed in again.
   */
  expired?: boolean
  /** The last event of the session. */
  event: AuthEvent
  /** True until the first session check has returned. */
  loading: boolean
  session: StoredSession | null
  user: StoredSession['user'] | null
  profile: z.infer<typeof Profile> | null
  role: Role | null
  /** True once profile and role have loaded, or failed to load. */
  ready: boolean
  /** True when the user's company is the provider itself. */
  isInternalUser: boolean
}
type Auth = AuthState & {
  // Each returns its failure, if any, to the caller.
  signIn: (input: { email: string; password: string }) => Promise<Entered>
  /** Exchanges the code with which Google redirected the browser back. */
  exchangeCode: (answer: { code: string; state: string; iss?: string }) => Promise<Entered>
  /** Asks the browser for a passkey. Closing its window is not an error. */
  signInWithPasskey: () => Promise<Entered & { canceled?: true }>
  /** Verifies the code of an authenticator app, or a recovery code, when two-factor authentication is required. */
  verify: (input: { code: string }) => Promise<{ error: Failure | null }>
  /** Redirects to Google, which returns to the callback screen. `redirect` is where to go from there. */
  signInWithGoogle: (redirect: string | null) => Promise<{ error: Failure | null }>
  signUp: (input: { email: string; password: string; fullName: string }) => Promise<{ error: Failure | null }>
  signOut: () => Promise<{ error: Failure | null }>
}
/** The result of a sign-in method: signed in, rejected, or a two-factor code is required. */
type Entered = { error: Failure | null; factorDue?: boolean }

const AuthContext = createContext<Auth | undefined>(undefined)
const NOBODY: AuthState = {
  event: 'INITIAL_SESSION',
  loading: false,
  session: null,
  user: null,
  profile: null,
  role: null,
  ready: false,
  isInternalUser: false,
}

const unexpected = (e: unknown): Failure => parseFailure(e) ?? (e as Failure)

// After a sign-out, the next sign-in does not return to the same screen: it may be another person.
let leftByWill = false

/** Ends the session here and on the server. It ends here even if the server cannot be reached. */
async function signOut() {
  leftByWill = true
  try {
    const r = await endSession()
    return { error: r.ok ? null : await readFailure(r) }
  } catch (e) {
    return { error: unexpected(e) }
  } finally {
    leftByWill = false
  }
}

/** Confirms the identity of the signed-in user by password, code or passkey. Throws a Failure. */
export async function confirmIdentity(
  proof: { password: string } | { code: string } | { response: object },
): Promise<void> {
  const r = await confirmSession(proof)
  if (!r.ok) throw await readFailure(r)
}

type Answer = z.infer<typeof SignedIn>
async function enter(ask: () => Promise<Answer>): Promise<Entered> {
  try {
    const answer = await ask()
    if ('factor_required' in answer) return { error: null, factorDue: true }
    storeSession('SIGNED_IN', answer.session)
    return { error: null }
  } catch (e) {
    return { error: unexpected(e) }
  }
}
const signIn: Auth['signIn'] = (input) => enter(() => client.account.signIn(input))
const exchangeCode: Auth['exchangeCode'] = (answer) => enter(() => client.account.exchange(answer))

const signInWithPasskey: Auth['signInWithPasskey'] = async () => {
  try {
    const response = await showPasskey(await client.account.passkeyOptions({}))
    return await enter(() => client.account.passkey({ response }))
  } catch (e) {
    return e instanceof PasskeyCanceled ? { error: null, canceled: true } : { error: unexpected(e) }
  }
}

const verify: Auth['verify'] = async ({ code }) => {
  try {
    const { session } = await client.account.verify({ code })
    storeSession('MFA_CHALLENGE_VERIFIED', session)
    return { error: null }
  } catch (e) {
    return { error: unexpected(e) }
  }
}

const signInWithGoogle: Auth['signInWithGoogle'] = async (redirect) => {
  try {
    const { url } = await client.account.google(redirect ? { redirect } : {})
    location.assign(url)
    return { error: null }
  } catch (e) {
    return { error: unexpected(e) }
  }
}

const signUp: Auth['signUp'] = async (input) => {
  try {
    await client.account.signUp(input)
    showToast({
      title: 'Account created!',
      description: 'Please check your email to verify your account.',
      tone: 'good',
    })
    return { error: null }
  } catch (e) {
    return { error: unexpected(e) }
  }
}
const methods = { signIn, exchangeCode, signInWithPasskey, verify, signInWithGoogle, signUp, signOut }

/** Returns the company and role in the token, to detect that they changed. */
function standing(session: StoredSession | null): string {
  try {
    const payload = session?.access_token.split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/') ?? ''
    const { company, role } = JSON.parse(atob(payload)) as { company: string; role: string }
    return `${company} ${role}`
  } catch {
    return ''
  }
}

/** Returns the time zone if this browser knows it. Undefined means the browser's own zone. */
function known(timeZone: string | null | undefined): string | undefined {
  try {
    return timeZone ? new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone : undefined
  } catch {
    return undefined
  }
}

// Shown once in this tab, not on every renewal.
let hasWarned = false
function warnIfSessionInMemory() {
  if (hasWarned || !isSessionInMemory()) return
  hasWarned = true
  showToast({
    title: 'You’re signed in only in this tab',
    description: navigator.cookieEnabled
      ? 'Your browser doesn’t store data for this site. Closing or reloading the tab signs you out.'
      : 'Your browser blocks cookies and storage for this site, so you’ll be signed out after a few minutes. Allow them to stay signed in.',
    stay: 20_000,
  })
}

/** Provides the signed-in user, and the time zone in which they read times, to everything below it. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<AuthState>({ ...NOBODY, loading: true })

  useEffect(() => {
    let current: string | undefined
    let viewing = false
    let held = ''
    const load = async (userId: string) => {
      try {
        const asked = Promise.all([client.account.profile(), client.account.role()])
        dropSentAnswers()
        const [profile, { role }] = await asked
        if (current === userId)
          setState((s) => ({ ...s, profile, role, ready: true, isInternalUser: profile.company.is_internal }))
      } catch (e) {
        // The session ended meanwhile, or is someone else's now. A sign-in loads the profile again.
        if (current !== userId || !readSession()) return
        console.warn('Couldn’t load the profile.', e)
        setState((s) => ({ ...s, ready: true }))
      }
    }
    return onAuthChange((event, session) => {
      const user = session?.user ?? null
      if (user) warnIfSessionInMemory()
      // The session expired or was revoked. After a sign-out in any tab, nothing of the user stays on the screen.
      if (!user && current !== undefined && !viewing && !leftByWill && !isPersonalStorageClosed() && hasTyped()) {
        awaitSignIn()
        setState((s) => ({ ...s, event, expired: true }))
        return
      }
      endWait(user !== null && user.id === current)
      viewing = session?.viewing != null
      if (user?.id !== current) {
        // The next user must not see any data of the previous one.
        if (current !== undefined) queries.clear()
        current = user?.id
        held = standing(session)
        setState(user ? { ...NOBODY, event, session, user } : { ...NOBODY, event, left: leftByWill })
        // Deferred by one tick: the listener must return before calls start that ask for the session again.
        if (user) setTimeout(() => void load(user.id))
        return
      }
      setState((s) => ({ ...s, event, loading: false, expired: false, session, user }))
      if (!user) return
      // With another role or company in the token, what was loaded with the old one is no longer valid.
      const changed = standing(session) !== held
      held = standing(session)
      const entered = event === 'SIGNED_IN' || event === 'MFA_CHALLENGE_VERIFIED'
      if (changed) queries.clear()
      // Queries have failed while the session was expired.
      else if (entered) void queries.invalidateQueries()
      if (changed || entered || event === 'USER_UPDATED') setTimeout(() => void load(user.id))
    })
  }, [])

  const value = useMemo<Auth>(() => ({ ...state, ...methods }), [state])
  return (
    <AuthContext value={value}>
      <TimeZoneContext value={known(state.profile?.time_zone)}>{children}</TimeZoneContext>
    </AuthContext>
  )
}

/** Returns the signed-in user's state and the sign-in methods. Throws outside its provider. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
