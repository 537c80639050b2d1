import type { Database } from './database/db.ts'
import type { DocumentTemplates } from './documents/document-templates.ts'
import type { Env } from './env.ts'
import type { ActionItemSource } from './events/action-items.ts'
import type { Bus } from './events/bus.ts'
import type { Notifier } from './events/notifiers.ts'
import type { CompanyExport } from './files/company-export.ts'
import type { Storage } from './files/storage.ts'
import type { Limits } from './http/limits.ts'
import type { Refusals } from './http/refusals.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mailer } from './mail/mail.ts'
import type { Model } from './model/model.ts'
import type { Log } from './observability/log.ts'
import type { Payments } from './payments/payments.ts'
import type { SearchProvider } from './search/search-providers.ts'
import type { Auth } from './sign-in/auth.ts'
import type { Google } from './sign-in/google.ts'
import type { Keys } from './sign-in/keys.ts'
import type { Revocations } from './sign-in/revocations.ts'
import type { Tokens } from './sign-in/token.ts'
import type { WebAuthn } from './sign-in/webauthn.ts'

/** The services that all modules use. Opened once at boot and passed to every action, job and route. */
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
  /** The log and the count of refused requests. */
  refusals: Refusals
  bus: Bus
  jobs: Jobs
  mail: Mailer
  storage: Storage
  /** The declarations of all modules (`module.ts`): they let a module use the others without importing them. */
  notifiers: Notifier[]
  searchProviders: SearchProvider[]
  actionItemSources: ActionItemSource[]
  /** By kind of document. */
  documentTemplates: DocumentTemplates
  companyExports: CompanyExport[]
}
