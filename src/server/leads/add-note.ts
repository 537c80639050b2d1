import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { createOnce } from '../platform/database/once.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { lockLead, writeLeadActivity } from './write.ts'

/** Adds a note to a lead, whatever its status. Throws NOT_FOUND when the lead does not exist. */
export const addLeadNote = action(contract.leads.addNote, (context, { id, text }) => {
  const { actor } = context
  return createOnce(context, { id, text }, async (db) => {
    const lead = await lockLead(db, actor, id)
    const note = await writeLeadActivity(db, actor, lead, { kind: 'note', text })
    // The version stays: a note changes nothing that another person could be editing.
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
})
