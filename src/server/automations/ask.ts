import { sql } from 'kysely'
import type { z } from 'zod'
import type { AskAutomation, Installation } from '../../contract/automations.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'
import { askable } from './policy.ts'
import { lock } from './queries.ts'
import { read } from './read.ts'

type One = z.infer<typeof Installation>

/** Holds it for a change. NOT_FOUND without it; CONFLICT, with what it is now, for another version than was on the screen. */
export async function take({ actor }: Actored, db: Db, id: string, version: number | undefined) {
  const row = await lock(db, id)
  if (!row) throw refuse('NOT_FOUND')
  if (version !== undefined && version !== row.version) throw refuse('CONFLICT', { current: await read(db, actor, id) })
  return row
}

/** Asks staff to pause what runs or to resume what is paused. CANNOT_ASK for anything else, CONFLICT. The same again changes nothing but the reason. */
export function ask(context: Actored, { id, want, reason, version }: z.infer<typeof AskAutomation>): Promise<One> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await take(context, db, id, version)
    if (askable(row.status) !== want)
      throw refuse('CANNOT_ASK', {
        fields: {
          want: [
            want === 'pause'
              ? 'Only an automation that is live can be paused.'
              : 'Only a paused automation can be resumed.',
          ],
        },
      })
    if (row.asked === want && row.asked_reason === reason) return read(db, actor, id)
    await db
      .updateTable('installations')
      .set({
        asked: want,
        asked_reason: reason,
        asked_by: actor.userId,
        asked_at: sql<string>`now()`,
        version: row.version + 1,
        updated_at: sql<string>`now()`,
      })
      .where('company_id', '=', row.company_id)
      .where('id', '=', id)
      .execute()
    await record(db, context, {
      companyId: row.company_id,
      action: 'installation.ask',
      subjectType: 'installation',
      subjectId: id,
      before: { asked: row.asked },
      after: { asked: want, reason },
    })
    await publish(db, actor, {
      companyId: row.company_id,
      topic: 'automation',
      kind: 'asked',
      subjectId: id,
      data: { want, reason },
    })
    return read(db, actor, id)
  })
}

/** Takes back what was asked for; where nothing is asked any more nothing happens. NOT_FOUND. */
export function unask(context: Actored, { id }: { id: string }): Promise<One> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await take(context, db, id, undefined)
    if (row.asked === null) return read(db, actor, id)
    await db
      .updateTable('installations')
      .set({
        asked: null,
        asked_reason: null,
        asked_by: null,
        asked_at: null,
        version: row.version + 1,
        updated_at: sql<string>`now()`,
      })
      .where('company_id', '=', row.company_id)
      .where('id', '=', id)
      .execute()
    await record(db, context, {
      companyId: row.company_id,
      action: 'installation.unask',
      subjectType: 'installation',
      subjectId: id,
      before: { asked: row.asked },
    })
    await publish(db, actor, { companyId: row.company_id, topic: 'automation', kind: 'unasked', subjectId: id })
    return read(db, actor, id)
  })
}
