import { sql } from 'kysely'
import type { z } from 'zod'
import type { Agreement } from '../../contract/agreements.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { can } from './policy.ts'
import { acting, changeRow, keep, reviseRow, take, wrongStatus } from './write.ts'

/** An owner asks for changes instead of signing. WRONG_STATUS when this text does not wait for a signature any more. */
export const giveBack = (
  context: Actored,
  input: { id: string; revisionId: string; comment: string },
): Promise<z.infer<typeof Agreement>> =>
  acting(context, { id: input.id }, async (db, row) => {
    const { actor } = context
    if (!can(actor, row).giveBack || row.open?.id !== input.revisionId) throw await wrongStatus(db, actor, row.id)
    await reviseRow(db, row.company_id, input.revisionId)
      .set({ status: 'returned', returned_comment: input.comment })
      .execute()
    await changeRow(db, row).execute()
    await keep(db, context, row, {
      kind: 'returned',
      after: { revision: row.open.revision, comment: input.comment },
      data: { revisionId: input.revisionId, revision: row.open.revision, comment: input.comment },
    })
  })

/** Keeps when an owner first had the text on the screen. NOT_FOUND; nothing happens for a text that is not open. */
export const opened = (
  { platform, actor, ...context }: Actored,
  { id, revisionId }: { id: string; revisionId: string },
): Promise<{ id: string }> =>
  platform.db.asActor(actor, async (db) => {
    const row = await take(db, actor, id)
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
    if (first) await keep(db, { actor, ...context }, row, { kind: 'opened', after: { revision: row.open.revision } })
    return { id }
  })
