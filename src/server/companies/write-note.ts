import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { CompanyNote } from '../../contract/companies.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Actor, Db } from '../platform/db.ts'
import { createOnce } from '../platform/once.ts'
import { publish } from '../platform/publish.ts'
import { noteRows } from './notes.ts'
import { presentNote } from './present.ts'

type Note = z.infer<typeof CompanyNote>

async function read(db: Db, actor: Actor, id: string): Promise<Note> {
  return presentNote(await noteRows(db).where('n.id', '=', id).executeTakeFirstOrThrow(), actor)
}

/** The note locked for a change. NOT_FOUND without it, FORBIDDEN for somebody else's. */
async function take(db: Db, actor: Actor, id: string) {
  const note = await db.selectFrom('company_notes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!note) throw refuse('NOT_FOUND')
  if (note.author_id !== actor.userId) throw refuse('FORBIDDEN')
  return note
}

/** Tells the open pages of staff, and only theirs. */
const tell = (db: Db, actor: Actor, companyId: string) =>
  publish(db, actor, { companyId, topic: 'company', kind: 'note', subjectId: companyId, staffOnly: true })

/** Writes a note about a company. */
export function addNote(context: Actored, { id, body }: { id: string; body: string }): Promise<Note> {
  const { actor } = context
  return createOnce(context, { id, body }, async (db) => {
    if (!(await db.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()))
      throw refuse('NOT_FOUND')
    const noteId = uuid()
    await db.insertInto('company_notes').values({ company_id: id, id: noteId, author_id: actor.userId, body }).execute()
    await record(db, context, {
      companyId: id,
      action: 'company.note',
      subjectType: 'company',
      subjectId: id,
      after: { note: body },
    })
    await tell(db, actor, id)
    return read(db, actor, noteId)
  })
}

/** Changes an own note. CONFLICT, with the note as it is now, when `version` is not the current one. */
export function editNote(
  context: Actored,
  { id, body, version }: { id: string; body: string; version?: number },
): Promise<Note> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const note = await take(db, actor, id)
    if (version !== undefined && version !== note.version)
      throw refuse('CONFLICT', { current: await read(db, actor, id) })
    if (note.body === body) return read(db, actor, id)
    await db
      .updateTable('company_notes')
      .set({ body, version: note.version + 1, edited_at: sql<string>`now()` })
      .where('company_id', '=', note.company_id)
      .where('id', '=', id)
      .execute()
    await record(db, context, {
      companyId: note.company_id,
      action: 'company.note-edit',
      subjectType: 'company',
      subjectId: note.company_id,
      before: { note: note.body },
      after: { note: body },
    })
    await tell(db, actor, note.company_id)
    return read(db, actor, id)
  })
}

/** Deletes an own note. */
export function deleteNote(context: Actored, { id }: { id: string }): Promise<{ deleted: true }> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const note = await take(db, actor, id)
    await db.deleteFrom('company_notes').where('company_id', '=', note.company_id).where('id', '=', id).execute()
    await record(db, context, {
      companyId: note.company_id,
      action: 'company.note-delete',
      subjectType: 'company',
      subjectId: note.company_id,
      before: { note: note.body },
    })
    await tell(db, actor, note.company_id)
    return { deleted: true }
  })
}
