import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { getProviderToday } from '../hours/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { agreementPermissions } from './policy.ts'
import { presentTerms, termsIn } from './present.ts'
import { readTextVariables } from './read.ts'
import { termsOf } from './terms.ts'
import { renderAgreementText } from './text/text.ts'
import {
  actOnAgreement,
  checksumText,
  checkTerms,
  openRevision,
  prepareRevision,
  proposedColumns,
  recordAgreementAct,
  reviseRow,
  updateAgreementRow,
  wrongStatus,
} from './write.ts'

/**
 * Sends the prepared text to the owners. The text with every variable filled in is saved with its checksum and never
 * changes again. Throws UNPROCESSABLE while the text has gaps, an amendment does not say what it changes, or its end
 * has passed; NO_OWNER; NOT_FOUND; CONFLICT; WRONG_STATUS.
 */
export const sendAgreement = action(contract.agreements.send, (context, input) =>
  actOnAgreement(context, input, async (db, row) => {
    const { actor } = context
    if (!agreementPermissions(actor, row).send) throw await wrongStatus(db, actor, row.id)
    const draft = await openRevision(db, row)
    const before = termsIn(draft.terms)
    const source = draft.source ?? draft.body
    const amends = row.revision !== null
    // Check again, because company, SLA policy and variables may have changed since it was saved.
    const { kept } = await checkTerms(
      db,
      { type: before.type, name: before.name, terms: presentTerms(before), source },
      row,
      amends ? termsOf(row) : undefined,
    )
    const { body, problem } = renderAgreementText(source, kept, await readTextVariables(db, row))
    const fields: Record<string, string[]> = {}
    if (body === null || problem) fields.source = [problem ?? 'Enter the text.']
    if (amends && !draft.summary) fields.summary = ['Describe what changes and why. The partner reads this first.']
    if (kept.endsOn && kept.endsOn < (await getProviderToday(db)))
      fields['terms.endsOn'] = ['This date is in the past. Choose a later one.']
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
    const sha256 = checksumText(text)
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
    await updateAgreementRow(db, row)
      .set(amends ? {} : { ...proposedColumns(kept), status: 'sent', sent_at: sql<string>`now()` })
      .execute()
    await recordAgreementAct(db, context, row, {
      kind: 'sent',
      after: { revision: draft.revision, sha256, ...(draft.summary ? { summary: draft.summary } : {}) },
      data: { revisionId: draft.id, revision: draft.revision, amendment: amends },
    })
  }),
)

/** Recalls a sent text and prepares a copy of it. Throws NOT_FOUND, CONFLICT, WRONG_STATUS. */
export const recallAgreement = action(contract.agreements.withdraw, (context, input) =>
  actOnAgreement(context, input, async (db, row) => {
    const { actor } = context
    if (!agreementPermissions(actor, row).withdraw) throw await wrongStatus(db, actor, row.id)
    const sent = await openRevision(db, row)
    await reviseRow(db, row.company_id, sent.id).set({ status: 'withdrawn' }).execute()
    const next = await prepareRevision(db, actor, row, {
      kept: sent.terms,
      body: sent.body,
      source: sent.source ?? sent.body,
    })
    if (sent.summary) await reviseRow(db, row.company_id, next.id).set({ summary: sent.summary }).execute()
    // Publish the event before the agreement is hidden from partners again.
    await recordAgreementAct(db, context, row, {
      kind: 'withdrawn',
      reason: input.reason,
      before: { revision: sent.revision, sha256: sent.sha256 },
      data: { revisionId: sent.id, revision: sent.revision, amendment: row.revision !== null },
    })
    await updateAgreementRow(db, row)
      .set(row.revision === null ? { status: 'draft', sent_at: null } : {})
      .execute()
  }),
)
