import { sql } from 'kysely'
import type { JobDefinition, ScheduleDefinition } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { TICKET_OPENED, type TicketOpenedData } from '../tickets/index.ts'
import { NotAsked } from './ask.ts'
import { replyOutcome } from './policy.ts'
import { triageOpened } from './suggest.ts'

/** Days for which the input of a request is kept, so that drafts can be tested with it. Result and cost stay. */
const INPUT_DAYS = 30

/** Suggests category, impact and urgency for a new ticket. Does not fail when the model may not be used. */
export const triageNew: JobDefinition<Platform, TicketOpenedData> = {
  name: TICKET_OPENED,
  retries: 2,
  async handler(platform, data) {
    try {
      await triageOpened(platform, data)
    } catch (e) {
      if (!(e instanceof NotAsked)) throw e
    }
  },
}

/**
 * Decides drafted replies by the first reply that the requesting person sent afterwards. A draft without a reply within
 * a week counts as rejected. Runs every five minutes.
 */
export const followDrafts: ScheduleDefinition<Platform> = {
  name: 'prompts.follow-drafts',
  cron: '*/5 * * * *',
  async handler({ db: { system } }) {
    // Bypasses row-level security, because it handles the drafts of all companies.
    const rows = await system
      .selectFrom('suggestions as s')
      .leftJoinLateral(
        (e) =>
          e
            .selectFrom('shared_messages as m')
            .select('m.body')
            .whereRef('m.company_id', '=', 's.company_id')
            .whereRef('m.ticket_id', '=', 's.subject_id')
            .whereRef('m.author_id', '=', 's.created_by')
            .whereRef('m.created_at', '>', 's.created_at')
            .where('m.kind', '=', 'reply')
            .orderBy('m.created_at')
            .limit(1)
            .as('sent'),
        (join) => join.onTrue(),
      )
      .select(['s.company_id', 's.id', 's.output', 'sent.body as reply'])
      .where('s.key', '=', 'ticket.reply-draft')
      .where('s.state', '=', 'open')
      .where((e) =>
        e.or([e('sent.body', 'is not', null), e('s.created_at', '<', sql<string>`now() - interval '7 days'`)]),
      )
      .orderBy('s.created_at')
      .limit(1_000)
      .execute()
    for (const r of rows) {
      const { text } = r.output as { text: string }
      await system
        .updateTable('suggestions')
        .set({ state: r.reply === null ? 'rejected' : replyOutcome(text, r.reply), decided_at: sql<string>`now()` })
        .where('company_id', '=', r.company_id)
        .where('id', '=', r.id)
        .where('state', '=', 'open')
        .execute()
    }
  },
}

/** Deletes the input of old requests, and marks requests that never ended as lost. Runs nightly. */
export const sweepCalls: ScheduleDefinition<Platform> = {
  name: 'prompts.sweep-calls',
  cron: '37 3 * * *',
  async handler({ db: { system } }) {
    await system
      .updateTable('model_calls')
      .set({ input: null })
      .where('input', 'is not', null)
      .where('created_at', '<', sql<string>`now() - make_interval(days => ${INPUT_DAYS})`)
      .execute()
    await system
      .updateTable('model_calls')
      .set({ outcome: 'lost', error: 'The server stopped before the answer arrived.' })
      .where('outcome', '=', 'running')
      .where('created_at', '<', sql<string>`now() - interval '1 hour'`)
      .execute()
  },
}
