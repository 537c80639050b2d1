import type { z } from 'zod'
import type { Lead, Stage } from '../../contract/leads.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { can, type Status } from './policy.ts'
import { read, take, tell, update, write } from './write.ts'

/** Says how far a lead got; what became of it stays as it is. CONFLICT when somebody was faster, LEAD_CONVERTED once it is won. */
export function setStage(
  context: Actored,
  { id, version, stage }: { id: string; version?: number; stage: z.infer<typeof Stage> },
): Promise<z.infer<typeof Lead>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const lead = await take(db, actor, id, version)
    if (!can(actor, lead.status as Status).stage) throw refuse('LEAD_CONVERTED')
    if (lead.stage === stage) return read(db, actor, id)
    await update(db, lead, { stage })
    await write(db, actor, lead, { kind: 'stage', change: { field: 'stage', from: lead.stage, to: stage } })
    await tell(db, context, lead, { action: 'lead.stage', before: { stage: lead.stage }, after: { stage } })
    return read(db, actor, id)
  })
}
