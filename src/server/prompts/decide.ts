import { sql } from 'kysely'
import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { TriageOutput } from '../../contract/prompts.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { editWithin } from '../tickets/index.ts'
import { closedFor } from './ask.ts'
import { LONG } from './policy.ts'
import { presentSuggestion } from './present.ts'
import { suggestionRows } from './queries.ts'

type Triage = z.infer<typeof TriageOutput>

/**
 * Accepts a suggestion, unchanged or edited, or rejects it. Accepting triage edits the ticket in the same transaction,
 * as if the person had edited it. Throws NOT_FOUND when the suggestion does not exist, DECIDED when it was
 * decided already, and CONFLICT, TICKET_CLOSED, TICKET_MERGED from the ticket.
 */
export const decideSuggestion = action(contract.prompts.decide, (context, input) => {
  const { platform, actor } = context
  const { id, decision, version, category, impact, urgency } = input
  return platform.db.asActor(actor, async (db) => {
    const row = await db
      .selectFrom('suggestions')
      .select(['company_id', 'key', 'subject_id', 'output', 'state'])
      .where('id', '=', id)
      // Only suggestions for tickets are decided here. Others are decided by what people do with them
      // (`recordTextDecision`).
      .where('subject_type', '=', 'ticket')
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw refuse('NOT_FOUND')
    if (row.state !== 'open') throw refuse('DECIDED')
    let state: 'accepted' | 'edited' | 'rejected' = decision === 'accept' ? 'accepted' : 'rejected'
    if (decision === 'accept' && row.key === 'ticket.triage') {
      const proposed = row.output as unknown as Triage
      const wanted = {
        category: category ?? proposed.category,
        impact: impact ?? proposed.impact,
        urgency: urgency ?? proposed.urgency,
      }
      if (
        wanted.category !== proposed.category ||
        wanted.impact !== proposed.impact ||
        wanted.urgency !== proposed.urgency
      )
        state = 'edited'
      const now = version ?? (await versionNow(db, row.subject_id))
      await editWithin(db, context, { id: row.subject_id, version: now, ...wanted })
    }
    await db
      .updateTable('suggestions')
      .set({ state, decided_by: actor.userId, decided_at: sql<string>`now()` })
      .where('company_id', '=', row.company_id)
      .where('id', '=', id)
      .execute()
    await recordAudit(db, context, {
      companyId: row.company_id,
      action: `suggestion.${state}`,
      subjectType: 'ticket',
      subjectId: row.subject_id,
      after: { key: row.key, suggestion: id },
    })
    await publish(db, actor, {
      companyId: row.company_id,
      topic: 'ticket',
      kind: 'suggested',
      subjectId: row.subject_id,
      staffOnly: true,
    })
    return presentSuggestion(
      await suggestionRows(db)
        .where('s.company_id', '=', row.company_id)
        .where('s.id', '=', id)
        .executeTakeFirstOrThrow(),
    )
  })
})

async function versionNow(db: Parameters<typeof editWithin>[0], id: string): Promise<number> {
  const ticket = await db.selectFrom('shared_tickets').select('version').where('id', '=', id).executeTakeFirst()
  if (!ticket) throw refuse('NOT_FOUND')
  return ticket.version
}

/**
 * Returns the newest open suggestion of each kind for a ticket, and which kinds the actor can request. `why` explains
 * why the model cannot be used. Throws NOT_FOUND when the ticket does not exist.
 */
export const ofTicket = action(contract.prompts.ofTicket, ({ platform, actor }, { id }) => {
  return platform.db.asActor(actor, async (db) => {
    const ticket = await db
      .selectFrom('shared_tickets as t')
      .select(['t.company_id', 't.status', 't.merged_into'])
      .select((e) =>
        e
          .selectFrom('shared_messages as m')
          .select((x) => x.fn.countAll<number>().as('n'))
          .whereRef('m.company_id', '=', 't.company_id')
          .whereRef('m.ticket_id', '=', 't.id')
          .where('m.kind', 'in', ['reply', 'note'])
          .as('messages'),
      )
      .where('t.id', '=', id)
      .executeTakeFirst()
    if (!ticket) throw refuse('NOT_FOUND')
    const [closed, rows] = await Promise.all([
      closedFor(platform, db, ticket.company_id),
      suggestionRows(db)
        .where('s.company_id', '=', ticket.company_id)
        .where('s.subject_id', '=', id)
        .where('s.state', '=', 'open')
        .distinctOn('s.key')
        .orderBy('s.key')
        .orderBy('s.created_at', 'desc')
        .execute(),
    ])
    const alive = ticket.status !== 'closed' && !ticket.merged_into
    return {
      // A drafted reply is shown only in the editor of the person who requested it.
      items: closed ? [] : rows.filter((r) => r.key !== 'ticket.reply-draft').map(presentSuggestion),
      can: closed
        ? []
        : [
            ...(alive ? (['ticket.triage', 'ticket.reply-draft'] as const) : []),
            ...(Number(ticket.messages) >= LONG ? (['ticket.summary'] as const) : []),
          ],
      why:
        closed === 'MODEL_OFF'
          ? 'The language model is turned off for this company.'
          : closed === 'NO_MODEL'
            ? 'No language model is set up.'
            : null,
    }
  })
})

/** Returns the open triage suggestions of open tickets, the newest per ticket, newest first. */
export const listSuggestions = action(contract.prompts.suggestions, ({ platform, actor }, { limit, cursor }) => {
  const after = decodeCursor(cursor, 'suggestions', 'instant')
  return platform.db.askAs(actor, async (db) => {
    let query = suggestionRows(db)
      .innerJoin('shared_tickets as t', (j) =>
        j.onRef('t.company_id', '=', 's.company_id').onRef('t.id', '=', 's.subject_id'),
      )
      .innerJoin('companies as c', 'c.id', 's.company_id')
      .select(['t.number as ticket_number', 't.subject', 't.category', 't.impact', 't.urgency', 't.version'])
      .select('c.name as company')
      .where('s.key', '=', 'ticket.triage')
      .where('s.state', '=', 'open')
      .where('t.status', 'not in', ['resolved', 'closed'])
      .where('c.model_allowed', '=', true)
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('suggestions as n')
              .select('n.id')
              .whereRef('n.company_id', '=', 's.company_id')
              .whereRef('n.subject_id', '=', 's.subject_id')
              .where('n.key', '=', 'ticket.triage')
              .whereRef('n.created_at', '>', 's.created_at'),
          ),
        ),
      )
      .orderBy('s.created_at', 'desc')
      .orderBy('s.id', 'desc')
      .limit(limit + 1)
    if (after) query = query.where((e) => e(e.refTuple('s.created_at', 's.id'), '<', e.tuple(after.value, after.id)))
    const rows = await query.execute()
    const page = pageOf(rows, limit, (last) => ({ order: 'suggestions', value: last.created_at, id: last.id }))
    return {
      items: page.rows.map((r) => ({
        ...presentSuggestion(r),
        ticket: {
          id: r.subject_id,
          number: r.ticket_number,
          subject: r.subject,
          company: r.company,
          category: r.category as Triage['category'],
          impact: r.impact as Triage['impact'],
          urgency: r.urgency as Triage['urgency'],
          version: r.version,
        },
      })),
      nextCursor: page.nextCursor,
    }
  })
})
