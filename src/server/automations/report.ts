import type { z } from 'zod'
import type { ReportProblem } from '../../contract/automations.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { openTicket } from '../tickets/index.ts'
import { can } from './policy.ts'
import { whole } from './queries.ts'
import { runText } from './run-text.ts'
import { readRun } from './runs.ts'

/**
 * Opens a ticket about an automation in the reader's name, with the facts of the run that it is about. NOT_FOUND;
 * UNPROCESSABLE for a run that is not its, and for an automation that is retired.
 */
export function report(
  context: Actored,
  input: z.infer<typeof ReportProblem>,
): Promise<{ ticket: { id: string; number: number } }> {
  const { platform, actor } = context
  return createOnce(context, input, async (db) => {
    const [automation] = await whole(db, { id: input.id })
    if (!automation) throw refuse('NOT_FOUND')
    if (!can(actor, { status: automation.status, asked: null, questions: 0, answered: true }).report)
      throw refuse('UNPROCESSABLE', { fields: { description: ['This automation is retired. Open a ticket instead.'] } })
    const run = input.runId ? await readRun(db, input.id, input.runId) : undefined
    if (input.runId && !run) throw refuse('UNPROCESSABLE', { fields: { runId: ['There is no such run.'] } })
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
}
