import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { type By, recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import type { Platform } from '../../platform/platform.ts'
import { postToTicket } from '../../tickets/index.ts'

/**
 * Handles a voided or refunded order, in the caller's transaction. Retires its automations that are not live yet. Those
 * that are live continue until staff decide, and administrators are notified once. Returns whether the agreement ends
 * with the order.
 */
export async function undoOfOrder(
  platform: Platform,
  db: Db,
  by: By,
  { companyId, orderId, why }: { companyId: string; orderId: string; why: string },
): Promise<boolean> {
  const rows = await db
    .selectFrom('installations')
    .select(['id', 'name', 'status', 'ticket_id', 'order_undone_at'])
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  let ends = true
  for (const row of rows) {
    const begun = !['requested', 'provisioning', 'retired'].includes(row.status)
    if (begun) ends = false
    if (row.order_undone_at) continue
    const retire = row.status === 'requested' || row.status === 'provisioning'
    await db
      .updateTable('installations')
      .set({
        order_undone_at: sql<string>`now()`,
        version: sql<number>`version + 1`,
        updated_at: sql<string>`now()`,
        ...(retire ? { status: 'retired', retired_at: sql<string>`now()` } : {}),
      })
      .where('company_id', '=', companyId)
      .where('id', '=', row.id)
      .execute()
    await recordAudit(db, by, {
      companyId,
      action: 'installation.order_undone',
      subjectType: 'installation',
      subjectId: row.id,
      before: { status: row.status },
      after: { status: retire ? 'retired' : row.status },
      reason: why,
    })
    if (row.ticket_id)
      await postToTicket(platform, db, by, {
        companyId,
        ticketId: row.ticket_id,
        kind: 'note',
        body: retire
          ? `${why} ${row.name} was not live yet and is now retired. No setup is needed.`
          : begun
            ? `${why} ${row.name} was already live and is not retired. Ask the partner whether to retire it.`
            : `${why} ${row.name} was already retired.`,
      })
    if (retire) await publish(db, by.actor, { companyId, topic: 'automation', kind: 'retired', subjectId: row.id })
    if (begun)
      await publish(db, by.actor, {
        companyId,
        topic: 'automation',
        kind: 'order_undone',
        subjectId: row.id,
        staffOnly: true,
        data: { why },
      })
  }
  return ends
}
