// Opens what rooms stand on, and closes it again in the right order.
import path from 'node:path'
import { type Auth, signIn } from './platform/auth.ts'
import { Bus } from './platform/bus.ts'
import { database } from './platform/db.ts'
import type { Env } from './platform/env.ts'
import { google } from './platform/google.ts'
import { jobs } from './platform/jobs.ts'
import { keys } from './platform/keys.ts'
import { limits } from './platform/limits.ts'
import { logger } from './platform/log.ts'
import { mailer } from './platform/mail.ts'
import { urlAs } from './platform/migrate.ts'
import { model } from './platform/model.ts'
import { payments } from './platform/payments.ts'
import type { Platform } from './platform/platform.ts'
import { revocations } from './platform/revocations.ts'
import { diskStorage } from './platform/storage.ts'
import { s3Storage } from './platform/storage-s3.ts'
import { tokens } from './platform/token.ts'
import { webauthn } from './platform/webauthn.ts'
import { finders, jobDefinitions, papers, schedules, tellers, waiting } from './router.ts'

/** Where the owner of the tables logs in: `pooled` may go through a transaction pooler, `direct` must not. */
export type OwnerUrls = { pooled: string; direct: string }

/** The platform of one process. The database has to be there and migrated. */
export async function boot(env: Env, owner: OwnerUrls): Promise<Platform & { close(): Promise<void> }> {
  const log = logger(env.logLevel)
  const db = database({
    tenantUrl: urlAs('portal_tenant', owner.pooled, env.appSecret),
    staffUrl: urlAs('portal_staff', owner.pooled, env.appSecret),
    ownerUrl: owner.pooled,
    max: env.databasePool,
    log,
  })
  const bus = new Bus(owner.direct, ['events', 'presence', 'revoked'], log)
  await bus.open()
  const auth: Auth = signIn({ ownerUrl: owner.direct, env, log })
  const revoked = revocations(db, bus)
  await revoked.load()
  const limiter = limits(owner.pooled, log)
  const queue = await jobs(owner.direct, log)
  await queue.declare(jobDefinitions, schedules)
  const platform: Platform = {
    env,
    log,
    db,
    auth,
    bus,
    tokens: tokens(env.appSecret, env.publicUrl),
    google: google(env),
    payments: payments(env, log),
    model: model(env, log),
    keys: keys(db),
    webauthn: webauthn(env),
    revocations: revoked,
    limits: limiter,
    jobs: queue,
    mail: mailer(env),
    storage: env.s3
      ? s3Storage(env.s3, path.join(env.dataDir, 'uploads'))
      : diskStorage(path.join(env.dataDir, 'files')),
    tellers,
    finders,
    waiting,
    papers,
  }
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
