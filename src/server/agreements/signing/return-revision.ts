import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { agreementPermissions } from '../policy.ts'
import {
  actOnAgreement,
  lockAgreement,
  recordAgreementAct,
  reviseRow,
  updateAgreementRow,
  wrongStatus,
} from '../write.ts'

/**
 * Returns a text with a request for changes instead of a signature. Throws NOT_FOUND, and WRONG_STATUS when this text
 * no longer awaits a signature.
 */
export const returnRevision = action(contract.agreements.return, (context, input) =>
  actOnAgreement(context, { id: input.id }, async (db, row) => {
    const { actor } = context
    if (!agreementPermissions(actor, row).return || row.open?.id !== input.revisionId)
      throw await wrongStatus(db, actor, row.id)
    await reviseRow(db, row.company_id, input.revisionId)
      .set({ status: 'returned', returned_comment: input.comment })
      .execute()
    await updateAgreementRow(db, row).execute()
    await recordAgreementAct(db, context, row, {
      kind: 'returned',
      after: { revision: row.open.revision, comment: input.comment },
      data: { revisionId: input.revisionId, revision: row.open.revision, comment: input.comment },
    })
  }),
)

/** Records when an owner first opened the text. Does nothing for a text that is not open. Throws NOT_FOUND. */
export const recordOpened = action(contract.agreements.opened, ({ platform, actor, ...context }, { id, revisionId }) =>
  platform.db.asActor(actor, async (db) => {
    const row = await lockAgreement(db, actor, id)
    if (row.open?.id !== revisionId || row.open.status !== 'sent') {
      const known = await db
        .selectFrom('agreement_revisions')
        .select('id')
        .where('id', '=', revisionId)
        .executeTakeFirst()
      if (!known) throw refuse('NOT_FOUND')
      return { id }
    }
    const first = await reviseRow(db, row.company_id, revisionId)
      .set({ first_opened_at: sql<string>`now()` })
      .where('first_opened_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (first)
      await recordAgreementAct(db, { actor, ...context }, row, {
        kind: 'opened',
        after: { revision: row.open.revision },
      })
    return { id }
  }),
)
