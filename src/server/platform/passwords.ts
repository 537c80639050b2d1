import { hash, verify } from '@node-rs/argon2'

/** At most four at a time: each takes 19 MiB and a core for a few milliseconds. */
const AT_ONCE = 4
let free = AT_ONCE
const waiting: (() => void)[] = []
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
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
  inTurn(() => verify(kept, password)).catch(() => false)
