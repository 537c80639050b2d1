import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { IntakeField } from '../../../contract/marketplace.ts'
import type { Db } from '../../platform/database/db.ts'
import { type By, recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'

/** A product to install for a company, or an automation made only for it. */
export type NewInstallation = {
  companyId: string
  productId?: string | undefined
  name: string
  orderId?: string | undefined
  agreementId?: string | undefined
  /** The price model at the time of the order. */
  priceModel: 'one_time' | 'monthly' | 'quote'
  priceCents: number | null
  /** The current questions of the product. */
  intake: z.infer<typeof IntakeField>[]
  /** Minutes that one run saves. */
  minutesPerRun: number
}

/**
 * Installs an automation for a company, in the caller's transaction, with status `requested`, and returns its id. A
 * product of an order is installed once: a second call returns the same id.
 */
export async function installAutomation(db: Db, by: By, o: NewInstallation): Promise<string> {
  const { companyId, productId = null, orderId = null } = o
  const id = uuid()
  const made = await db
    .insertInto('installations')
    .values({
      company_id: companyId,
      id,
      product_id: productId,
      name: o.name,
      order_id: orderId,
      agreement_id: o.agreementId ?? null,
      price_model: o.priceModel,
      price_cents: o.priceCents,
      intake: JSON.stringify(o.intake),
      minutes_per_run: o.minutesPerRun,
      time_zone: sql<string>`company_zone(${companyId}::uuid)`,
    })
    .onConflict((c) =>
      c.columns(['company_id', 'order_id', 'product_id']).where('order_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!made) {
    const before = await db
      .selectFrom('installations')
      .select('id')
      .where('company_id', '=', companyId)
      .where('order_id', '=', orderId)
      .where('product_id', '=', productId)
      .executeTakeFirstOrThrow()
    return before.id
  }
  await recordAudit(db, by, {
    companyId,
    // A buyer orders it. Staff add it, or a paid order installs it automatically.
    action: by.actor.kind === 'tenant' ? 'installation.order' : 'installation.create',
    subjectType: 'installation',
    subjectId: id,
    after: { name: o.name, productId, orderId, priceModel: o.priceModel, priceCents: o.priceCents },
  })
  await publish(db, by.actor, { companyId, topic: 'automation', kind: 'installed', subjectId: id })
  return id
}
