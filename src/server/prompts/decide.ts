import { sql } from 'kysely'
import type { z } from 'zod'
import type { OpenSuggestion, PromptKey, Suggestion, TriageOutput } from '../../contract/prompts.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import { publish } from '../platform/publish.ts'
import { editWithin } from '../tickets/index.ts'
import { closedFor } from './ask.ts'
import { LONG } from './policy.ts'
import { presentSuggestion } from './present.ts'
import { suggestionRows } from './queries.ts'

type Proposed = z.infer<typeof Suggestion>
type Triage = z.infer<typeof TriageOutput>
type Facts = Partial<{ [K in 'category' | 'impact' | 'urgency']: Triage[K] | undefined }>

/**
 * Takes a suggestion, as it is or changed, or refuses it. Triage that is taken edits the ticket in the same transaction, as
 * if somebody had typed it. NOT_FOUND; DECIDED; CONFLICT, TICKET_CLOSED, TICKET_MERGED from the ticket.
 */
export function decide(
  context: Actored,
  input: Facts & { id: string; decision: 'accept' | 'reject'; version?: number | undefined },
): Promise<Proposed> {
  const { platform, actor } = context
  const { id, decision, version, category, impact, urgency } = input
  return platform.db.asActor(actor, async (db) => {
    const row = await db
      .selectFrom('suggestions')
      .select(['company_id', 'key', 'subject_id', 'output', 'state'])
      .where('id', '=', id)
      // What is said to others is counted by what they do.
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
    await record(db, context, {
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
}
async function versionNow(db: Parameters<typeof editWithin>[0], id: string): Promise<number> {
  const ticket = await db.selectFrom('tickets').select('version').where('id', '=', id).executeTakeFirst()
  if (!ticket) throw refuse('NOT_FOUND')
  return ticket.version
}

/** What was proposed for a ticket and is still open, and what the model may be asked about it. NOT_FOUND. */
export function ofTicket(
  { platform, actor }: Actored,
  { id }: { id: string },
): Promise<{ items: Proposed[]; can: z.infer<typeof PromptKey>[]; why: string | null }> {
  return platform.db.asActor(actor, async (db) => {
    const ticket = await db
      .selectFrom('tickets as t')
      .select(['t.company_id', 't.status', 't.merged_into'])
      .select((e) =>
        e
          .selectFrom('messages as m')
          .select((x) => x.fn.countAll<number>().as('n'))
          .whereRef('m.company_id', '=', 't.company_id')
          .whereRef('m.ticket_id', '=', 't.id')
          .where('m.kind', 'in', ['reply', 'note'])
          .as('said'),
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
      // A drafted reply stands in the editor of whoever asked for it.
      items: closed ? [] : rows.filter((r) => r.key !== 'ticket.reply-draft').map(presentSuggestion),
      can: closed
        ? []
        : [
            ...(alive ? (['ticket.triage', 'ticket.reply-draft'] as const) : []),
            ...(Number(ticket.said) >= LONG ? (['ticket.summary'] as const) : []),
          ],
      why:
        closed === 'MODEL_OFF'
          ? 'This company wants nothing of it shown to a language model.'
          : closed === 'NO_MODEL'
            ? 'No language model is set up.'
            : null,
    }
  })
}

type Page = { items: z.infer<typeof OpenSuggestion>[]; nextCursor: string | null }
/** Triage that waits for somebody to decide, of open tickets, the newest of each; newest first. */
export function suggestions(
  { platform, actor }: Actored,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page> {
  const after = decodeCursor(cursor, 'suggestions', 'instant')
  return platform.db.askAs(actor, async (db) => {
    let query = suggestionRows(db)
      .innerJoin('tickets as t', (j) => j.onRef('t.company_id', '=', 's.company_id').onRef('t.id', '=', 's.subject_id'))
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
}
