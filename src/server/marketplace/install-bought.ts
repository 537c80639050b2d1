import type { z } from 'zod'
import type { IntakeField } from '../../contract/marketplace.ts'
import { installAutomation, startSetup } from '../automations/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { By } from '../platform/events/audit.ts'
import type { Platform } from '../platform/platform.ts'

type Bought = {
  companyId: string
  orderId: string
  /** Set for a monthly automation. */
  agreementId?: string | undefined
  product: { id: string; name: string; minutes_per_run: number; intake: unknown }
  /** The ordered price in cents, one-time or monthly. */
  priceCents: number | null
  buyerId?: string | undefined
}

/**
 * Installs what an order bought, once, in the caller's transaction, and returns the automation's id. Starts the setup
 * immediately if there are no questions.
 */
export async function installBought(platform: Platform, db: Db, by: By, o: Bought): Promise<string> {
  const { companyId, orderId, agreementId, product } = o
  const intake = product.intake as z.infer<typeof IntakeField>[]
  const id = await installAutomation(db, by, {
    companyId,
    productId: product.id,
    name: product.name,
    orderId,
    agreementId,
    priceModel: agreementId ? 'monthly' : 'one_time',
    priceCents: o.priceCents,
    intake,
    minutesPerRun: product.minutes_per_run,
  })
  if (intake.length > 0) return id
  const made = await db
    .selectFrom('shared_installations')
    .select('ticket_id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!made.ticket_id)
    await startSetup(platform, db, by, {
      company_id: companyId,
      id,
      name: product.name,
      intake,
      answers: {},
      bought: true,
      requesterId: o.buyerId,
    })
  return id
}
