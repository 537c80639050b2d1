import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { getProviderToday } from '../../hours/index.ts'
import { createOnce } from '../../platform/database/once.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { SLA_CHANGED, type SlaChangedData } from '../../sla/index.ts'
import { agreementPermissions, consentFor } from '../policy.ts'
import { termsIn } from '../present.ts'
import { agreementRows, fullRevisions } from '../queries.ts'
import { readAgreement } from '../read.ts'
import { checksumText, lockAgreement, recordAgreementAct, updateAgreementRow, wrongStatus } from '../write.ts'
import { grantEntitlements } from './entitle.ts'
import { writeSignature } from './write-signature.ts'

/**
 * Signs the open text for an owner. Evidence, terms and what follows from them (hours, invoices, the first month) are
 * one transaction. Throws NOT_FOUND, TEXT_CHANGED when the screen had another text, OVER when its end has passed,
 * UNPROCESSABLE without the consent or for a name that is not confirmed, NO_REMITTANCE when its invoice could not be
 * paid, and WRONG_STATUS when it no longer awaits a signature: of two owners who sign at the same time, one succeeds.
 */
export const signAgreement = action(contract.agreements.sign, (context, input) => {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const row = await lockAgreement(db, actor, input.id)
    if (!agreementPermissions(actor, row).sign || row.open?.id !== input.revisionId)
      throw await wrongStatus(db, actor, row.id)
    const consent = consentFor(row.company)
    if (input.consent !== consent)
      throw refuse('UNPROCESSABLE', { fields: { consent: ['Check the box above to sign.'] } })
    const text = await fullRevisions(db)
      .where('r.company_id', '=', row.company_id)
      .where('r.id', '=', input.revisionId)
      .executeTakeFirstOrThrow()
    if (text.sha256 !== input.sha256 || checksumText(text.body) !== input.sha256)
      throw refuse('TEXT_CHANGED', { current: await readAgreement(db, actor, row.id) })
    const keptTerms = termsIn(text.terms)
    const today = await getProviderToday(db)
    if (keptTerms.endsOn && keptTerms.endsOn < today) throw refuse('OVER')
    const amends = row.revision !== null
    const signatureId = await writeSignature(db, context, row, { ...input, revisionId: text.id, consent }, today)
    const startsOn = amends ? (row.starts_on as string) : (keptTerms.startsOn ?? today)
    const begins = startsOn <= today
    await updateAgreementRow(db, row)
      .set(
        amends
          ? {}
          : {
              signed_at: sql<string>`now()`,
              status: begins ? 'active' : 'signed',
              activated_at: begins ? sql<string>`now()` : null,
            },
      )
      .execute()
    await recordAgreementAct(db, context, row, {
      kind: 'signed',
      before: { status: row.status, revision: row.revision },
      after: { revision: text.revision, sha256: input.sha256, name: input.name, signatureId, startsOn },
      data: { revisionId: text.id, revision: text.revision, amendment: amends, name: input.name },
    })
    // The SLA policy may have changed, so the targets of open tickets are recalculated.
    const promises: SlaChangedData = { companyId: row.company_id }
    await context.platform.jobs.send(db, SLA_CHANGED, promises)
    if (!amends)
      await grantEntitlements(
        db,
        context,
        await agreementRows(db).where('a.id', '=', row.id).executeTakeFirstOrThrow(),
        today,
      )
    return readAgreement(db, actor, row.id)
  })
})
