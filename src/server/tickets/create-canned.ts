import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { CannedReply, NewCannedReply } from '../../contract/tickets.ts'
import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { createOnce } from '../platform/once.ts'
import { checkCanned, checkShortcut, readCanned } from './canned-queries.ts'

/** Adds a canned reply. UNPROCESSABLE for a text that cannot be filled in, SHORTCUT_TAKEN. */
export function createCannedReply(
  context: Actored,
  input: z.infer<typeof NewCannedReply>,
): Promise<z.infer<typeof CannedReply>> {
  const { actor } = context
  checkCanned(input.body)
  return createOnce(context, input, async (db) => {
    await checkShortcut(db, actor, input.shortcut)
    const id = uuid()
    await db
      .insertInto('canned_replies')
      .values({ company_id: actor.companyId, id, ...input, updated_by: actor.userId })
      .execute()
    await record(db, context, {
      companyId: actor.companyId,
      action: 'canned-reply.create',
      subjectType: 'canned_reply',
      subjectId: id,
      after: input,
    })
    return readCanned(db, id)
  })
}
