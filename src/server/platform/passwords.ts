import { createHash } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { TooMany } from './limits.ts'

/** At most four at a time: each takes 19 MiB and a core for a few milliseconds. */
const AT_ONCE = 4
let free = AT_ONCE
const waiting: (() => void)[] = []
/** More than this many in line would make everybody wait for seconds. */
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
// algorithm cannot be read with verbatimModuleSyntax; 2 is argon2id.)
const ARGON = { algorithm: 2 as const, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A salted argon2id hash in PHC text form. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, ARGON))
/** Whether the password is the one that was hashed; false for a hash that cannot be read. */
export const verifyPassword = ({ hash: kept, password }: { hash: string; password: string }): Promise<boolean> =>
  inTurn(() => verify(kept, password)).catch((e) => {
    if (e instanceof TooMany) throw e
    return false
  })

let common: Promise<Set<string>> | undefined
/** Read when the first password is chosen: most processes start without. */
const commonOnes = (): Promise<Set<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then((m) => new Set<string>(m.dictionary['passwords-common'])))
/** The leaked ones are asked for no longer than this. */
const DEADLINE_MS = 1_500

/**
 * Why a new password will not do, in words; undefined when it will. Refused are the 49,000 most common ones, those made
 * of the person's own name or address, and those found among leaked passwords: of these only the first five letters of
 * the SHA-1 hash are sent (https://haveibeenpwned.com/API/v3#PwnedPasswords), and without an answer in time the
 * password passes.
 */
export async function weakPassword(
  password: string,
  about: string[],
  pwnedPasswordsUrl: string | undefined,
): Promise<string | undefined> {
  const plain = password.toLowerCase()
  if ((await commonOnes()).has(plain) || /^(.)\1+$/.test(plain))
    return 'This password is one of the most common ones. Choose another.'
  const own = about.flatMap((text) => [text, text.split('@')[0] as string]).map((text) => text.toLowerCase())
  const core = (text: string) => text.replace(/[\d\W]+$/, '')
  if (own.some((text) => core(text).length >= 4 && core(plain) === core(text)))
    return 'This password is made of your own name or address. Choose another.'
  if (!pwnedPasswordsUrl) return undefined
  const sha = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const r = await fetch(`${pwnedPasswordsUrl}/range/${sha.slice(0, 5)}`, {
      headers: { 'add-padding': 'true' },
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    if (!r.ok) return undefined
    const found = (await r.text()).split('\n').find((line) => line.startsWith(sha.slice(5)))
    // Padding lines have the count 0.
    return found && Number(found.split(':')[1]) > 0
      ? 'This password has appeared in a data breach elsewhere. Choose another.'
      : undefined
  } catch {
    return undefined
  }
}
