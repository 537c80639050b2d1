import { contract } from '../../contract/index.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { openTicket } from '../tickets/index.ts'
import { automationPermissions } from './policy.ts'
import { wholeAutomation } from './queries.ts'
import { runText } from './runs/run-text.ts'
import { readRun } from './runs/runs.ts'

/**
 * Opens a ticket about an automation in the user's name, with the facts of a run if one is given. Returns the ticket's
 * id and number. Throws NOT_FOUND, and UNPROCESSABLE for a run of another automation and for a retired automation.
 */
export const reportProblem = action(contract.automations.report, (context, input) => {
  const { platform, actor } = context
  return createOnce(context, input, async (db) => {
    const [automation] = await wholeAutomation(db, { id: input.id })
    if (!automation) throw refuse('NOT_FOUND')
    if (!automationPermissions(actor, { status: automation.status, asked: null, questions: 0, answered: true }).report)
      throw refuse('UNPROCESSABLE', { fields: { description: ['This automation is retired. Open a ticket instead.'] } })
    const run = input.runId ? await readRun(db, input.id, input.runId) : undefined
    if (input.runId && !run) throw refuse('UNPROCESSABLE', { fields: { runId: ['Choose a run of this automation.'] } })
    const parts = [input.description.trim(), ...(run ? ['---', runText(run, automation.time_zone)] : [])]
    const ticket = await openTicket(platform, db, context, {
      companyId: automation.company_id,
      requesterId: actor.userId,
      subject: run?.status === 'failed' ? `A run of ${automation.name} failed` : `Problem with ${automation.name}`,
      description: parts.join('\n\n'),
      category: 'automation',
      impact: input.impact,
      urgency: input.urgency,
      source: 'portal',
      installationId: input.id,
    })
    return { ticket }
  })
})
