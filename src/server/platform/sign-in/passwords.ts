import { createHash } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { brand } from '../../../../brand.config.ts'
import { TooMany } from '../http/too-many.ts'

/** Concurrent hashes. Each takes 19 MiB and a core for a few milliseconds. */
const AT_ONCE = 4
let free = AT_ONCE
const waiting: (() => void)[] = []
/** Maximum number of waiting hashes. With more, everyone would wait for seconds. */
const MOST_WAITING = 400
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free === 0 && waiting.length >= MOST_WAITING) throw new TooMany(1)
  if (free > 0) free--
  else await new Promise<void>((go) => waiting.push(go))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
}

// OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane. (The package's const enum for the
// algorithm cannot be used with verbatimModuleSyntax; 2 is argon2id.)
const ARGON = { algorithm: 2 as const, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Returns a salted argon2id hash in PHC string format. A letter with an accent is the same as one character or two
 * (NFC, as in NIST SP 800-63B): keyboards differ.
 */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password.normalize('NFC'), ARGON))
/**
 * Returns whether a password matches a hash; false for a hash that cannot be read. Hashes from before passwords were
 * normalized may be of another form, so those are compared too.
 */
export async function verifyPassword({ hash: kept, password }: { hash: string; password: string }): Promise<boolean> {
  const forms = new Set([password.normalize('NFC'), password, password.normalize('NFD')])
  for (const form of forms) {
    const right = await inTurn(() => verify(kept, form)).catch((e) => {
      if (e instanceof TooMany) throw e
      return false
    })
    if (right) return true
  }
  return false
}

let decoy: Promise<string> | undefined
/** Returns a hash of no user's password. Verifying against it takes as long for unknown addresses as for known ones. */
export const decoyHash = (): Promise<string> => (decoy ??= hashPassword('decoy'))

let common: Promise<Set<string>> | undefined
/** Loads the common passwords when the first password is chosen, since most processes never need them. */
const commonOnes = (): Promise<Set<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then((m) => new Set<string>(m.dictionary['passwords-common'])))
/** Time limit for looking up leaked passwords. */
const DEADLINE_MS = 1_500

/** Minimum length of names to check for. Shorter ones occur in too many words. */
const SHORTEST_NAME = 4
/** Digits and symbols that replace letters. `i` and `l` are replaced by the same ones, so they count as one letter. */
const SUBSTITUTES = new Map([...'01l!|34@5$7+89'].map((sign, i) => [sign, 'oiiiieaassttbg'[i] as string]))
/**
 * Returns only the letters, without case and accents, and with digits and symbols converted to the letters they
 * replace.
 */
const lettersOnly = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/./gu, (c) => SUBSTITUTES.get(c) ?? c)
    .replace(/[^\p{L}]/gu, '')
/**
 * Returns the names that a password must not contain: each word, and the full name, for short words such as "Ann Lee".
 */
const nameWords = (names: string[]) =>
  names
    .flatMap((name) => [...name.split(/[^\p{L}\p{M}\p{N}]+/u), name])
    .filter((word) => lettersOnly(word).length >= SHORTEST_NAME)

/**
 * Returns why a new password is rejected, or undefined when it is accepted. Rejects the 49,000 most common passwords,
 * those that contain our name or a name in `about` (the full name or a word of it with at least four letters,
 * regardless of case, accents and digits used as letters), those made of an address in `about`, and leaked passwords.
 * To look these up, only the first five characters of the SHA-1 hash are sent
 * (https://haveibeenpwned.com/API/v3#PwnedPasswords). Without a response in time, the password is accepted.
 */
export async function weakPassword(
  password: string,
  about: string[],
  pwnedPasswordsUrl: string | undefined,
): Promise<string | undefined> {
  const plain = password.toLowerCase()
  if ((await commonOnes()).has(plain) || /^(.)\1+$/.test(plain))
    return 'This is one of the most common passwords. Choose another.'
  const own = about
    .filter((text) => text.includes('@'))
    .flatMap((text) => [text, text.split('@')[0] as string])
    .map((text) => text.toLowerCase())
  const core = (text: string) => text.replace(/[\d\W]+$/, '')
  if (own.some((text) => core(text).length >= 4 && core(plain) === core(text)))
    return 'This password is based on your email address. Choose another.'
  const letters = lettersOnly(password)
  const name = nameWords([brand.shortName, brand.slug, ...about.filter((text) => !text.includes('@'))]).find((word) =>
    letters.includes(lettersOnly(word)),
  )
  if (name) return `This password contains the name “${name}”, which is easy to guess. Choose another.`
  if (!pwnedPasswordsUrl) return undefined
  const sha = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const r = await fetch(`${pwnedPasswordsUrl}/range/${sha.slice(0, 5)}`, {
      headers: { 'add-padding': 'true' },
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    if (!r.ok) return undefined
    const found = (await r.text()).split('\n').find((line) => line.startsWith(sha.slice(5)))
    // Padding lines have a count of 0.
    return found && Number(found.split(':')[1]) > 0
      ? 'This password has appeared in a data breach elsewhere. Choose another.'
      : undefined
  } catch {
    return undefined
  }
}
