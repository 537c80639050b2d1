import { sql } from 'kysely'
import type { z } from 'zod'
import type { Project, ProjectStatus } from '../../contract/projects.ts'
import { billCompletion } from '../agreements/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { isOver, nextOf } from './policy.ts'
import { read } from './read.ts'
import { changeProject, keep, take } from './write.ts'

type Wanted = { id: string; version: number; status: z.infer<typeof ProjectStatus>; reason: string }

/**
 * Says where a project stands. Done and cancelled end it; when its agreement's price is due on completion and no other
 * project of it is open, that is billed in the same transaction, once. CONFLICT when somebody was faster, UNPROCESSABLE
 * beside a status that does not follow, or without a reason where the partner will ask for one.
 */
export const setStatus = (context: Actored, input: Wanted): Promise<z.infer<typeof Project>> => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const held = await take(db, actor, input.id, input.version)
    if (!nextOf(held.status).includes(input.status))
      throw refuse('UNPROCESSABLE', { fields: { status: ['This status does not follow the one it has now.'] } })
    if ((input.status === 'on_hold' || input.status === 'cancelled') && input.reason === '')
      throw refuse('UNPROCESSABLE', { fields: { reason: ['Say why: the partner reads it.'] } })
    await changeProject(db, held)
      .set({
        status: input.status,
        status_at: sql<string>`now()`,
        completed_at: input.status === 'done' ? sql<string>`now()` : null,
        version: sql<number>`version + 1`,
      })
      .execute()
    await keep(db, context, held, {
      kind: input.status === 'done' ? 'done' : 'status',
      before: { status: held.status },
      after: { status: input.status },
      ...(input.reason ? { reason: input.reason } : {}),
      data: { status: input.status, reason: input.reason },
    })
    // Last: an invoice's number is held until the transaction ends.
    if (isOver(input.status) && held.agreement_id)
      await billCompletion(db, context, { companyId: held.company_id, agreementId: held.agreement_id })
    return read(db, actor, held.id)
  })
}
