import type { z } from 'zod'
import type { Installation } from '../../contract/automations.ts'
import type { IntakeField, PriceModel } from '../../contract/marketplace.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { priceProblem } from './edit.ts'
import { install } from './install.ts'
import { read } from './read.ts'

type Model = z.infer<typeof PriceModel>
type New = {
  companyId: string
  productId: string | null
  name?: string | undefined
  minutesPerRun?: number | undefined
  expectedMinutes: number | null
  priceModel?: Model | undefined
  priceCents?: number | null | undefined
}

/**
 * Installs an automation at a partner by hand. Nothing is billed for it: what is paid is agreed on elsewhere, and the
 * price that an administrator names is what saved time is held against. UNPROCESSABLE beside what does not fit.
 */
export const create = (context: Actored, input: New): Promise<z.infer<typeof Installation>> =>
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
          .selectFrom('products')
          .select(['name', 'intake', 'minutes_per_run'])
          .where('id', '=', productId)
          .executeTakeFirst()
      : undefined
    if (productId && !product) fields.productId = ['This product is not there any more. Choose another.']
    const name = input.name ?? product?.name
    if (!name) fields.name = ['Give it a name.']
    const minutesPerRun = input.minutesPerRun ?? product?.minutes_per_run
    if (minutesPerRun === undefined) fields.minutesPerRun = ['Say how many minutes a run saves.']
    const priced = input.priceModel !== undefined || input.priceCents !== undefined
    if (priced && actor.role !== 'admin') fields.priceCents = ['Administrators set prices.']
    else Object.assign(fields, priceProblem(priceModel, priceCents))
    if (!name || minutesPerRun === undefined || Object.keys(fields).length > 0)
      throw refuse('UNPROCESSABLE', { fields })
    const id = await install(db, context, {
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
    return read(db, actor, id)
  })
