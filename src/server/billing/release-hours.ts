import { sql } from 'kysely'
import type { z } from 'zod'
import type { Invoice } from '../../contract/billing.ts'
import { activateBlock } from '../hours/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { blocksOf } from './hours-of-order.ts'
import { readInvoice, takeInvoice } from './read.ts'

/** Makes the hours of an open invoice usable before it is paid; who and why stays with them. CONFLICT, NOTHING_TO_RELEASE. */
export function releaseHours(
  context: Actored,
  { id, version, reason }: { id: string; version: number; reason: string },
): Promise<z.infer<typeof Invoice>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const invoice = await takeInvoice(platform, db, actor, id, version)
    const { company_id: companyId, order_id: orderId } = invoice
    const waiting = (await blocksOf(db, companyId, orderId)).filter((b) => b.state === 'pending')
    if (invoice.status !== 'open' || waiting.length === 0) throw refuse('NOTHING_TO_RELEASE')
    for (const block of waiting)
      await activateBlock(db, context, companyId, block.id, { releasedBy: actor.userId, reason })
    await db
      .updateTable('invoices')
      .set({ version: version + 1, updated_at: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    await record(db, context, {
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
}
