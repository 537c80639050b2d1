import { type Actored, refuse } from '../platform/api.ts'
import { FRESH_MS } from './policy.ts'

/** Demands that the person proved within ten minutes who they are: by signing in, or by `confirm`. CONFIRM_IDENTITY. */
export async function requireFresh({ platform, actor }: Actored): Promise<void> {
  const session = await platform.db.system
    .selectFrom('auth.session')
    .select('confirmed_at')
    .where('id', '=', actor.sessionId)
    .where('userId', '=', actor.userId)
    .executeTakeFirst()
  if (!session || Date.parse(session.confirmed_at) < Date.now() - FRESH_MS) throw refuse('CONFIRM_IDENTITY')
}
