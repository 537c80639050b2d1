import { ORPCError } from '@orpc/server'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import type { ActorContext } from '../platform/http/api.ts'
import { canRequest } from './may-have.ts'
import { COLUMNS, type DocumentRow, presentDocument } from './present.ts'

/**
 * Returns the row of a document that the actor may have. Throws NOT_FOUND for a document that the actor cannot see or
 * that was made for other roles, and FORBIDDEN when the role may not have documents of this kind.
 */
export async function rowOf(context: ActorContext, id: string): Promise<DocumentRow> {
  const row = await context.platform.db.askAs(context.actor, (db) =>
    db.selectFrom('documents').select(COLUMNS).where('id', '=', id).executeTakeFirst(),
  )
  // A document made for some roles does not exist for the others.
  if (!row || (row.only_for && !row.only_for.includes(context.actor.role)))
    throw new ORPCError('NOT_FOUND', { message: 'Not found.' })
  canRequest(context, row.kind)
  return row
}

/** Returns the state and progress of a document. Throws NOT_FOUND and FORBIDDEN. */
export const getDocument = action(contract.documents.get, async (context, { id }) =>
  presentDocument(await rowOf(context, id)),
)
