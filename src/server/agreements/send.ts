import { sql } from 'kysely'
import type { z } from 'zod'
import type { Agreement } from '../../contract/agreements.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { can } from './policy.ts'
import { bare, termsIn } from './present.ts'
import { providerDay } from './queries.ts'
import { aboutOf } from './read.ts'
import { termsOf } from './terms.ts'
import { written } from './text.ts'
import {
  acting,
  changeRow,
  checked,
  checksum,
  keep,
  openRevision,
  prepare,
  proposedColumns,
  reviseRow,
  wrongStatus,
} from './write.ts'

type Which = { id: string; version: number }

/**
 * Sends what is prepared to the owners: the text with every variable put in is kept with its checksum and never changes
 * again. UNPROCESSABLE while the text has gaps, an amendment says nothing of what it changes, or its end has passed;
 * NO_OWNER; CONFLICT; WRONG_STATUS.
 */
export const send = (context: Actored, input: Which): Promise<z.infer<typeof Agreement>> =>
  acting(context, input, async (db, row) => {
    const { actor } = context
    if (!can(actor, row).send) throw await wrongStatus(db, actor, row.id)
    const draft = await openRevision(db, row)
    const before = termsIn(draft.terms)
    const source = draft.source ?? draft.body
    const amends = row.revision !== null
    // Once more: company, service level and variables may have changed since it was saved.
    const { kept } = await checked(
      db,
      { type: before.type, name: before.name, terms: bare(before), source },
      row,
      amends ? termsOf(row) : undefined,
    )
    const { body, problem } = written(source, kept, await aboutOf(db, row))
    const fields: Record<string, string[]> = {}
    if (body === null || problem) fields.source = [problem ?? 'Write the text.']
    if (amends && !draft.summary) fields.summary = ['Say what changes and why. The partner reads it first.']
    if (kept.endsOn && kept.endsOn < (await providerDay(db))) fields['terms.endsOn'] = ['This day has passed.']
    if (Object.keys(fields).length > 0) throw refuse('UNPROCESSABLE', { fields })
    const owner = await db
      .selectFrom('user_roles as r')
      .innerJoin('profiles as p', 'p.id', 'r.user_id')
      .select('p.id')
      .where('r.company_id', '=', row.company_id)
      .where('r.role', '=', 'owner')
      .where('p.deactivated_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (!owner) throw refuse('NO_OWNER')
    const text = body as string
    const sha256 = checksum(text)
    await reviseRow(db, row.company_id, draft.id)
      .set({
        status: 'sent',
        terms: JSON.stringify(kept),
        body: text,
        sha256,
        sent_at: sql<string>`now()`,
        sent_by: actor.userId,
      })
      .execute()
    await changeRow(db, row)
      .set(amends ? {} : { ...proposedColumns(kept), status: 'sent', sent_at: sql<string>`now()` })
      .execute()
    await keep(db, context, row, {
      kind: 'sent',
      after: { revision: draft.revision, sha256, ...(draft.summary ? { summary: draft.summary } : {}) },
      data: { revisionId: draft.id, revision: draft.revision, amendment: amends },
    })
  })

/** Takes back what was sent, and prepares a copy of it. CONFLICT, WRONG_STATUS. */
export const withdraw = (context: Actored, input: Which & { reason: string }): Promise<z.infer<typeof Agreement>> =>
  acting(context, input, async (db, row) => {
    const { actor } = context
    if (!can(actor, row).withdraw) throw await wrongStatus(db, actor, row.id)
    const sent = await openRevision(db, row)
    await reviseRow(db, row.company_id, sent.id).set({ status: 'withdrawn' }).execute()
    const next = await prepare(db, actor, row, { kept: sent.terms, body: sent.body, source: sent.source ?? sent.body })
    if (sent.summary) await reviseRow(db, row.company_id, next.id).set({ summary: sent.summary }).execute()
    // Told before it is hidden from partners again.
    await keep(db, context, row, {
      kind: 'withdrawn',
      reason: input.reason,
      before: { revision: sent.revision, sha256: sent.sha256 },
      data: { revisionId: sent.id, revision: sent.revision, amendment: row.revision !== null },
    })
    await changeRow(db, row)
      .set(row.revision === null ? { status: 'draft', sent_at: null } : {})
      .execute()
  })
