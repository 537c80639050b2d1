// The requests to Stripe.
import { AsyncLocalStorage } from 'node:async_hooks'

/** Maximum length of a response. */
const MAX_BYTES = 8_000_000
/** Records per call whether any attempt may have reached Stripe. */
export const calls = new AsyncLocalStorage<{ reached: boolean }>()
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * Like `fetch`, but throws for a response that is not from Stripe: the SDK treats any JSON without `error` as a
 * success, even the "not found" of another server at that address.
 */
export async function fetchFromStripe(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const call = calls.getStore()
  let response: Response
  let text: string
  try {
    response = await fetch(input, { ...init, redirect: 'error' })
    if (call) call.reached = true
    text = await response.text()
  } catch (e) {
    const code = ((e as { cause?: { code?: string } }).cause?.code ?? (e as { code?: string }).code) as string
    if (call && !NEVER_SENT.has(code)) call.reached = true
    throw e
  }
  let body: { error?: unknown; object?: unknown } | undefined
  try {
    body = text.length <= MAX_BYTES ? JSON.parse(text) : undefined
  } catch {}
  const known = body !== null && typeof body === 'object'
  const good =
    known && (response.ok ? typeof body?.object === 'string' && !body.error : typeof body?.error === 'object')
  if (!good) throw new Error(`Response ${response.status} is not from Stripe.`)
  return new Response(text, { status: response.status, headers: response.headers })
}
