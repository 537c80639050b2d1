import { ORPCError } from '@orpc/server'
import { contract } from '../../contract/index.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { canRequest } from './may-have.ts'
import { presentDocument } from './present.ts'
import { requestDocument } from './request-document.ts'

/**
 * Requests the PDF of a subject in its current state. Throws FORBIDDEN when the role may not have documents of this
 * kind, NOT_FOUND, DOCUMENT_NOT_THERE for a draft, and TooMany while too many PDFs of the company wait.
 */
export const requestDocumentAction = action(contract.documents.request, (context, input) => {
  canRequest(context, input.kind)
  return createOnce(context, input, async (db) => {
    const row = await requestDocument(context.platform, db, context.actor, input)
    if (row === 'not yet') throw refuse('DOCUMENT_NOT_THERE')
    if (!row) throw new ORPCError('NOT_FOUND', { message: 'Not found.' })
    return presentDocument(row)
  })
})
