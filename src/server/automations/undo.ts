import { sql } from 'kysely'
import { type By, record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'
import { publish } from '../platform/publish.ts'
import { sayInTicket } from '../tickets/index.ts'

/**
 * The order of an automation was voided or given back: what is not live yet is retired. What runs goes on until a person
 * decides; administrators are told, once. In the caller's transaction. Gives whether its agreement ends with it.
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
    await record(db, by, {
      companyId,
      action: 'installation.order_undone',
      subjectType: 'installation',
      subjectId: row.id,
      before: { status: row.status },
      after: { status: retire ? 'retired' : row.status },
      reason: why,
    })
    if (row.ticket_id)
      await sayInTicket(platform, db, by, {
        companyId,
        ticketId: row.ticket_id,
        kind: 'note',
        body: retire
          ? `${why} ${row.name} was not live yet and is retired: nothing is to be set up any more.`
          : `${why} ${row.name} still runs. Decide with the partner whether it is to be retired.`,
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
