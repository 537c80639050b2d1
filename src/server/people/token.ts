import { hash, randomBytes } from 'node:crypto'

/** A secret for a mail's link, and what is kept of it. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

/** What is kept of a token. 256 random bits need no slow hash. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')
