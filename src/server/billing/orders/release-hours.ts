import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { activateBlock } from '../../hours/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { listOrderBlocks } from './hours-of-order.ts'
import { lockInvoice, readInvoice } from './read.ts'

/**
 * Makes the hours of an open invoice usable before it is paid, and records who did it and why. Throws NOT_FOUND,
 * CONFLICT, NOTHING_TO_RELEASE.
 */
export const releaseHours = action(contract.billing.releaseHours, (context, { id, version, reason }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const invoice = await lockInvoice(platform, db, actor, id, version)
    const { company_id: companyId, order_id: orderId } = invoice
    const waiting = (await listOrderBlocks(db, companyId, orderId)).filter((b) => b.state === 'pending')
    if (invoice.status !== 'open' || waiting.length === 0) throw refuse('NOTHING_TO_RELEASE')
    for (const block of waiting)
      await activateBlock(db, context, companyId, block.id, { releasedBy: actor.userId, reason })
    await db
      .updateTable('invoices')
      .set({ version: version + 1, updated_at: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    await recordAudit(db, context, {
      companyId,
      action: 'invoice.release',
      subjectType: 'invoice',
      subjectId: id,
      after: { number: invoice.number, blocks: waiting.map((b) => ({ id: b.id, minutes: b.granted })) },
      reason,
    })
    await publish(db, actor, { companyId, topic: 'billing', kind: 'released', subjectId: id })
    return readInvoice(platform, db, actor, id)
  })
})
