import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { IntakeField } from '../../contract/marketplace.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { priceProblem } from './edit.ts'
import { readAutomation } from './read.ts'
import { installAutomation } from './setup/install.ts'

/**
 * Adds an automation for a partner without an order. This bills nothing. The price that an administrator enters is only
 * shown: costs come from invoice lines. The lines of an agreement with several automations are allocated in proportion
 * to their prices. Throws UNPROCESSABLE with messages for the invalid fields.
 */
export const createAutomation = action(contract.automations.create, (context, input) =>
  createOnce(context, input, async (db) => {
    const { actor } = context
    const { companyId, productId, priceModel = 'quote', priceCents = null } = input
    const fields: Record<string, string[]> = {}
    const company = await db
      .selectFrom('companies')
      .select(['id', 'is_internal'])
      .where('id', '=', companyId)
      .executeTakeFirst()
    if (!company || company.is_internal) fields.companyId = ['Choose a partner.']
    const product = productId
      ? await db
          .selectFrom('shared_products')
          .select(['name', 'intake', 'minutes_per_run'])
          .where('id', '=', productId)
          .executeTakeFirst()
      : undefined
    if (productId && !product) fields.productId = ['This product is no longer available. Choose another one.']
    const name = input.name ?? product?.name
    if (!name) fields.name = ['Enter a name.']
    const minutesPerRun = input.minutesPerRun ?? product?.minutes_per_run
    if (minutesPerRun === undefined) fields.minutesPerRun = ['Enter the minutes that one run saves.']
    const priced = input.priceModel !== undefined || input.priceCents !== undefined
    if (priced && actor.role !== 'admin') fields.priceCents = ['Only administrators can set prices.']
    else Object.assign(fields, priceProblem(priceModel, priceCents))
    if (!name || minutesPerRun === undefined || Object.keys(fields).length > 0)
      throw refuse('UNPROCESSABLE', { fields })
    const id = await installAutomation(db, context, {
      companyId,
      productId: productId ?? undefined,
      name,
      priceModel,
      priceCents,
      intake: (product?.intake ?? []) as z.infer<typeof IntakeField>[],
      minutesPerRun,
    })
    if (input.expectedMinutes !== null)
      await db
        .updateTable('installations')
        .set({ expected_minutes: input.expectedMinutes })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute()
    return readAutomation(db, actor, id)
  }),
)
