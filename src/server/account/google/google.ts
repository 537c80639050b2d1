import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { type Context, refuse } from '../../platform/http/api.ts'
import type { Flow } from '../../platform/sign-in/google.ts'
import { sealText, unsealText } from '../../platform/sign-in/seal.ts'
import { GOOGLE_SECONDS } from '../policy.ts'
import { readCookie, sameOrigin, setSealedCookie } from '../sessions/cookies.ts'

const PURPOSE = 'google flow'
// One cookie per state, so that two tabs can sign in at the same time.
const cookie = (state: string) => `google.${state.slice(0, 8)}`

/**
 * Starts a Google sign-in and returns the URL to send the browser to. The state of the flow is kept in an encrypted
 * cookie. Throws GOOGLE_OFF.
 */
export const startGoogleSignIn = action(contract.account.google, async (context, { redirect }) => {
  const { platform } = context
  sameOrigin(context)
  if (!platform.google) throw refuse('GOOGLE_OFF')
  const { url, flow } = await platform.google.begin()
  const stored = JSON.stringify({ flow, redirect, until: Date.now() + GOOGLE_SECONDS * 1000 })
  setSealedCookie(context, cookie(flow.state), await sealText(platform.env, PURPOSE, stored), GOOGLE_SECONDS)
  return { url }
})

/** Returns the flow that this browser started with Google, or undefined when there is none or it has expired. */
export async function readFlow(
  context: Pick<Context, 'platform' | 'header'>,
  state: string,
): Promise<{ flow: Flow; redirect?: string } | undefined> {
  if (!/^[\w-]{8,}$/.test(state)) return undefined
  const sealed = readCookie(context as Context, cookie(state))
  const text = sealed ? await unsealText(context.platform.env, PURPOSE, sealed) : undefined
  if (!text) return undefined
  const stored = JSON.parse(text) as { flow: Flow; redirect?: string; until: number }
  return stored.until > Date.now() && stored.flow.state === state ? stored : undefined
}

/** Deletes the cookie of a flow that was used or has failed. */
export const dropFlow = (context: Context, state: string): void => {
  if (/^[\w-]{8,}$/.test(state)) setSealedCookie(context, cookie(state), '', 0)
}
