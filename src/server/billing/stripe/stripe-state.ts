import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { paymentFindings, presentFinding } from './customer-queries.ts'

const MOST = 50

/** Returns whether card payments are set up, and the open payment discrepancies. */
export const stripeState = action(contract.billing.stripe, async ({ platform, actor }) => {
  const { env, db } = platform
  const findings = await db.askAs(actor, (tx) =>
    paymentFindings(tx)
      .where('f.resolved_at', 'is', null)
      .orderBy('f.first_seen_at', 'desc')
      .orderBy('f.id')
      .limit(MOST)
      .execute(),
  )
  // Only the owner connection can read stored events. Nothing but the time is returned.
  const last = await db.system
    .selectFrom('stripe.events')
    .select(sql<string | null>`max(received_at)`.as('at'))
    .executeTakeFirst()
  return {
    available: platform.payments !== undefined,
    test:
      env.stripe !== undefined &&
      (/^[sr]k_test_/.test(env.stripe.secretKey) || !env.stripe.apiBase.endsWith('.stripe.com')),
    webhookUrl: `${env.publicUrl}/webhooks/stripe`,
    lastEventAt: last?.at ? new Date(last.at).toISOString() : null,
    findings: findings.map(presentFinding),
  }
})
