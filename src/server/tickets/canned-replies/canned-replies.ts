// Canned replies as staff manage them: list, create, edit, remove.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { contract } from '../../../contract/index.ts'
import { decodeCursor, pageOf } from '../../platform/database/cursor.ts'
import { createOnce } from '../../platform/database/once.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { cannedRows, checkCanned, checkShortcut, presentCanned, readCanned } from './canned-queries.ts'

/** Returns one page of the canned replies, ordered by name. `q` is matched against name, shortcut and text. */
export const cannedReplies = action(contract.tickets.cannedReplies, ({ platform, actor }, { q, limit, cursor }) => {
  const after = decodeCursor(cursor, 'name', 'text')
  return platform.db.askAs(actor, async (db) => {
    let query = cannedRows(db)
      .select(sql<string>`lower(c.name)`.as('key'))
      .where('c.company_id', '=', actor.companyId)
      .orderBy(sql`lower(c.name)`)
      .orderBy('c.id')
      .limit(limit + 1)
    for (const word of q?.trim().split(/\s+/).filter(Boolean) ?? []) {
      const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
      query = query.where((e) =>
        e.or([e('c.name', 'ilike', pattern), e('c.shortcut', 'ilike', pattern), e('c.body', 'ilike', pattern)]),
      )
    }
    if (after) query = query.where(sql<boolean>`(lower(c.name), c.id) > (${after.value}, ${after.id}::uuid)`)
    const rows = await query.execute()
    const page = pageOf(rows, limit, (last) => ({ order: 'name', value: last.key, id: last.id }))
    return {
      items: page.rows.map(presentCanned),
      nextCursor: page.nextCursor,
    }
  })
})

/**
 * Adds a canned reply. Throws UNPROCESSABLE when the text is not a valid template, SHORTCUT_TAKEN when another reply
 * has the shortcut.
 */
export const createCannedReply = action(contract.tickets.createCannedReply, (context, input) => {
  const { actor } = context
  checkCanned(input.body)
  return createOnce(context, input, async (db) => {
    await checkShortcut(db, actor, input.shortcut)
    const id = uuid()
    await db
      .insertInto('canned_replies')
      .values({ company_id: actor.companyId, id, ...input, updated_by: actor.userId })
      .execute()
    await recordAudit(db, context, {
      companyId: actor.companyId,
      action: 'canned-reply.create',
      subjectType: 'canned_reply',
      subjectId: id,
      after: input,
    })
    return readCanned(db, id)
  })
})

/**
 * Changes a canned reply, and returns it. Fields that are left out keep their value. Throws NOT_FOUND, CONFLICT when
 * the version is not the current one, SHORTCUT_TAKEN when another reply has the shortcut, and UNPROCESSABLE when the
 * text is not a valid template.
 */
export const editCannedReply = action(contract.tickets.editCannedReply, (context, { id, version, ...wanted }) => {
  const { platform, actor } = context
  if (wanted.body !== undefined) checkCanned(wanted.body)
  return platform.db.asActor(actor, async (db) => {
    const now = await db
      .selectFrom('canned_replies')
      .select(['name', 'shortcut', 'body', 'version'])
      .where('company_id', '=', actor.companyId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!now) throw refuse('NOT_FOUND')
    if (now.version !== version) throw refuse('CONFLICT', { current: await readCanned(db, id) })
    if (wanted.shortcut !== undefined) await checkShortcut(db, actor, wanted.shortcut, id)
    const { version: _, ...before } = now
    const after = { ...before, ...wanted }
    if (JSON.stringify(before) === JSON.stringify(after)) return readCanned(db, id)
    await db
      .updateTable('canned_replies')
      .set({ ...after, version: version + 1, updated_by: actor.userId, updated_at: sql<string>`now()` })
      .where('company_id', '=', actor.companyId)
      .where('id', '=', id)
      .execute()
    await recordAudit(db, context, {
      companyId: actor.companyId,
      action: 'canned-reply.edit',
      subjectType: 'canned_reply',
      subjectId: id,
      before,
      after,
    })
    return readCanned(db, id)
  })
})

/** Removes a canned reply. Its text stays in the audit log. Throws NOT_FOUND when it does not exist. */
export const removeCannedReply = action(contract.tickets.removeCannedReply, (context, { id }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const before = await db
      .deleteFrom('canned_replies')
      .where('company_id', '=', actor.companyId)
      .where('id', '=', id)
      .returning(['name', 'shortcut', 'body'])
      .executeTakeFirst()
    if (!before) throw refuse('NOT_FOUND')
    await recordAudit(db, context, {
      companyId: actor.companyId,
      action: 'canned-reply.remove',
      subjectType: 'canned_reply',
      subjectId: id,
      before,
    })
    return { id }
  })
})
