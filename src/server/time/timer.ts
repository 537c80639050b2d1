// The clock of one person of the provider. It is a row: any device shows it, and no crash loses it.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Timer } from '../../contract/time.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Actor, Db } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'
import { presentTimer } from './present.ts'
import { taskWorkedOn, timerOf, workedOn } from './queries.ts'
import { columnOf } from './terms.ts'

type One = { timer: z.infer<typeof Timer> | null }

const read = async (db: Db, { userId }: Actor): Promise<One> => {
  const row = await timerOf(db, userId).executeTakeFirst()
  return { timer: row ? presentTimer(row) : null }
}

/** The person's other pages hear of it; nobody of a partner does. */
const tell = (db: Db, actor: Actor, timerId: string) =>
  publish(db, actor, {
    companyId: actor.companyId,
    topic: 'timer',
    kind: 'changed',
    subjectId: timerId,
    staffOnly: true,
  })

/** The actor's timer, if there is one. */
export const timer = ({ platform, actor }: Actored): Promise<One> => platform.db.askAs(actor, (db) => read(db, actor))

type On = { ticketId?: string | undefined; taskId?: string | undefined }

/** Starts the timer on a ticket or a task. Where it is already it goes on; elsewhere TIMER_RUNNING. NOT_FOUND without the ticket or task. */
export const start = ({ platform, actor }: Actored, { ticketId, taskId }: On): Promise<One> =>
  platform.db.asActor(actor, async (db) => {
    const found = ticketId ? await workedOn(db, ticketId) : taskId ? await taskWorkedOn(db, taskId) : undefined
    if (!found) throw refuse('NOT_FOUND')
    const id = uuid()
    const [column, subject] = columnOf(ticketId ? { ticketId: found.id } : { taskId: found.id })
    // Two tabs may start at once: the unique user makes one of them wait and find the other's.
    const { numInsertedOrUpdatedRows: begun } = await db
      .insertInto('timers')
      .values({ company_id: found.company_id, id, user_id: actor.userId, [column]: subject })
      .onConflict((c) => c.doNothing())
      .executeTakeFirst()
    if (begun) await tell(db, actor, id)
    else {
      const mine = (await read(db, actor)).timer
      if (!mine) throw refuse('CONFLICT')
      if ((mine.ticket ?? mine.task)?.id !== subject) throw refuse('TIMER_RUNNING', { current: mine })
      if (!mine.running) await setRunning(db, actor, mine.id, true)
    }
    return read(db, actor)
  })

async function setRunning(db: Db, actor: Actor, id: string, running: boolean): Promise<void> {
  const mine = db.updateTable('timers').where('id', '=', id).where('user_id', '=', actor.userId)
  await (running
    ? mine.set({ running_since: sql<string>`now()` }).where('running_since', 'is', null)
    : mine
        .set({
          kept_seconds: sql<number>`kept_seconds + extract(epoch from now() - running_since)::int`,
          running_since: null,
        })
        .where('running_since', 'is not', null)
  ).execute()
  await tell(db, actor, id)
}

/** Pauses the timer or lets it go on; what it is already stays. TIMER_GONE when it was stopped elsewhere. */
export const pause = ({ platform, actor }: Actored, { id, running }: { id: string; running: boolean }): Promise<One> =>
  platform.db.asActor(actor, async (db) => {
    await setRunning(db, actor, id, running)
    const now = await read(db, actor)
    if (now.timer?.id !== id) throw refuse('TIMER_GONE')
    return now
  })

/** Ends the actor's timer in the caller's transaction. TIMER_GONE when that was done already: of two that try, one can. */
export async function endTimer(db: Db, actor: Actor, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('timers')
    .where('id', '=', id)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
  if (!numDeletedRows) throw refuse('TIMER_GONE')
  await tell(db, actor, id)
}

/** Throws the timer away. TIMER_GONE when it was stopped elsewhere. */
export const discard = ({ platform, actor }: Actored, { id }: { id: string }): Promise<One> =>
  platform.db.asActor(actor, async (db) => {
    await endTimer(db, actor, id)
    return { timer: null }
  })
