import { sql } from 'kysely'
import type { z } from 'zod'
import type { Contact, EditContact } from '../../contract/contacts.ts'
import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { clientOf, difference, readContact, takeContact } from './write.ts'

/** Changes a contact; what is left out stays. CONFLICT when somebody was faster. */
export function edit(
  context: Actored,
  { id, version, ...wanted }: z.infer<typeof EditContact>,
): Promise<z.infer<typeof Contact>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const contact = await takeContact(db, actor, id, version)
    const { company_id, id: _, version: __, archived_at: ___, ...now } = contact
    const changed = difference(now, {
      full_name: wanted.fullName,
      email: wanted.email,
      phone: wanted.phone,
      title: wanted.title,
      notes: wanted.notes,
      client_id: wanted.clientId,
    } as Partial<typeof now>)
    if (!changed) return readContact(db, actor, id)
    await clientOf(db, company_id, changed.after.client_id)
    await db
      .updateTable('contacts')
      .set({ ...changed.after, version: contact.version + 1, updated_at: sql<string>`now()` })
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute()
    await record(db, context, {
      companyId: company_id,
      action: 'contact.edit',
      subjectType: 'contact',
      subjectId: id,
      ...changed,
    })
    await publish(db, actor, { companyId: company_id, topic: 'contact', kind: 'edited', subjectId: id })
    return readContact(db, actor, id)
  })
}
