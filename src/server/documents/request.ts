import { ORPCError } from '@orpc/server'
import type { z } from 'zod'
import type { DOCUMENT_KINDS, DocumentInfo } from '../../contract/documents.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { mayHave } from './may-have.ts'
import { present } from './present.ts'
import { requestDocument } from './request-document.ts'

type Input = { kind: (typeof DOCUMENT_KINDS)[number]; subjectId: string }

/** Asks for the PDF of a thing as it stands. FORBIDDEN by its kind, NOT_FOUND, DOCUMENT_NOT_THERE for what is a draft. */
export function request(context: Actored, input: Input): Promise<z.infer<typeof DocumentInfo>> {
  mayHave(context, input.kind)
  return createOnce(context, input, async (db) => {
    const row = await requestDocument(context.platform, db, context.actor, input)
    if (row === 'not yet') throw refuse('DOCUMENT_NOT_THERE')
    if (!row) throw new ORPCError('NOT_FOUND', { message: 'Not found.' })
    return present(row)
  })
}
