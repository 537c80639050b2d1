import { isDeepStrictEqual } from 'node:util'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { agreementPermissions } from './policy.ts'
import { presentTerms, termsIn } from './present.ts'
import { termsOf } from './terms.ts'
import {
  actOnAgreement,
  checkTerms,
  mergeTerms,
  openRevision,
  proposedColumns,
  recordAgreementAct,
  reviseRow,
  updateAgreementRow,
  wrongStatus,
} from './write.ts'

/**
 * Changes the given fields of the prepared text and terms. Throws NOT_FOUND, CONFLICT when the agreement has
 * changed since `version`, WRONG_STATUS when nothing is prepared, and UNPROCESSABLE at the fields that are not valid.
 */
export const editAgreement = action(contract.agreements.edit, (context, input) =>
  actOnAgreement(context, input, async (db, row) => {
    const { actor } = context
    if (!agreementPermissions(actor, row).edit) throw await wrongStatus(db, actor, row.id)
    const draft = await openRevision(db, row)
    const before = termsIn(draft.terms)
    const type = input.type ?? before.type
    const amends = row.revision !== null
    if (amends && type !== before.type)
      throw refuse('UNPROCESSABLE', {
        fields: { type: ['The type can’t change after signing. Create a new agreement.'] },
      })
    const source = input.source ?? draft.source ?? draft.body
    const summary = input.summary === undefined ? draft.summary : input.summary?.trim() || null
    const { kept, body } = await checkTerms(
      db,
      { type, name: input.name ?? before.name, terms: mergeTerms(presentTerms(before), input.terms), source },
      row,
      amends ? termsOf(row) : undefined,
    )
    if (isDeepStrictEqual(kept, before) && source === draft.source && summary === draft.summary) return
    await reviseRow(db, row.company_id, draft.id)
      .set({ terms: JSON.stringify(kept), body, source, summary })
      .execute()
    // Once sent, the agreement is visible to the partner. It keeps showing what was proposed until the next text is
    // sent.
    await updateAgreementRow(db, row)
      .set(row.status === 'draft' ? proposedColumns(kept) : {})
      .execute()
    const changed = (a: object, b: object) =>
      Object.fromEntries(Object.entries(a).filter(([k, v]) => !isDeepStrictEqual(v, (b as Record<string, unknown>)[k])))
    await recordAgreementAct(db, context, row, {
      kind: 'edited',
      before: changed(before, kept),
      after: { ...changed(kept, before), ...(source === draft.source ? {} : { text: 'changed' }) },
      staffOnly: true,
      data: { revision: draft.revision },
    })
  }),
)
