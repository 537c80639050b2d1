// Archives and restores contacts and clients.
import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { lockClient, lockContact, readClient, readContact, refuseTakenClientName } from './write.ts'

/** Archives or restores a contact. Does nothing when the contact is already in that state. Throws NOT_FOUND. */
export const archiveContact = action(contract.contacts.archive, (context, { id, archived }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { company_id, archived_at, version } = await lockContact(db, actor, id)
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
    await recordAudit(db, context, {
      companyId: company_id,
      action: `contact.${kind}`,
      subjectType: 'contact',
      subjectId: id,
    })
    await publish(db, actor, { companyId: company_id, topic: 'contact', kind: `${kind}d`, subjectId: id })
    return readContact(db, actor, id)
  })
})

/**
 * Archives or restores a client, but not its contacts. Throws NOT_FOUND, and NAME_TAKEN when another client now has its
 * name.
 */
export const archiveClient = action(contract.contacts.archiveClient, (context, { id, archived }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { company_id, archived_at, version } = await lockClient(db, actor, id)
    if ((archived_at !== null) === archived) return readClient(db, actor, id)
    await refuseTakenClientName(
      db
        .updateTable('clients')
        .set({
          archived_at: archived ? sql<string>`now()` : null,
          version: version + 1,
          updated_at: sql<string>`now()`,
        })
        .where('company_id', '=', company_id)
        .where('id', '=', id)
        .execute(),
    )
    const kind = archived ? 'archive' : 'restore'
    await recordAudit(db, context, {
      companyId: company_id,
      action: `client.${kind}`,
      subjectType: 'client',
      subjectId: id,
    })
    await publish(db, actor, { companyId: company_id, topic: 'client', kind: `${kind}d`, subjectId: id })
    return readClient(db, actor, id)
  })
})
