import { ORPCError } from '@orpc/server'
import type { z } from 'zod'
import type { DocumentInfo } from '../../contract/documents.ts'
import type { Actored } from '../platform/api.ts'
import { mayHave } from './may-have.ts'
import { COLUMNS, type DocumentRow, present } from './present.ts'

/** The row of a document that the actor may have. NOT_FOUND for a stranger's and for one made for others, FORBIDDEN by its kind. */
export async function rowOf(context: Actored, id: string): Promise<DocumentRow> {
  const row = await context.platform.db.askAs(context.actor, (db) =>
    db.selectFrom('documents').select(COLUMNS).where('id', '=', id).executeTakeFirst(),
  )
  // Made for some roles only: for others it is not there.
  if (!row || (row.only_for && !row.only_for.includes(context.actor.role)))
    throw new ORPCError('NOT_FOUND', { message: 'Not found.' })
  mayHave(context, row.kind)
  return row
}

/** How far a document is. */
export const get = async (context: Actored, { id }: { id: string }): Promise<z.infer<typeof DocumentInfo>> =>
  present(await rowOf(context, id))
