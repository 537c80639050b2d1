import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { brand } from '../../../brand.config.ts'

/** Length of a time step and number of digits: what every authenticator app expects (RFC 6238). */
const PERIOD = 30
const app = (base32: string, email: string) =>
  new TOTP({
    issuer: brand.shortName,
    label: email,
    secret: Secret.fromBase32(base32),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
  })

/** A new secret of 160 bits in base32, the length RFC 4226 recommends. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What an authenticator app reads: the address, and the same as a QR code (SVG). */
export function totpForApp(secret: string, email: string): { uri: string; qrCode: string } {
  const uri = app(secret, email).toString()
  return { uri, qrCode: renderSVG(uri, { border: 2, ecc: 'M' }) }
}

/**
 * The time step (RFC 6238) whose code this is, out of the present one and its two neighbours; undefined for a wrong
 * code. The caller has to make sure that no step counts twice. `now` in milliseconds.
 */
export function totpStep(secret: string, code: string, now = Date.now()): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = app(secret, '').validate({ token: code, window: 1, timestamp: now })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta
}
