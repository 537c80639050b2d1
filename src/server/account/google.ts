import { type Context, refuse } from '../platform/api.ts'
import type { Flow } from '../platform/google.ts'
import { seal, unseal } from '../platform/seal.ts'
import { keepCookie, readCookie, sameOrigin } from './cookies.ts'
import { GOOGLE_SECONDS } from './policy.ts'

const PURPOSE = 'google flow'
// Named by its state, so that two tabs can be on their way at once.
const cookie = (state: string) => `google.${state.slice(0, 8)}`

/** Begins signing in with Google: where to send the browser. What belongs to it stays in the browser, sealed. GOOGLE_OFF. */
export async function google(
  context: Context,
  { redirect }: { redirect?: string | undefined },
): Promise<{ url: string }> {
  const { platform } = context
  sameOrigin(context)
  if (!platform.google) throw refuse('GOOGLE_OFF')
  const { url, flow } = await platform.google.begin()
  const kept = JSON.stringify({ flow, redirect, until: Date.now() + GOOGLE_SECONDS * 1000 })
  keepCookie(context, cookie(flow.state), await seal(platform.env.appSecret, PURPOSE, kept), GOOGLE_SECONDS)
  return { url }
}

/** What this browser kept when it left for Google; undefined when it never did, or too long ago. */
export async function keptFlow(
  context: Pick<Context, 'platform' | 'header'>,
  state: string,
): Promise<{ flow: Flow; redirect?: string } | undefined> {
  if (!/^[\w-]{8,}$/.test(state)) return undefined
  const sealed = readCookie(context as Context, cookie(state))
  const text = sealed ? await unseal(context.platform.env.appSecret, PURPOSE, sealed) : undefined
  if (!text) return undefined
  const kept = JSON.parse(text) as { flow: Flow; redirect?: string; until: number }
  return kept.until > Date.now() && kept.flow.state === state ? kept : undefined
}

/** Forgets what was kept: it was used, or will never be. */
export const dropFlow = (context: Context, state: string): void => {
  if (/^[\w-]{8,}$/.test(state)) keepCookie(context, cookie(state), '', 0)
}
