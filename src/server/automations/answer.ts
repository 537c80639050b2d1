import { sql } from 'kysely'
import type { z } from 'zod'
import type { Installation } from '../../contract/automations.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { sayInTicket } from '../tickets/index.ts'
import { answersText, checkAnswers, type Field } from './intake.ts'
import { answerable, inSetup } from './policy.ts'
import { read } from './read.ts'
import { startSetup } from './start-setup.ts'

type Answers = { id: string; version: number; answers: Record<string, unknown>; finished: boolean }

/**
 * An owner answers the questions. Finished for the first time the set-up begins, unless it runs already; what is changed later
 * stands in its ticket too. NOT_FOUND; CONFLICT with it as it is now; SETUP_OVER once it is set up and answered; UNPROCESSABLE
 * beside what does not fit, or looks like a secret.
 */
export function answer(context: Actored, input: Answers): Promise<z.infer<typeof Installation>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await db
      .selectFrom('installations')
      .select([
        'company_id',
        'id',
        'name',
        'status',
        'intake',
        'answers',
        'answered_at',
        'ticket_id',
        'order_id',
        'version',
      ])
      .where('id', '=', input.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) throw refuse('NOT_FOUND')
    if (row.version !== input.version) throw refuse('CONFLICT', { current: await read(db, actor, row.id) })
    if (!answerable({ status: row.status, answered: row.answered_at !== null }))
      throw refuse('SETUP_OVER', { current: await read(db, actor, row.id) })
    const fields = row.intake as Field[]
    // What engineers work by stays complete: once it was finished, every change is.
    const finished = input.finished || row.answered_at !== null
    const { answers, problems } = checkAnswers(fields, input.answers, finished)
    if (problems) throw refuse('UNPROCESSABLE', { fields: problems })
    const before = row.answers as Record<string, unknown>
    await db
      .updateTable('installations')
      .set({
        answers: JSON.stringify(answers),
        version: row.version + 1,
        updated_at: sql<string>`now()`,
        ...(finished ? { answered_at: sql<string>`now()`, answered_by: actor.userId } : {}),
      })
      .where('company_id', '=', row.company_id)
      .where('id', '=', row.id)
      .execute()
    await record(db, context, {
      companyId: row.company_id,
      action: 'installation.answer',
      subjectType: 'installation',
      subjectId: row.id,
      before: { answers: before },
      after: { answers, finished },
    })
    if (finished && !row.ticket_id && inSetup(row.status))
      await startSetup(platform, db, context, {
        company_id: row.company_id,
        id: row.id,
        name: row.name,
        intake: fields,
        answers,
        bought: row.order_id !== null,
        requesterId: actor.userId,
      })
    else {
      const changed = fields.filter((f) => JSON.stringify(before[f.name]) !== JSON.stringify(answers[f.name]))
      if (finished && row.ticket_id && changed.length > 0)
        await sayInTicket(platform, db, context, {
          companyId: row.company_id,
          ticketId: row.ticket_id,
          kind: 'reply',
          body: `I changed answers for the set-up.\n\n${answersText(changed, answers)}`,
        })
      await publish(db, actor, {
        companyId: row.company_id,
        topic: 'automation',
        kind: !finished ? 'answers_kept' : row.answered_at === null ? 'answered' : 'answers_changed',
        subjectId: row.id,
      })
    }
    return read(db, actor, row.id)
  })
}
