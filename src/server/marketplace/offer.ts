import { sql } from 'kysely'
import type { z } from 'zod'
import { brand } from '../../../brand.config.ts'
import { contract } from '../../contract/index.ts'
import type { Offer } from '../../contract/marketplace.ts'
import { NOTICE_DAYS, PAYMENT_DAYS } from '../../contract/plain/rates.ts'
import { calculateFirstPeriod, consentFor, purchaseCommitment, textToSign } from '../agreements/index.ts'
import { methodsOf } from '../billing/index.ts'
import { getProviderToday } from '../hours/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import type { Platform } from '../platform/platform.ts'
import { agreementText } from './agreement-text.ts'
import { type SoldProduct, soldProduct } from './sold.ts'

type OfferOf = z.infer<typeof Offer>
const provider = { name: brand.longName, email: brand.supportEmail }

/** Returns the offer of a product to the actor's company today: prices in cents, terms, and earlier purchases of it. */
export async function offerOf(platform: Platform, db: Db, actor: Actor, p: SoldProduct): Promise<OfferOf> {
  const partner = actor.kind === 'tenant'
  const monthly = p.price_model === 'monthly' && p.price_cents !== null
  const today = await getProviderToday(db)
  const part = monthly ? calculateFirstPeriod(p.price_cents as number, today) : null
  const company = await db
    .selectFrom('companies')
    .select(['name', 'address'])
    .where('id', '=', actor.companyId)
    .executeTakeFirstOrThrow()
  const had = partner
    ? await db
        .selectFrom('shared_installations')
        .select(['id', 'name', 'status'])
        .where('company_id', '=', actor.companyId)
        .where('product_id', '=', p.id)
        .where('status', '<>', 'retired')
        .orderBy('created_at')
        .limit(5)
        .execute()
    : []
  const unpaid =
    actor.role === 'owner'
      ? await db
          .selectFrom('shared_order_lines as l')
          .innerJoin('shared_orders as o', (j) =>
            j.onRef('o.company_id', '=', 'l.company_id').onRef('o.id', '=', 'l.order_id'),
          )
          .select(['o.id as orderId', 'o.number'])
          .where('l.company_id', '=', actor.companyId)
          .where('l.product_id', '=', p.id)
          .where('o.status', '=', 'open')
          .where('o.method', '=', 'card')
          .orderBy('o.created_at', 'desc')
          .limit(5)
          .execute()
      : []
  const owners = partner
    ? await db
        .selectFrom('profiles as p')
        .innerJoin('user_roles as r', 'r.user_id', 'p.id')
        .select('p.full_name')
        .where('p.company_id', '=', actor.companyId)
        .where('r.role', '=', 'owner')
        .where('p.deactivated_at', 'is', null)
        .orderBy('p.created_at')
        .limit(5)
        .execute()
    : []
  const asked =
    actor.role === 'member' &&
    (await db
      .selectFrom('purchase_asks')
      .select('asked_on')
      .where('company_id', '=', actor.companyId)
      .where('product_id', '=', p.id)
      .where(sql<boolean>`asked_on = hours_day(now())`)
      .executeTakeFirst()) !== undefined
  const sold = p.price_model !== 'quote'
  return {
    product: p.shown,
    todayCents: part ? part.cents : (p.price_cents ?? 0),
    period: part?.period ?? null,
    monthly: part ? { cents: p.price_cents as number, on: part.nextOn } : null,
    methods: methodsOf(platform),
    paymentDays: PAYMENT_DAYS,
    agreement:
      monthly && actor.role === 'owner'
        ? {
            ...textToSign(
              agreementText({ provider, company, product: { ...p, price_cents: p.price_cents as number } }),
            ),
            consent: consentFor(company.name),
            commitment: purchaseCommitment(
              {
                name: p.name,
                monthlyCents: p.price_cents as number,
                noticeDays: NOTICE_DAYS,
                paymentDays: PAYMENT_DAYS,
              },
              today,
            ),
          }
        : null,
    had,
    unpaid: unpaid.map((o) => ({ ...o, number: Number(o.number) })),
    owners: owners.map((o) => o.full_name),
    asked,
    can: { buy: actor.role === 'owner' && sold, ask: actor.role === 'member' && sold },
  }
}

/** Returns the current offer of a product to the user's company. Throws NOT_FOUND when it is not published. */
export const getOffer = action(contract.marketplace.offer, ({ platform, actor }, { slug }) =>
  platform.db.asActor(actor, async (db) => {
    const product = await soldProduct(db, slug)
    if (!product) throw refuse('NOT_FOUND')
    return offerOf(platform, db, actor, product)
  }),
)
