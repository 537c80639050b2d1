// Settings that are refused because they would send secrets or personal data unprotected, or let anyone in.
import { BlockList, isIPv6 } from 'node:net'
import { splitNetwork } from './http/networks.ts'

type Given = Record<string, string | undefined>

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|::1)$/i
const isLoopbackUrl = (url: URL) => LOOPBACK.test(url.hostname)

/** Settings with addresses of services that we call, most of them with a key or secret. */
const CALLED = ['GOOGLE_ISSUER', 'S3_ENDPOINT', 'AI_BASE_URL', 'STRIPE_API_BASE', 'PWNED_PASSWORDS_URL']

/** Minimum number of different characters. 32 random hexadecimal digits practically always have more. */
const MIN_DISTINCT = 8
/** Minimum bits of entropy, estimated from character frequencies. 32 random hexadecimal digits have about 110. */
const MIN_BITS = 80
/** Secrets with their fewest characters, which `readEnv` checks, and their fewest bits. */
const SECRETS = [
  ['APP_SECRET', 32, MIN_BITS],
  ['APP_SECRET_PREVIOUS', 32, MIN_BITS],
  ['INBOUND_MAIL_SECRET', 32, MIN_BITS],
  // It gives access to metrics only, and shorter ones are in use.
  ['METRICS_TOKEN', 16, 40],
] as const
const REMEDY: Record<string, string> = {
  APP_SECRET_PREVIOUS: 'leave it out; everyone must then sign in and set up their authenticator apps again',
}
const FAMILIAR =
  /change.?me|replace.?(me|this)|your.?secret|my.?secret|app.?secret|top.?secret|password|passw0rd|example|insecure|development|default|qwerty|letmein|openssl.?rand.?hex/gi

/** Returns whether most characters follow the one before, as in the alphabet or when counting. */
function isSequence(text: string): boolean {
  let steps = 0
  for (let i = 1; i < text.length; i++) if (Math.abs(text.charCodeAt(i) - text.charCodeAt(i - 1)) <= 1) steps++
  return steps > (text.length * 2) / 3
}

/** Returns why a secret is too easy to guess, or undefined. */
function whyWeak(secret: string, fewestBits: number): string | undefined {
  const counts = new Map<string, number>()
  for (const c of secret) counts.set(c, (counts.get(c) ?? 0) + 1)
  if (counts.size < MIN_DISTINCT) return 'repeats the same few characters'
  for (let length = 1; length <= secret.length / 2; length++)
    if (secret.startsWith(secret.slice(length))) return 'repeats the same few characters'
  if (isSequence(secret)) return 'is a simple sequence'
  // What remains without well-known words must be long enough on its own.
  if (FAMILIAR.test(secret) && secret.replace(FAMILIAR, '').replace(/[\W_\d]/g, '').length < 16)
    return 'is made of well-known words'
  let bits = 0
  for (const n of counts.values()) bits -= n * Math.log2(n / secret.length)
  return bits < fewestBits ? 'is too easy to guess' : undefined
}

/** Returns whether a connection string leads to another host without verifying its certificate. */
function unverifiedDatabase(text: string): boolean {
  const url = new URL(text)
  const host = decodeURIComponent(url.searchParams.get('host') ?? url.hostname)
  if (host === '' || host.startsWith('/') || LOOPBACK.test(host)) return false
  return url.searchParams.get('sslmode') !== 'verify-full'
}

/** Returns whether mails and the mail server's password would go to another host unencrypted or unverified. */
function unencryptedMail(text: string): boolean {
  const url = new URL(text)
  if (isLoopbackUrl(url)) return false
  const is = (name: string, value: string) => url.searchParams.getAll(name).some((v) => v === value)
  // `secure=true` has no effect: nodemailer decides by the scheme alone.
  const encrypted = url.protocol === 'smtps:' || is('requireTLS', 'true')
  const unverified = ['false', '0'].some((off) => is('tls.rejectUnauthorized', off))
  return !encrypted || unverified || is('ignoreTLS', 'true')
}

/**
 * The largest networks that proxies can be in, as bits of their prefix. `fc00::/7` is all private addresses of IPv6.
 */
const LARGEST = { v4: 8, v6: 7 }
/**
 * Returns whether a proxy network covers all addresses or a large part of the internet: then visitors could fake the
 * address that is rate-limited.
 */
function isEverybody(network: string): boolean {
  const [address, bits] = splitNetwork(network.trim())
  if (bits === undefined) return false
  // The addresses of IPv4 are also a network of IPv6.
  const mapped = new BlockList()
  mapped.addSubnet('::ffff:0:0', 96, 'ipv6')
  if (isIPv6(address) && mapped.check(address, 'ipv6')) return Number(bits) < 96 + LARGEST.v4
  return Number(bits) < (address.includes(':') ? LARGEST.v6 : LARGEST.v4)
}

/** Returns whether a password is among the first that an attacker would try. */
function isSimple(password: string): boolean {
  const plain = password.toLowerCase()
  return new Set(plain).size < 5 || isSequence(plain) || plain.replace(FAMILIAR, '').replace(/[\W_\d]/g, '') === ''
}

/**
 * Returns what to tell the person who starts the demo when other machines can reach it: its accounts are administrators
 * and have one password. Undefined when only this machine can.
 */
export function exposedDemo({ host, publicUrl }: { host: string; publicUrl: string }): string | undefined {
  const settings = [
    ...(LOOPBACK.test(host) ? [] : [`HOST=${host}`]),
    ...(isLoopbackUrl(new URL(publicUrl)) ? [] : [`PUBLIC_URL=${publicUrl}`]),
  ]
  if (settings.length === 0) return undefined
  return `This is the demo, and other machines can reach it (${settings.join(', ')}). Everyone who knows the password of the demo accounts is an administrator. Do not enter real data here; use npm run serve instead.`
}

/** Returns a message for each setting that is not safe for a demo that other machines can reach. */
export function unsafeDemo(given: Given, at: { host: string; publicUrl: string }): string[] {
  const password = given.DEMO_PASSWORD
  if (password === undefined || !URL.canParse(at.publicUrl) || !exposedDemo(at) || !isSimple(password)) return []
  return [
    'DEMO_PASSWORD is too easy to guess for a demo that other machines can reach: choose another, or leave it out',
  ]
}

const usable = (value: string | undefined): value is string => value !== undefined && URL.canParse(value)

/** Returns a message for each setting that is not safe in production and not allowed by its `ALLOW_…=yes`. */
export function unsafeSettings(given: Given): string[] {
  const allowed = (name: string) => given[name] === 'yes'
  const problems: string[] = []

  if (!allowed('ALLOW_INSECURE_HTTP')) {
    const publicUrl = given.PUBLIC_URL
    if (usable(publicUrl) && new URL(publicUrl).protocol !== 'https:')
      problems.push('PUBLIC_URL must start with https://, or set ALLOW_INSECURE_HTTP=yes')
    for (const name of CALLED) {
      const value = given[name]
      if (usable(value) && new URL(value).protocol === 'http:' && !isLoopbackUrl(new URL(value)))
        problems.push(`${name} must start with https://, or set ALLOW_INSECURE_HTTP=yes`)
    }
  }

  for (const [name, fewest, bits] of SECRETS) {
    const secret = given[name]
    const why = secret !== undefined && secret.length >= fewest ? whyWeak(secret, bits) : undefined
    if (why) problems.push(`${name} ${why}: ${REMEDY[name] ?? 'use the output of openssl rand -hex 32'}`)
  }

  if (!allowed('ALLOW_INSECURE_DATABASE'))
    for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) {
      const value = given[name]
      if (usable(value) && unverifiedDatabase(value))
        problems.push(`${name} connects to another host: add ?sslmode=verify-full, or set ALLOW_INSECURE_DATABASE=yes`)
    }

  if (!allowed('ALLOW_INSECURE_SMTP') && usable(given.SMTP_URL) && unencryptedMail(given.SMTP_URL))
    problems.push(
      'SMTP_URL connects to another host without verified TLS: use smtps:// or add ?requireTLS=true (and no tls.rejectUnauthorized), or set ALLOW_INSECURE_SMTP=yes',
    )

  if ((given.TRUSTED_PROXIES ?? '').split(',').some(isEverybody))
    problems.push('TRUSTED_PROXIES trusts too many addresses: list only your proxies, such as 10.0.0.0/8')

  const mailComesIn = (given.INBOUND_SMTP_PORT ?? 'off') !== 'off' || given.INBOUND_MAIL_SECRET !== undefined
  if (!allowed('ALLOW_UNAUTHENTICATED_MAIL') && mailComesIn && !given.INBOUND_AUTH_SERVER)
    problems.push(
      'INBOUND_AUTH_SERVER is missing: without it, the senders of emails are not verified. Set it to the name of the server, or set ALLOW_UNAUTHENTICATED_MAIL=yes',
    )
  return problems
}
