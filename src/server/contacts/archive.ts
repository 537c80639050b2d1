import { sql } from 'kysely'
import type { z } from 'zod'
import type { Contact } from '../../contract/contacts.ts'
import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { readContact, takeContact } from './write.ts'

/** Puts a contact away, or takes it back. What is so already stays so. */
export function archive(
  context: Actored,
  { id, archived }: { id: string; archived: boolean },
): Promise<z.infer<typeof Contact>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { company_id, archived_at, version } = await takeContact(db, actor, id)
    if ((archived_at !== null) === archived) return readContact(db, actor, id)
    await db
      .updateTable('contacts')
      .set({
        archived_at: archived ? sql<string>`now()` : null,
        version: version + 1,
        updated_at: sql<string>`now()`,
      })
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute()
    const kind = archived ? 'archive' : 'restore'
    await record(db, context, {
      companyId: company_id,
      action: `contact.${kind}`,
      subjectType: 'contact',
      subjectId: id,
    })
    await publish(db, actor, { companyId: company_id, topic: 'contact', kind: `${kind}d`, subjectId: id })
    return readContact(db, actor, id)
  })
}
