import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Role } from '../../../contract/base.ts'
import type { Actor } from '../database/db.ts'
import { deriveKey, type Secrets, secretsOf } from '../env.ts'

/** Lifetime of an access token, in seconds. */
export const TOKEN_SECONDS = 300
const AUDIENCE = 'portal-api'
const CACHE = 10_000

// RFC 8410: the DER prefix of a 32-byte Ed25519 seed. The key pair is derived from APP_SECRET, so that every process
// has it and it is not stored. Replacing the secret without keeping the previous one invalidates all tokens.
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The caller according to the token. Times in milliseconds; `viewerId` is the administrator viewing as this user. */
export type Caller = Actor & {
  role: Role
  sessionId: string
  viewerId?: string
  /** A company's API key, not a person. */
  byKey?: true
  /** A second factor is required, and must be set up or entered before anything else. */
  factorDue?: true
  issuedAt: number
  expiresAt: number
}

/** Creates and verifies access tokens (EdDSA, fixed issuer and audience). */
export function createTokens(secrets: Secrets, issuer: string) {
  const privateKeys = secretsOf(secrets).map((secret) =>
    createPrivateKey({
      key: Buffer.concat([PKCS8_ED25519, deriveKey(secret, 'access tokens')]),
      format: 'der',
      type: 'pkcs8',
    }),
  )
  const privateKey = privateKeys[0] as KeyObject
  const publicKeys = privateKeys.map((key) => createPublicKey(key))
  const options = { issuer, audience: AUDIENCE, algorithms: ['EdDSA'] }
  /** Returns the claims of a token that was signed with one of our keys. Throws jose's errors. */
  const verified = async (token: string, [key, ...others]: KeyObject[]): Promise<JWTPayload> => {
    try {
      return (await jwtVerify(token, key as KeyObject, options)).payload
    } catch (e) {
      if (others.length === 0 || !(e instanceof errors.JWSSignatureVerificationFailed)) throw e
      return verified(token, others)
    }
  }
  const known = new Map<string, Caller>()

  return {
    /**
     * Returns a token for the actor and its expiry, in seconds since 1970. `at` is when the actor's rights were read,
     * in milliseconds: later revocations apply to this token. `until` makes it expire earlier.
     */
    async issue(
      actor: Actor & { sessionId: string; viewerId?: string; factorDue?: true },
      { at: now = Date.now(), until = Number.POSITIVE_INFINITY }: { at?: number; until?: number } = {},
    ): Promise<{ token: string; expiresAt: number }> {
      const expiresAt = Math.floor(Math.min(now / 1000 + TOKEN_SECONDS, until / 1000))
      const token = await new SignJWT({
        sid: actor.sessionId,
        company: actor.companyId,
        role: actor.role,
        internal: actor.kind === 'staff',
        at: now,
        // RFC 8693: the party that acts as the subject.
        ...(actor.viewerId ? { act: { sub: actor.viewerId } } : {}),
        ...(actor.factorDue ? { factor: 'due' } : {}),
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
    /**
     * Returns the caller of a valid token, or what is wrong with it. Caches verified tokens, since verifying a
     * signature costs more than a small query.
     */
    async read(token: string): Promise<Caller | 'expired' | 'invalid'> {
      if (token.length > 4_000) return 'invalid'
      const key = hash('sha256', token, 'base64')
      let caller = known.get(key)
      if (!caller) {
        try {
          const p = await verified(token, publicKeys)
          caller = {
            kind: p.internal ? 'staff' : 'tenant',
            companyId: p.company as string,
            userId: p.sub as string,
            role: p.role as Role,
            sessionId: p.sid as string,
            ...(p.act ? { viewerId: (p.act as { sub: string }).sub } : {}),
            ...(p.factor === 'due' ? { factorDue: true } : {}),
            issuedAt: p.at as number,
            expiresAt: (p.exp as number) * 1000,
          }
        } catch (e) {
          return e instanceof errors.JWTExpired ? 'expired' : 'invalid'
        }
        if (known.size >= CACHE) known.delete(known.keys().next().value as string)
        known.set(key, caller)
      }
      return caller.expiresAt > Date.now() ? caller : 'expired'
    },
  }
}
export type Tokens = ReturnType<typeof createTokens>
