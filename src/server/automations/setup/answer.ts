import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { postToTicket } from '../../tickets/index.ts'
import { canAnswerQuestions, isInSetUp } from '../policy.ts'
import { readAutomation } from '../read.ts'
import { answersText, checkAnswers, type Field } from './intake.ts'
import { startSetup } from './start-setup.ts'

/**
 * Saves an owner's answers to the setup questions. Finishing them for the first time starts setup, unless the
 * automation is already live. Later changes are also posted in the setup ticket. Throws NOT_FOUND, CONFLICT with the
 * current state, SETUP_OVER once it is set up and answered or retired, and UNPROCESSABLE for answers that are
 * invalid or look like a secret.
 */
export const answerQuestions = action(contract.automations.answer, (context, input) => {
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
    if (row.version !== input.version) throw refuse('CONFLICT', { current: await readAutomation(db, actor, row.id) })
    if (!canAnswerQuestions({ status: row.status, answered: row.answered_at !== null }))
      throw refuse('SETUP_OVER', { current: await readAutomation(db, actor, row.id) })
    const fields = row.intake as Field[]
    // Engineers work by these answers, so once they were complete, every change must keep them complete.
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
    await recordAudit(db, context, {
      companyId: row.company_id,
      action: 'installation.answer',
      subjectType: 'installation',
      subjectId: row.id,
      before: { answers: before },
      after: { answers, finished },
    })
    if (finished && !row.ticket_id && isInSetUp(row.status))
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
        await postToTicket(platform, db, context, {
          companyId: row.company_id,
          ticketId: row.ticket_id,
          kind: 'reply',
          body: `I changed these setup answers.\n\n${answersText(changed, answers)}`,
        })
      await publish(db, actor, {
        companyId: row.company_id,
        topic: 'automation',
        kind: !finished ? 'answers_kept' : row.answered_at === null ? 'answered' : 'answers_changed',
        subjectId: row.id,
      })
    }
    return readAutomation(db, actor, row.id)
  })
})
