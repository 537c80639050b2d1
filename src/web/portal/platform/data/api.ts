// The browser's side of the contract: types only, so that no schema reaches the bundle.
import { type ClientLink, createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils, OPERATION_CONTEXT_SYMBOL } from '@orpc/tanstack-query'
import type { Contract } from '../../../../contract/index.ts'
import { type Read, takeSent } from '../../../start.ts'
import { learnServerTime } from '../../../ui/clock.ts'
import { hasSignedInAgain } from '../session/expired-session.ts'
import { getPublishableKey, noticeEnd, readSession, renewSession } from '../session/session.client.ts'
import { createReader } from './read-together.ts'
import { createSentAnswers } from './sent-reads.ts'

/** The error that a failed call throws. */
export type Failure = ORPCError<
  string,
  { fields?: Record<string, string[]>; requestId?: string; [more: string]: unknown } | undefined
>
/** Returns the error if it is a Failure, or else undefined. */
export const parseFailure = (e: unknown): Failure | undefined => (e instanceof ORPCError ? (e as Failure) : undefined)

function toFailure(status: number, body: { error?: { code: string; message: string } }): Failure {
  const { code = 'UNKNOWN', message = 'We couldn’t complete this request. Try again.', ...data } = body.error ?? {}
  return new ORPCError(code, { status, message, defined: true, data }) as Failure
}
/** Returns the Failure of a response that is not 2xx. */
export const readFailure = async (r: Response): Promise<Failure> =>
  toFailure(r.status, await r.json().catch(() => ({})))

const offline = (cause: unknown) =>
  new ORPCError('OFFLINE', {
    status: 503,
    message: 'Can’t reach the server. Check your connection and try again.',
    cause,
  })

/** Returns the headers of a call: the publishable key and, when signed in, a valid token. */
export async function callHeaders(): Promise<Record<string, string>> {
  const session = await renewSession()
  return { apikey: getPublishableKey(), ...(session ? { authorization: `Bearer ${session.access_token}` } : {}) }
}

/**
 * Calls fetch with the headers of a call and returns the response. Rejects with OFFLINE when the server cannot be
 * reached. A 401 for a token that has not expired means that it was revoked: one renewal decides whether the user stays
 * signed in. If the session ended during the call and the page is kept for the next sign-in, the call waits for it and
 * is sent again. A call that uploads a file is not sent again. `caller` is the user for whom the call was begun.
 */
export async function fetchWithSession(
  path: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
  // A call that begins without a session, such as the sign-in itself, does not wait for a sign-in.
  caller = readSession()?.user.id,
): Promise<Response> {
  const send = async () => {
    const r = await fetch(path, { ...init, headers: { ...(await callHeaders()), ...init.headers } })
    learnServerTime(Date.parse(r.headers.get('date') ?? ''))
    return r
  }
  try {
    const r = await send()
    if (r.status !== 401 || !caller || typeof init.body === 'object') return r
    const session = await renewSession(true)
    // Someone else may have signed in meanwhile, in another tab.
    if (session) return session.user.id === caller ? await send() : r
    noticeEnd()
    return (await hasSignedInAgain(init.signal)) ? await send() : r
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw offline(cause)
  }
}

/** Options of one call: the idempotency key for retries, and whether the request continues after the page closes. */
type CallContext = {
  idempotencyKey?: string
  keepalive?: boolean
  /** Set for queries, which change nothing. */
  [OPERATION_CONTEXT_SYMBOL]?: { type: string }
}

type Post = Omit<RequestInit, 'headers'> & { headers?: Record<string, string>; caller?: string | undefined }
const post = (path: string, json: unknown, { caller, ...init }: Post) =>
  fetchWithSession(
    `/api/rpc/${path}`,
    {
      ...init,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...init.headers },
      body: JSON.stringify(json),
    },
    caller,
  )

async function call(path: string, input: unknown, { idempotencyKey, ...init }: Post & CallContext) {
  const headers = { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }
  const r = await post(path, { json: input }, { ...init, headers })
  if (!r.ok) throw await readFailure(r)
  return ((await r.json()) as { json: unknown }).json
}

const getCaller = () => readSession()?.user.id
/** Sends a read for the user for whom it was begun. */
async function sendAlone({ path, input }: Read, signal: AbortSignal | undefined, caller: string | undefined) {
  const now = getCaller()
  // Someone else has signed in meanwhile.
  if (caller && now && now !== caller) throw toFailure(401, {})
  return call(path, input, { signal: signal ?? null, caller })
}
const readTogether = createReader({
  sendTogether: (reads, signal) => post('reads', { reads }, { signal }),
  sendAlone,
  getCaller,
  fail: (status, body) => toFailure(status, body as Parameters<typeof toFailure>[1]),
  breakOff: (cause) => parseFailure(cause) ?? offline(cause),
})

const sentAnswers = createSentAnswers(takeSent())
/** Drops the answers to the document's reads that nobody asked for. A later screen has to read again. */
export const dropSentAnswers = sentAnswers.drop

// We control the wire format (JSON in, JSON out, one error body), so we have our own link: oRPC's needs a serializer of
// 7 KB.
const link: ClientLink<CallContext> = {
  call(steps, input, { signal, context }) {
    const path = steps.join('/')
    const { [OPERATION_CONTEXT_SYMBOL]: operation, idempotencyKey, keepalive } = context
    const read = { path, input }
    const sent = sentAnswers.take(read, readSession()?.access_token)
    if (sent) {
      const caller = getCaller()
      return sent.then((answer) => {
        if (!answer) return sendAlone(read, signal, caller)
        if (answer.status !== 200) throw toFailure(answer.status, answer.body as Parameters<typeof toFailure>[1])
        return answer.body.json
      })
    }
    // Answers about sign-in are never compressed, so the server does not send them together with others.
    const isQuery = operation?.type === 'query' || operation?.type === 'infinite'
    if (isQuery && steps[0] !== 'account') return readTogether(read, signal)
    return call(path, input, { signal: signal ?? null, idempotencyKey, keepalive })
  },
}

/** Every operation as a function. */
export const client: ContractRouterClient<Contract, CallContext> = createORPCClient(link)
/** Every operation as query and mutation options. */
export const api = createTanstackQueryUtils(client)
