// Opens the platform that modules use, and closes it in the right order.
import path from 'node:path'
import { checkPrintedWith } from '../contract/printed.ts'
import { savePaymentSettings } from './billing/index.ts'
import {
  actionItemSources,
  companyExports,
  documentTemplates,
  jobDefinitions,
  notifiers,
  schedules,
  searchProviders,
} from './composition.ts'
import { openDatabase } from './platform/database/db.ts'
import { urlAs } from './platform/database/migrate.ts'
import { findUnprintable } from './platform/documents/unprintable.ts'
import type { Env } from './platform/env.ts'
import { Bus } from './platform/events/bus.ts'
import { diskStorage } from './platform/files/storage.ts'
import { s3Storage } from './platform/files/storage-s3.ts'
import { createLimits } from './platform/http/limits.ts'
import { createRefusals } from './platform/http/refusals.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { createMailer } from './platform/mail/mail.ts'
import { createModel } from './platform/model/model.ts'
import { createLogger } from './platform/observability/log.ts'
import type { Platform } from './platform/platform.ts'
import { type Auth, createSignIn } from './platform/sign-in/auth.ts'
import { createGoogle } from './platform/sign-in/google.ts'
import { createKeys } from './platform/sign-in/keys.ts'
import { createRevocations } from './platform/sign-in/revocations.ts'
import { createTokens } from './platform/sign-in/token.ts'
import { createWebauthn } from './platform/sign-in/webauthn.ts'

/** Connection strings of the tables' owner: `pooled` may go through a transaction pooler, `direct` must not. */
export type OwnerUrls = { pooled: string; direct: string }

/**
 * Opens the platform of one process. The database must exist and be migrated. Returns the platform with `close`, which
 * closes everything in the right order.
 */
export async function bootPlatform(env: Env, owner: OwnerUrls): Promise<Platform & { close(): Promise<void> }> {
  const log = createLogger(env.logLevel)
  checkPrintedWith(findUnprintable(path.join(env.dataDir, 'fonts')))
  const db = openDatabase({
    tenantUrl: urlAs('portal_tenant', owner.pooled, env.appSecret),
    staffUrl: urlAs('portal_staff', owner.pooled, env.appSecret),
    ownerUrl: owner.pooled,
    max: env.databasePool,
    log,
  })
  const bus = new Bus(owner.direct, ['events', 'presence', 'revoked'], log)
  await bus.open()
  const auth: Auth = createSignIn({ ownerUrl: owner.direct, env, log })
  const revoked = createRevocations(db, bus)
  await revoked.load()
  const limiter = createLimits(owner.pooled, log)
  const queue = await createJobs(owner.direct, log)
  await queue.declare(jobDefinitions, schedules)
  const platform: Platform = {
    env,
    log,
    db,
    auth,
    bus,
    tokens: createTokens(env, env.publicUrl),
    google: createGoogle(env),
    // Stripe's SDK has 220 files.
    payments: env.stripe && (await import('./platform/payments/payments.ts')).createPayments(env, log),
    model: createModel(env, log),
    keys: createKeys(db),
    webauthn: createWebauthn(env),
    revocations: revoked,
    limits: limiter,
    refusals: createRefusals(log),
    jobs: queue,
    mail: createMailer(env, undefined, log),
    storage: env.s3
      ? s3Storage(env.s3, path.join(env.dataDir, 'uploads'))
      : diskStorage(path.join(env.dataDir, 'files')),
    notifiers,
    searchProviders,
    actionItemSources,
    documentTemplates,
    companyExports,
  }
  await savePaymentSettings(platform)
  return {
    ...platform,
    async close() {
      await queue.close()
      revoked.close()
      platform.mail.close()
      await bus.close()
      await Promise.all([auth.close(), limiter.close(), db.close()])
    },
  }
}
