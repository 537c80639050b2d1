import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { changeOf, take } from './write.ts'

/** Signs a user out everywhere, at once. The own sessions are ended in the settings: NOT_YOURSELF. NOT_FOUND. */
export function endSessions(context: Actored, { id }: { id: string }): Promise<{ ended: true }> {
  const { actor } = context
  return changeOf(context, id, async (db, takeBack) => {
    const { row } = await take(db, actor, id)
    if (id === actor.userId) throw refuse('NOT_YOURSELF')
    await takeBack(true)
    await record(db, context, {
      companyId: row.company_id,
      action: 'user.end-sessions',
      subjectType: 'user',
      subjectId: id,
    })
    return { ended: true as const }
  })
}
