import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { CompanyNote } from '../../contract/companies/index.ts'
import { contract } from '../../contract/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { createOnce } from '../platform/database/once.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { noteRows } from './notes.ts'
import { presentNote } from './present.ts'

type Note = z.infer<typeof CompanyNote>

async function readNote(db: Db, actor: Actor, id: string): Promise<Note> {
  return presentNote(await noteRows(db).where('n.id', '=', id).executeTakeFirstOrThrow(), actor)
}

/** Locks a note for a change. Throws NOT_FOUND when it does not exist, and FORBIDDEN for another author's note. */
async function lockNote(db: Db, actor: Actor, id: string) {
  const note = await db.selectFrom('company_notes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!note) throw refuse('NOT_FOUND')
  if (note.author_id !== actor.userId) throw refuse('FORBIDDEN')
  return note
}

/** Notifies only the open pages of staff. */
const publishNotesChange = (db: Db, actor: Actor, companyId: string) =>
  publish(db, actor, { companyId, topic: 'company', kind: 'note', subjectId: companyId, staffOnly: true })

/** Adds a note about a company. Throws NOT_FOUND. */
export const addCompanyNote = action(contract.companies.addNote, (context, { id, body }) => {
  const { actor } = context
  return createOnce(context, { id, body }, async (db) => {
    if (!(await db.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()))
      throw refuse('NOT_FOUND')
    const noteId = uuid()
    await db.insertInto('company_notes').values({ company_id: id, id: noteId, author_id: actor.userId, body }).execute()
    await recordAudit(db, context, {
      companyId: id,
      action: 'company.note',
      subjectType: 'company',
      subjectId: id,
      after: { note: body },
    })
    await publishNotesChange(db, actor, id)
    return readNote(db, actor, noteId)
  })
})

/**
 * Changes one of the user's own notes. Throws NOT_FOUND, FORBIDDEN, and CONFLICT with the current note when `version`
 * is not the current one.
 */
export const editNote = action(contract.companies.editNote, (context, { id, body, version }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const note = await lockNote(db, actor, id)
    if (version !== undefined && version !== note.version)
      throw refuse('CONFLICT', { current: await readNote(db, actor, id) })
    if (note.body === body) return readNote(db, actor, id)
    await db
      .updateTable('company_notes')
      .set({ body, version: note.version + 1, edited_at: sql<string>`now()` })
      .where('company_id', '=', note.company_id)
      .where('id', '=', id)
      .execute()
    await recordAudit(db, context, {
      companyId: note.company_id,
      action: 'company.note-edit',
      subjectType: 'company',
      subjectId: note.company_id,
      before: { note: note.body },
      after: { note: body },
    })
    await publishNotesChange(db, actor, note.company_id)
    return readNote(db, actor, id)
  })
})

/** Deletes one of the user's own notes. Throws NOT_FOUND and FORBIDDEN. */
export const deleteNote = action(contract.companies.deleteNote, (context, { id }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const note = await lockNote(db, actor, id)
    await db.deleteFrom('company_notes').where('company_id', '=', note.company_id).where('id', '=', id).execute()
    await recordAudit(db, context, {
      companyId: note.company_id,
      action: 'company.note-delete',
      subjectType: 'company',
      subjectId: note.company_id,
      before: { note: note.body },
    })
    await publishNotesChange(db, actor, note.company_id)
    return { deleted: true }
  })
})
