import { systemOf } from '../platform/database/db.ts'
import { publish } from '../platform/events/publish.ts'
import type { Platform } from '../platform/platform.ts'
import type { QuietData } from './policy.ts'
import { lockTicketRow } from './queries.ts'
import { changeStatus, closeWhenQuiet } from './queue/change-status.ts'

/**
 * Closes a ticket that is still resolved and has not changed since the job was sent. If it is resolved but has changed,
 * the waiting period starts again. Any other ticket is left alone.
 */
export async function closeQuiet(platform: Platform, { companyId, ticketId, version }: QuietData): Promise<void> {
  const actor = systemOf(companyId)
  await platform.db.asActor(actor, async (db) => {
    const ticket = await lockTicketRow(db, ticketId)
    if (ticket?.status !== 'resolved') return
    if (ticket.version !== version) return closeWhenQuiet(db, platform, ticket, ticket.version)
    await changeStatus(db, platform, { actor }, ticket, 'closed')
    await publish(db, actor, {
      companyId,
      topic: 'ticket',
      kind: 'status',
      subjectId: ticketId,
      data: { from: 'resolved', to: 'closed' },
    })
  })
}
