// The browser's end of the contract: types only, no schema reaches the bundle.
import { type ClientLink, createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { Contract } from '../../../contract/index.ts'
import { publishableKey, readSession, renewed } from './session.client.ts'

/** What a failed call throws. */
export type Failure = ORPCError<
  string,
  { fields?: Record<string, string[]>; requestId?: string; [more: string]: unknown } | undefined
>
/** The error as a Failure if it is one. */
export const failureOf = (e: unknown): Failure | undefined => (e instanceof ORPCError ? (e as Failure) : undefined)

/** Turns an answer that is not 2xx into a Failure. */
export async function failed(r: Response): Promise<Failure> {
  const body = (await r.json().catch(() => ({}))) as { error?: { code: string; message: string } }
  const { code = 'UNKNOWN', message = 'Something went wrong. Try again.', ...data } = body.error ?? {}
  return new ORPCError(code, { status: r.status, message, defined: true, data }) as Failure
}

const offline = (cause: unknown) =>
  new ORPCError('OFFLINE', {
    status: 503,
    message: 'The server cannot be reached. Check your connection and try again.',
    cause,
  })

/** Headers of a call: the publishable key and, when signed in, a token that is still good. */
export async function callHeaders(): Promise<Record<string, string>> {
  const [apikey, session] = await Promise.all([publishableKey(), renewed()])
  return { apikey, ...(session ? { authorization: `Bearer ${session.access_token}` } : {}) }
}

/**
 * fetch with the headers of a call. A 401 although the token looked good means that it was taken back: one renewal
 * decides between going on and being signed out.
 */
export async function call(
  path: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const send = async () => fetch(path, { ...init, headers: { ...(await callHeaders()), ...init.headers } })
  try {
    const r = await send()
    if (r.status !== 401 || !readSession() || typeof init.body === 'object') return r
    return (await renewed(true)) ? await send() : r
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw offline(cause)
  }
}

/** Options of one call: the idempotency key for retries, and whether the request continues after the page closes. */
type CallContext = { idempotencyKey?: string; keepalive?: boolean }

// The wire is ours (JSON in, JSON out, one error body), so the link is too: oRPC's own with its serializer is 7 KB.
const link: ClientLink<CallContext> = {
  async call(path, input, { signal, context }) {
    const idempotencyKey = context.idempotencyKey ?? crypto.randomUUID()
    const r = await call(`/api/rpc/${path.join('/')}`, {
      method: 'POST',
      signal,
      keepalive: context.keepalive,
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify({ json: input }),
    })
    if (!r.ok) throw await failed(r)
    return ((await r.json()) as { json: unknown }).json
  },
}

/** Every operation as a function. */
export const client: ContractRouterClient<Contract, CallContext> = createORPCClient(link)
/** Every operation as query and mutation options. */
export const api = createTanstackQueryUtils(client)
