import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import type { Profile } from '../../../contract/account.ts'
import type { Role } from '../../../contract/base.ts'
import { client, type Failure, failureOf } from './api.ts'
import { queries } from './queries.ts'
import { onAuthChange, type StoredSession, storeSession } from './session.client.ts'

type AuthState = {
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
  /** Returns the failure, if any, to the caller. */
  signIn: (input: { email: string; password: string }) => Promise<{ error: Failure | null }>
  signOut: () => Promise<{ error: Failure | null }>
}

const AuthContext = createContext<Auth | undefined>(undefined)
const NOBODY: AuthState = {
  loading: false,
  session: null,
  user: null,
  profile: null,
  role: null,
  ready: false,
  isInternalUser: false,
}

const unexpected = (e: unknown): Failure => failureOf(e) ?? (e as Failure)

/** Ends the session here and on the server; locally also when the server cannot be reached. */
async function signOut() {
  let error: Failure | null = null
  try {
    await client.account.signOut({})
  } catch (e) {
    error = unexpected(e)
  }
  storeSession('SIGNED_OUT', null)
  return { error }
}

async function signIn(input: { email: string; password: string }) {
  try {
    const { session } = await client.account.signIn(input)
    storeSession('SIGNED_IN', session)
    return { error: null }
  } catch (e) {
    return { error: unexpected(e) }
  }
}

/** Knows who is signed in, for everything below it. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<AuthState>({ ...NOBODY, loading: true })

  useEffect(() => {
    let current: string | undefined
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
        setState(user ? { ...NOBODY, session, user } : NOBODY)
        // Deferred by one tick: the listener must return before calls begin that ask for the session again.
        if (user) setTimeout(() => void load(user.id))
        return
      }
      setState((s) => ({ ...s, loading: false, session, user }))
      if (user && event === 'SIGNED_IN') setTimeout(() => void load(user.id))
    })
  }, [])

  const value = useMemo<Auth>(() => ({ ...state, signIn, signOut }), [state])
  return <AuthContext value={value}>{children}</AuthContext>
}

/** Who is signed in. Throws outside its provider. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
