import type { z } from 'zod'
import type { Lead } from '../../contract/leads.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { can, type Status } from './policy.ts'
import { read, take, tell, update, write } from './write.ts'

type Input = { id: string; version?: number; status: Status; lostReason?: string }

/**
 * Says what became of a lead; how far it got stays as it is. Lost needs the reason, won comes by conversion only
 * (UNPROCESSABLE). CONFLICT when somebody was faster, LEAD_CONVERTED once it is won.
 */
export function setStatus(context: Actored, { id, version, status, lostReason }: Input): Promise<z.infer<typeof Lead>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const lead = await take(db, actor, id, version)
    const { statuses } = can(actor, lead.status as Status)
    if (lead.status === 'won') throw refuse('LEAD_CONVERTED')
    if (!statuses.includes(status))
      throw refuse('UNPROCESSABLE', { fields: { status: ['A lead is won by making it a company: convert it.'] } })
    if (status === 'lost' && !lostReason) throw refuse('UNPROCESSABLE', { fields: { lostReason: ['Say why.'] } })
    if (status !== 'lost' && lostReason)
      throw refuse('UNPROCESSABLE', { fields: { lostReason: ['Only a lost lead has a reason.'] } })
    const reason = lostReason ?? null
    if (lead.status === status && lead.lost_reason === reason) return read(db, actor, id)
    await update(db, lead, { status, lost_reason: reason })
    await write(db, actor, lead, {
      kind: 'status',
      text: lostReason ?? '',
      change: { field: 'status', from: lead.status, to: status },
    })
    await tell(db, context, lead, { action: 'lead.status', before: { status: lead.status }, after: { status } })
    return read(db, actor, id)
  })
}
