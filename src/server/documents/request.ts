import { ORPCError } from '@orpc/server'
import { contract } from '../../contract/index.ts'
import type { Db } from '../platform/database/db.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { TooMany } from '../platform/http/too-many.ts'
import { canRequest } from './may-have.ts'
import { RETRY_SECONDS, WAITING_MAX } from './policy.ts'
import { presentDocument } from './present.ts'
import { requestDocument } from './request-document.ts'

/**
 * Requests the PDF of a subject in its current state. Throws FORBIDDEN when the role may not have documents of this
 * kind, NOT_FOUND, DOCUMENT_NOT_THERE for a draft, and TooMany while too many PDFs of the company wait.
 */
export const requestDocumentAction = action(contract.documents.request, (context, input) => {
  canRequest(context, input.kind)
  return createOnce(context, input, async (db) => {
    if (context.actor.kind === 'tenant') await requirePlace(db, context.actor.companyId)
    const row = await requestDocument(context.platform, db, context.actor, input)
    if (row === 'not yet') throw refuse('DOCUMENT_NOT_THERE')
    if (!row) throw new ORPCError('NOT_FOUND', { message: 'Not found.' })
    return presentDocument(row)
  })
})

/** Throws TooMany while too many PDFs of a company wait, because all companies share the processes that draw them. */
async function requirePlace(db: Db, companyId: string): Promise<void> {
  const { waiting } = await db
    .selectFrom('documents')
    .select((e) => e.fn.countAll<string>().as('waiting'))
    .where('company_id', '=', companyId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow()
  if (Number(waiting) >= WAITING_MAX) throw new TooMany(RETRY_SECONDS)
}
