import { sql } from 'kysely'
import type { z } from 'zod'
import type { StripeState } from '../../contract/billing.ts'
import type { Actored } from '../platform/api.ts'
import { paymentFindings, presentFinding } from './customer-queries.ts'

const MOST = 50

/** Whether card payments are set up, and what is to be looked at. */
export async function stripeState({ platform, actor }: Actored): Promise<z.infer<typeof StripeState>> {
  const { env, db } = platform
  const findings = await db.askAs(actor, (tx) =>
    paymentFindings(tx)
      .where('f.resolved_at', 'is', null)
      .orderBy('f.first_seen_at', 'desc')
      .orderBy('f.id')
      .limit(MOST)
      .execute(),
  )
  // The inbox is the process's own: no login may read it. Only a time comes out of it.
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
}
