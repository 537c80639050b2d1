import { createPrivateKey, createPublicKey, hash } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Role } from '../../contract/base.ts'
import type { Actor } from './db.ts'
import { derive } from './env.ts'

/** How long an access token lives, in seconds. */
export const TOKEN_SECONDS = 300
const AUDIENCE = 'portal-api'
const CACHE = 10_000

// RFC 8410: the DER frame around a 32-byte Ed25519 seed. Deriving the pair from the one secret means that every
// process knows it and no table holds it; changing the secret signs everybody out.
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Who calls, as the token says. Times in milliseconds; `viewerId` is the administrator who looks as this user. */
export type Caller = Actor & {
  role: Role
  sessionId: string
  viewerId?: string
  /** A company's API key, not a person. */
  byKey?: true
  issuedAt: number
  expiresAt: number
}

/** Makes and checks access tokens (EdDSA, pinned issuer and audience). */
export function tokens(appSecret: string, issuer: string) {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, derive(appSecret, 'access tokens')]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(privateKey)
  const known = new Map<string, Caller>()

  return {
    /**
     * A token for the actor and the moment it ends, in seconds since 1970. `at` is when the actor's standing was read, in
     * milliseconds: what is taken back from then on is taken back from this token. `until` ends it earlier.
     */
    async issue(
      actor: Actor & { sessionId: string; viewerId?: string },
      { at: now = Date.now(), until = Number.POSITIVE_INFINITY }: { at?: number; until?: number } = {},
    ): Promise<{ token: string; expiresAt: number }> {
      const expiresAt = Math.floor(Math.min(now / 1000 + TOKEN_SECONDS, until / 1000))
      const token = await new SignJWT({
        sid: actor.sessionId,
        company: actor.companyId,
        role: actor.role,
        internal: actor.kind === 'staff',
        at: now,
        // RFC 8693: who acts as the subject.
        ...(actor.viewerId ? { act: { sub: actor.viewerId } } : {}),
      })
        .setProtectedHeader({ alg: 'EdDSA' })
        .setSubject(actor.userId)
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setIssuedAt(Math.floor(now / 1000))
        .setExpirationTime(expiresAt)
        .sign(privateKey)
      return { token, expiresAt }
    },
    /** Who a good token names, undefined for any other. Checked ones are remembered: the signature costs more than a small query. */
    async read(token: string): Promise<Caller | undefined> {
      if (token.length > 4_000) return undefined
      const key = hash('sha256', token, 'base64')
      let caller = known.get(key)
      if (!caller) {
        try {
          const { payload: p } = await jwtVerify(token, publicKey, {
            issuer,
            audience: AUDIENCE,
            algorithms: ['EdDSA'],
          })
          caller = {
            kind: p.internal ? 'staff' : 'tenant',
            companyId: p.company as string,
            userId: p.sub as string,
            role: p.role as Role,
            sessionId: p.sid as string,
            ...(p.act ? { viewerId: (p.act as { sub: string }).sub } : {}),
            issuedAt: p.at as number,
            expiresAt: (p.exp as number) * 1000,
          }
        } catch {
          return undefined
        }
        if (known.size >= CACHE) known.delete(known.keys().next().value as string)
        known.set(key, caller)
      }
      return caller.expiresAt > Date.now() ? caller : undefined
    },
  }
}
export type Tokens = ReturnType<typeof tokens>
