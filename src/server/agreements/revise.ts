import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { agreementPermissions } from './policy.ts'
import { presentTerms, termsIn } from './present.ts'
import { termsOf } from './terms.ts'
import {
  actOnAgreement,
  holdingRevision,
  openRevision,
  prepareRevision,
  recordAgreementAct,
  reviseRow,
  updateAgreementRow,
  wrongStatus,
} from './write.ts'

/**
 * Prepares a new text from the last one: from a returned text, or as an amendment from the current one. Throws
 * NOT_FOUND, CONFLICT, WRONG_STATUS.
 */
export const reviseAgreement = action(contract.agreements.revise, (context, input) =>
  actOnAgreement(context, input, async (db, row) => {
    const { actor } = context
    if (!agreementPermissions(actor, row).revise) throw await wrongStatus(db, actor, row.id)
    const from = row.open ? await openRevision(db, row) : await holdingRevision(db, row)
    if (!from) throw await wrongStatus(db, actor, row.id)
    const kept = termsIn(from.terms)
    // An amendment starts from the current terms, because the first day and the end may have changed since the
    // signature.
    const terms = row.revision === null ? presentTerms(kept) : row.open ? presentTerms(kept) : termsOf(row)
    const text = row.revision === null ? terms : { ...terms, startsOn: row.starts_on }
    const next = await prepareRevision(db, actor, row, {
      kept: { ...text, name: kept.name, type: kept.type, slaName: kept.slaName },
      body: from.body,
      source: from.source ?? from.body,
    })
    if (row.open && from.summary) await reviseRow(db, row.company_id, next.id).set({ summary: from.summary }).execute()
    await updateAgreementRow(db, row).execute()
    await recordAgreementAct(db, context, row, {
      kind: row.revision === null ? 'revised' : 'amended',
      before: { revision: from.revision },
      after: { revision: next.revision },
      staffOnly: true,
    })
  }),
)

/**
 * Discards the prepared text, so that the returned or the current one is shown again. Throws NOT_FOUND, CONFLICT,
 * WRONG_STATUS.
 */
export const discardRevision = action(contract.agreements.discard, (context, input) =>
  actOnAgreement(context, input, async (db, row) => {
    const { actor } = context
    if (!agreementPermissions(actor, row).discard) throw await wrongStatus(db, actor, row.id)
    const draft = await openRevision(db, row)
    await reviseRow(db, row.company_id, draft.id).set({ status: 'withdrawn' }).execute()
    await updateAgreementRow(db, row).execute()
    await recordAgreementAct(db, context, row, {
      kind: 'discarded',
      before: { revision: draft.revision },
      staffOnly: true,
    })
  }),
)
