import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import type { Profile, SignedIn } from '../../../contract/account.ts'
import type { Role } from '../../../contract/base.ts'
import { TimeZoneContext } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, type Failure, failed, failureOf } from './api.ts'
import { PasskeyCancelled, showPasskey } from './passkey.ts'
import { queries } from './queries.ts'
import { type AuthEvent, endSession, onAuthChange, type StoredSession, storeSession } from './session.client.ts'

type AuthState = {
  /** True when the session that was here was ended here, by the person. */
  left?: boolean
  /** What happened last to the session. */
  event: AuthEvent
  /** True until the first session check returned. */
  loading: boolean
  session: StoredSession | null
  user: StoredSession['user'] | null
  profile: z.infer<typeof Profile> | null
  role: Role | null
  /** True once profile and role have answered, or failed to. */
  ready: boolean
  /** True when the user's company is the provider itself. */
  isInternalUser: boolean
}
type Auth = AuthState & {
  // Each returns its failure, if any, to the caller.
  signIn: (input: { email: string; password: string }) => Promise<Entered>
  /** The code that Google sent the browser back with. */
  exchangeCode: (answer: { code: string; state: string; iss?: string }) => Promise<Entered>
  /** Asks the browser for a passkey. Closing its window is no failure: nothing happened. */
  signInWithPasskey: () => Promise<Entered & { cancelled?: true }>
  /** The code of an authenticator app, or a recovery code, where one is due. */
  verify: (input: { code: string }) => Promise<{ error: Failure | null }>
  /** Leaves for Google; comes back to the callback screen with the wish where to go. */
  signInWithGoogle: (redirect: string | null) => Promise<{ error: Failure | null }>
  signUp: (input: { email: string; password: string; fullName: string }) => Promise<{ error: Failure | null }>
  signOut: () => Promise<{ error: Failure | null }>
}
/** How a way in ended: let in, refused, or a second factor is due. */
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

const unexpected = (e: unknown): Failure => failureOf(e) ?? (e as Failure)

// Whoever leaves by will is not led back to where they were: the next to sign in may be somebody else.
let leftByWill = false

/** Ends the session here and on the server; locally also when the server cannot be reached. */
async function signOut() {
  leftByWill = true
  try {
    const r = await endSession()
    return { error: r.ok ? null : await failed(r) }
  } catch (e) {
    return { error: unexpected(e) }
  } finally {
    leftByWill = false
  }
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
    return e instanceof PasskeyCancelled ? { error: null, cancelled: true } : { error: unexpected(e) }
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
    toast({ title: 'Account created!', description: 'Please check your email to verify your account.', tone: 'good' })
    return { error: null }
  } catch (e) {
    return { error: unexpected(e) }
  }
}
const ways = { signIn, exchangeCode, signInWithPasskey, verify, signInWithGoogle, signUp, signOut }

/** Company and role as the token says, for telling whether they changed. */
function standing(session: StoredSession | null): string {
  try {
    const payload = session?.access_token.split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/') ?? ''
    const { company, role } = JSON.parse(atob(payload)) as { company: string; role: string }
    return `${company} ${role}`
  } catch {
    return ''
  }
}

/** The zone if this browser knows it too; otherwise its own. */
function known(timeZone: string | null | undefined): string | undefined {
  try {
    return timeZone ? new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone : undefined
  } catch {
    return undefined
  }
}

/** Knows who is signed in and in which zone they read times, for everything below it. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<AuthState>({ ...NOBODY, loading: true })

  useEffect(() => {
    let current: string | undefined
    let held = ''
    const load = async (userId: string) => {
      try {
        const [profile, { role }] = await Promise.all([client.account.profile(), client.account.role()])
        if (current === userId)
          setState((s) => ({ ...s, profile, role, ready: true, isInternalUser: profile.company.is_internal }))
      } catch (e) {
        console.warn('The profile could not be loaded.', e)
        if (current === userId) setState((s) => ({ ...s, ready: true }))
      }
    }
    return onAuthChange((event, session) => {
      const user = session?.user ?? null
      if (user?.id !== current) {
        // Nothing of the one before may be seen by the next.
        if (current !== undefined) queries.clear()
        current = user?.id
        held = standing(session)
        setState(user ? { ...NOBODY, event, session, user } : { ...NOBODY, event, left: leftByWill })
        // Deferred by one tick: the listener must return before calls begin that ask for the session again.
        if (user) setTimeout(() => void load(user.id))
        return
      }
      setState((s) => ({ ...s, event, loading: false, session, user }))
      // Another role or company came with the new token: what was loaded as the old one is not true any more.
      const now = standing(session)
      if (user && event === 'TOKEN_REFRESHED' && now !== held) {
        queries.clear()
        setTimeout(() => void load(user.id))
      }
      held = now
      if (user && (event === 'SIGNED_IN' || event === 'USER_UPDATED')) setTimeout(() => void load(user.id))
    })
  }, [])

  const value = useMemo<Auth>(() => ({ ...state, ...ways }), [state])
  return (
    <AuthContext value={value}>
      <TimeZoneContext value={known(state.profile?.time_zone)}>{children}</TimeZoneContext>
    </AuthContext>
  )
}

/** Who is signed in. Throws outside its provider. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
