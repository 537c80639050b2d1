import { sql } from 'kysely'
import type { Actored } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { publish } from '../platform/publish.ts'
import { take, write } from './write.ts'

/** Writes a note about a lead, whatever its status. NOT_FOUND without the lead. */
export function addNote(context: Actored, { id, text }: { id: string; text: string }): Promise<{ id: string }> {
  const { actor } = context
  return createOnce(context, { id, text }, async (db) => {
    const lead = await take(db, actor, id)
    const note = await write(db, actor, lead, { kind: 'note', text })
    // No new version: a note changes nothing that somebody else could be editing.
    await db
      .updateTable('leads')
      .set({ updated_at: sql<string>`now()` })
      .where('company_id', '=', lead.company_id)
      .where('id', '=', lead.id)
      .execute()
    const happening = { companyId: lead.company_id, topic: 'lead' as const, kind: 'note', subjectId: lead.id }
    await publish(db, actor, { ...happening, staffOnly: true })
    return { id: note }
  })
}
