import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * @param {Buffer} rawBody exactly what came over the wire
 * @param {string} received the header, for example "sha256=5d41…"
 * @param {{ secret: string, algorithm?: string, encoding?: 'hex' | 'base64', prefix?: string }} vendor
 */
export function isGenuine(rawBody, received, vendor) {
  const { secret, algorithm = 'sha256', encoding = 'hex', prefix = '' } = vendor
  if (!secret || typeof received !== 'string' || !received.startsWith(prefix)) return false
  const expected = createHmac(algorithm, secret).update(rawBody).digest()
  const given = Buffer.from(received.slice(prefix.length), encoding)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
