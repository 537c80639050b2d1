import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import { brand } from '../../../../brand.config.ts'

/** Length of a time step in seconds, as every authenticator app expects (RFC 6238). */
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

/** Returns a new secret in base32, with the 160 bits that RFC 4226 recommends. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The white margin that readers need around a QR code, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4
/** The minimum width of a QR code on the screen, in CSS pixels. */
const QR_MIN_PX = 240

/**
 * Draws a QR code as SVG: black on a white background, at least 240 px wide with the quiet zone. Each module is an
 * integer number of pixels wide, because readers fail on edges that are blurred by scaling.
 */
function drawQrCode(text: string): string {
  const { size, data } = encode(text, { border: QUIET_ZONE, ecc: 'M' })
  const px = size * Math.ceil(QR_MIN_PX / size)
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x},${y}h1v1h-1z`] : [])))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${px}" height="${px}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect fill="#fff" width="${size}" height="${size}"/><path fill="#000" d="${dark.join('')}"/></svg>`
}

/** Returns the setup address for an authenticator app, as text and as a QR code (SVG). */
export function totpForApp(secret: string, email: string): { uri: string; qrCode: string } {
  const uri = app(secret, email).toString()
  return { uri, qrCode: drawQrCode(uri) }
}

/**
 * Returns the time step (RFC 6238) of a code: the current one, the one before or the one after; undefined for a wrong
 * code. The caller must make sure that no step is accepted twice. `now` in milliseconds.
 */
export function totpStep(secret: string, code: string, now = Date.now()): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = app(secret, '').validate({ token: code, window: 1, timestamp: now })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta
}
