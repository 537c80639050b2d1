import type { Auth } from './auth.ts'
import type { Bus } from './bus.ts'
import type { Database } from './db.ts'
import type { Env } from './env.ts'
import type { Finder } from './finders.ts'
import type { Google } from './google.ts'
import type { Jobs } from './jobs.ts'
import type { Keys } from './keys.ts'
import type { Limits } from './limits.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail.ts'
import type { Model } from './model.ts'
import type { Teller } from './notices.ts'
import type { Papers } from './papers.ts'
import type { Payments } from './payments.ts'
import type { Revocations } from './revocations.ts'
import type { Storage } from './storage.ts'
import type { Tokens } from './token.ts'
import type { WaitingSource } from './waiting.ts'
import type { WebAuthn } from './webauthn.ts'

/** Everything that rooms stand on, opened once at boot and handed down. */
export type Platform = {
  env: Env
  log: Log
  db: Database
  auth: Auth
  tokens: Tokens
  google: Google
  /** Card payments; undefined when they are not set up. */
  payments: Payments | undefined
  /** The language model; undefined when none is set up. */
  model: Model | undefined
  keys: Keys
  webauthn: WebAuthn
  revocations: Revocations
  limits: Limits
  bus: Bus
  jobs: Jobs
  mail: Mailer
  storage: Storage
  /** What the rooms have to tell, to find, and to wait for: a room asks for these without knowing the others. */
  tellers: Teller[]
  finders: Finder[]
  waiting: WaitingSource[]
  /** What there are documents of, by kind. */
  papers: Papers
}
