// The timer of one staff member. It is a row in the database, so that every device shows it and no crash loses it.

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { Timer } from '../../contract/time.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { presentTimer } from './present.ts'
import { taskWorkedOn, timerOf, workedOn } from './queries.ts'
import { columnOf } from './terms.ts'

type One = { timer: z.infer<typeof Timer> | null }

const readTimer = async (db: Db, { userId }: Actor): Promise<One> => {
  const row = await timerOf(db, userId).executeTakeFirst()
  return { timer: row ? presentTimer(row) : null }
}

/** Publishes the change to the person's other pages, and not to partners. */
const publishTimerChange = (db: Db, actor: Actor, timerId: string) =>
  publish(db, actor, {
    companyId: actor.companyId,
    topic: 'timer',
    kind: 'changed',
    subjectId: timerId,
    staffOnly: true,
  })

/** Returns the actor's timer, if there is one. */
export const getTimer = action(contract.time.timer, ({ platform, actor }) =>
  platform.db.askAs(actor, (db) => readTimer(db, actor)),
)

/**
 * Starts the timer on a ticket or a task, or resumes it there. Throws TIMER_RUNNING when it is on another one;
 * NOT_FOUND when there is no such ticket or task; CONFLICT when the timer ended at the same moment.
 */
export const startTimer = action(contract.time.startTimer, ({ platform, actor }, { ticketId, taskId }) =>
  platform.db.asActor(actor, async (db) => {
    const found = ticketId ? await workedOn(db, ticketId) : taskId ? await taskWorkedOn(db, taskId) : undefined
    if (!found) throw refuse('NOT_FOUND')
    const id = uuid()
    const [column, subject] = columnOf(ticketId ? { ticketId: found.id } : { taskId: found.id })
    // Two tabs may start at the same time. The unique index on the user makes one of them wait and find the other's
    // timer.
    const { numInsertedOrUpdatedRows: begun } = await db
      .insertInto('timers')
      .values({ company_id: found.company_id, id, user_id: actor.userId, [column]: subject })
      .onConflict((c) => c.doNothing())
      .executeTakeFirst()
    if (begun) await publishTimerChange(db, actor, id)
    else {
      const ownTimer = (await readTimer(db, actor)).timer
      if (!ownTimer) throw refuse('CONFLICT')
      if ((ownTimer.ticket ?? ownTimer.task)?.id !== subject) throw refuse('TIMER_RUNNING', { current: ownTimer })
      if (!ownTimer.running) await setRunning(db, actor, ownTimer.id, true)
    }
    return readTimer(db, actor)
  }),
)

async function setRunning(db: Db, actor: Actor, id: string, running: boolean): Promise<void> {
  const ownTimer = db.updateTable('timers').where('id', '=', id).where('user_id', '=', actor.userId)
  await (running
    ? ownTimer.set({ running_since: sql<string>`now()` }).where('running_since', 'is', null)
    : ownTimer
        .set({
          kept_seconds: sql<number>`kept_seconds + extract(epoch from now() - running_since)::int`,
          running_since: null,
        })
        .where('running_since', 'is not', null)
  ).execute()
  await publishTimerChange(db, actor, id)
}

/**
 * Pauses or resumes the timer; one that is already in that state stays as it is. Throws TIMER_GONE when it was stopped
 * elsewhere.
 */
export const pauseTimer = action(contract.time.pauseTimer, ({ platform, actor }, { id, running }) =>
  platform.db.asActor(actor, async (db) => {
    await setRunning(db, actor, id, running)
    const now = await readTimer(db, actor)
    if (now.timer?.id !== id) throw refuse('TIMER_GONE')
    return now
  }),
)

/**
 * Ends the actor's timer in the caller's transaction. Throws TIMER_GONE when it has already ended: of two attempts, one
 * succeeds.
 */
export async function endTimer(db: Db, actor: Actor, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('timers')
    .where('id', '=', id)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
  if (!numDeletedRows) throw refuse('TIMER_GONE')
  await publishTimerChange(db, actor, id)
}

/** Discards the timer. Throws TIMER_GONE when it was stopped elsewhere. */
export const discardTimer = action(contract.time.discardTimer, ({ platform, actor }, { id }) =>
  platform.db.asActor(actor, async (db) => {
    await endTimer(db, actor, id)
    return { timer: null }
  }),
)
