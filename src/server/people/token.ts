import { hash, randomBytes } from 'node:crypto'

/** Returns a new random token for a link in a mail, and the hash to store. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

/** Returns the hash of a token to store. 256 random bits do not need a slow hash. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')
