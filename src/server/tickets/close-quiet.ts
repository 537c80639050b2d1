import { systemOf } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'
import { publish } from '../platform/publish.ts'
import { changeStatus, closeWhenQuiet } from './change-status.ts'
import type { QuietData } from './policy.ts'
import { lock } from './queries.ts'

/**
 * Closes a ticket that is still resolved just as it was when the job was sent. One that is resolved but was changed
 * meanwhile waits as long once more; anything else is left alone.
 */
export async function closeQuiet(platform: Platform, { companyId, ticketId, version }: QuietData): Promise<void> {
  const actor = systemOf(companyId)
  await platform.db.asActor(actor, async (db) => {
    const ticket = await lock(db, ticketId)
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
