import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { grantBlock } from '../../hours/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { createOnce } from '../../platform/database/once.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { rolledOverFrom } from '../orders/hours-of-order.ts'
import { type NewLine, placeOrder } from '../orders/place-order.ts'
import { lockInvoice, readInvoice } from '../orders/read.ts'
import { hasCard } from '../payments/stored-card.ts'
import { type AGAIN_SOURCES, canBillAgain, shareOfPrice } from '../policy.ts'

/**
 * Returns the lines of an order as they were sold, with the block whose minutes the void revoked and whose last day has
 * not passed: that of the line, or after its month what rolled over from it. `block` is null without one.
 */
const linesOf = (db: Db, companyId: string, orderId: string) =>
  db
    .selectFrom('order_lines as l')
    .leftJoinLateral(
      (e) =>
        e
          .selectFrom('shared_hour_blocks as m')
          .innerJoin('shared_hour_blocks as b', (j) =>
            j
              .onRef('b.company_id', '=', 'm.company_id')
              .on((on) => on.or([on('b.id', '=', on.ref('m.id')), rolledOverFrom])),
          )
          .select(['b.name as block', 'b.granted', 'b.price_cents'])
          .select([
            sql<string | null>`b.expires_on::text`.as('expires_on'),
            sql<number>`(select coalesce(-sum(g.minutes), 0)::int from shared_hour_ledger g where g.company_id = b.company_id
              and g.block_id = b.id and g.kind = 'reversal' and g.entry_id is null and g.minutes < 0)`.as('taken'),
          ])
          .whereRef('m.company_id', '=', 'l.company_id')
          .whereRef('m.id', '=', 'l.block_id')
          .where(sql<boolean>`(b.expires_on >= hours_day(now())) is not false`)
          .as('b'),
      (j) => j.on('b.taken', '>', 0),
    )
    .select(['l.kind', 'l.description', 'l.unit_cents', 'l.agreement_id', 'l.part'])
    .select(['b.block', 'b.granted', 'b.price_cents', 'b.expires_on', 'b.taken'])
    .select(sql<number>`l.quantity::float8`.as('quantity'))
    .select([
      sql<string | null>`l.period_from::text`.as('period_from'),
      sql<string | null>`l.period_to::text`.as('period_to'),
    ])
    .where('l.company_id', '=', companyId)
    .where('l.order_id', '=', orderId)
    .orderBy('l.position')
    .orderBy('l.id')
    .execute()

/**
 * Bills the months of a voided invoice again: the same lines at the same prices, under a new number. Hours that the
 * void revoked return as a block of the agreement, unless their last day has passed. What had rolled over returns with
 * the last day that it had. Possible once per voided invoice. Throws NOT_FOUND, CONFLICT, NOT_AGAIN, NO_REMITTANCE.
 */
export const billAgain = action(contract.billing.billAgain, (context, input) => {
  const { platform, actor } = context
  return createOnce(context, input, async (db) => {
    const { id, version } = input
    const taken = await lockInvoice(platform, db, actor, id, version)
    const { company_id: companyId, order_id: orderId } = taken
    const order = await db
      .selectFrom('orders as o')
      .select(['o.source', 'o.agreement_id'])
      .select(
        sql<boolean>`exists (select from orders n where n.company_id = o.company_id and n.replaces = o.id)`.as(
          'replaced',
        ),
      )
      .select(
        sql<number>`coalesce((select max(a.payment_days) from order_lines l join shared_agreements a on a.company_id = l.company_id and a.id = l.agreement_id
          where l.company_id = o.company_id and l.order_id = o.id), 15)`.as('days'),
      )
      .where('o.company_id', '=', companyId)
      .where('o.id', '=', orderId)
      .executeTakeFirstOrThrow()
    if (!canBillAgain({ status: taken.status, source: order.source, replaced: order.replaced }))
      throw refuse('NOT_AGAIN')
    const lines: NewLine[] = []
    for (const line of await linesOf(db, companyId, orderId)) {
      const blockId =
        line.block !== null && line.taken !== null
          ? await grantBlock(db, context, {
              companyId,
              source: 'agreement',
              agreementId: line.agreement_id,
              name: line.block,
              minutes: line.taken,
              // The hours that were used stay with the voided block, at their price.
              priceCents: shareOfPrice(line.taken, line.granted ?? 0, line.price_cents ?? 0),
              expiresOn: line.expires_on,
              state: 'active',
            })
          : undefined
      lines.push({
        kind: line.kind as NewLine['kind'],
        description: line.description,
        quantity: line.quantity,
        unitCents: line.unit_cents,
        agreementId: line.agreement_id ?? undefined,
        periodFrom: line.period_from ?? undefined,
        periodTo: line.period_to ?? undefined,
        part: line.part,
        blockId,
      })
    }
    await recordAudit(db, context, {
      companyId,
      action: 'invoice.again',
      subjectType: 'invoice',
      subjectId: id,
      before: { number: taken.number, status: taken.status },
    })
    const { invoiceId } = await placeOrder(db, context, {
      companyId,
      source: order.source as (typeof AGAIN_SOURCES)[number],
      method: (await hasCard(db, companyId)) ? 'card' : 'invoice',
      agreementId: order.agreement_id ?? undefined,
      replaces: orderId,
      paymentDays: order.days,
      issue: true,
      lines,
    })
    return readInvoice(platform, db, actor, invoiceId)
  })
})
