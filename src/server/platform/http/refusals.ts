// Logs and counts refused requests. Every refusal that an attacker could cause is one log line and one count in the
// metrics, and only this file writes them.
import type { Log } from '../observability/log.ts'
import type { Caller } from '../sign-in/token.ts'

/** The facts about a request that is refused, as far as they are known. */
export type Asked = {
  requestId: string
  address: string
  method: string
  /** The path without its query, which can contain secrets. */
  path: string
  /** Filled in as soon as it is known; read when the request is refused. */
  seen: Seen
}
/**
 * The caller, as far as known: the actor, or the account that an attempt to sign in is for. `reason` is set just before
 * a refusal whose code is not specific enough.
 */
export type Seen = { actor?: Caller; account?: string; userId?: string; reason?: string }

/** Reasons by error code, for codes that are specific enough or whose status does not show a refusal. */
const BY_CODE: Record<string, string> = {
  INVALID_CREDENTIALS: 'wrong_password',
  WRONG_PASSWORD: 'wrong_password',
  CODE_WRONG: 'wrong_factor',
  CHALLENGE_OVER: 'wrong_factor',
  PASSKEY_REFUSED: 'wrong_factor',
  CODE_INVALID: 'google_refused',
  EMAIL_NOT_VERIFIED: 'google_refused',
  ACCOUNT_NOT_LINKED: 'google_refused',
  ACCOUNT_OF_ANOTHER: 'google_refused',
  ACCOUNT_DISABLED: 'account_disabled',
  TOKEN_INVALID: 'bad_link',
  VIEW_ONLY: 'view_only',
  TWO_FACTOR_REQUIRED: 'two_factor_required',
  CONFIRM_IDENTITY: 'not_confirmed',
  FACTOR_NEEDED: 'not_confirmed',
  TOO_MANY_REQUESTS: 'too_many_requests',
}
/** Statuses that are refusals regardless of the code. */
const BY_STATUS: Record<number, string> = { 401: 'unauthorized', 403: 'forbidden', 429: 'too_many_requests' }

/** Returns a path for the log, without a secret in its last part, such as in links of mails. */
const shownPath = (path: string) => path.replace(/^(\/(?:unsubscribe|mail-consent)\/).+/, '$1…').slice(0, 200)

/** Creates the log and counter of refusals. */
export function createRefusals(log: Log) {
  const counts = new Map<string, number>()
  return {
    /** Refusals of this process by reason. */
    counts: counts as ReadonlyMap<string, number>,
    /** Logs and counts a refused request. Ignores responses that are not refusals (an invalid field, nothing found). */
    note({ requestId, address, method, path, seen }: Asked, status: number, code: string): void {
      const reason = seen.reason ?? BY_CODE[code] ?? BY_STATUS[status]
      if (reason === undefined) return
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
      const { actor, account } = seen
      const userId = actor?.userId ?? seen.userId
      log.warn(
        {
          event: 'refused',
          reason,
          status,
          code,
          requestId,
          address,
          method,
          route: shownPath(path),
          ...(userId ? { userId } : {}),
          ...(actor
            ? {
                companyId: actor.companyId,
                role: actor.role,
                via: actor.byKey ? 'api key' : actor.viewerId ? 'view as' : 'session',
                ...(actor.byKey ? { keyId: actor.sessionId } : {}),
                ...(actor.viewerId ? { viewerId: actor.viewerId } : {}),
              }
            : {}),
          ...(account ? { account } : {}),
        },
        'refused',
      )
    },
  }
}
export type Refusals = ReturnType<typeof createRefusals>
