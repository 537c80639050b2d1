import { sql } from 'kysely'
import { NOTES_MAX } from '../../contract/contacts/index.ts'
import { contract } from '../../contract/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { mergeFields } from './policy.ts'
import { lockContact, readContact } from './write.ts'

/**
 * Merges two contacts of one company. Keeps `id` and deletes `otherId`. Each field comes from one of them, and the
 * values that are not kept go into the notes. Throws CONFLICT when either has changed, NOT_FOUND when either does not
 * exist, and UNPROCESSABLE for the same contact twice, for two companies, or when the notes get too long.
 */
export const mergeContacts = action(
  contract.contacts.merge,
  (context, { id, otherId, version, otherVersion, take }) => {
    const { platform, actor } = context
    return platform.db.asActor(actor, async (db) => {
      const alike = (words: string) => refuse('UNPROCESSABLE', { fields: { otherId: [words] } })
      if (id === otherId) throw alike('Choose another contact to merge with.')
      // Lock in a fixed order, so that two merges of the same pair cannot deadlock.
      const versions = new Map([
        [id, version],
        [otherId, otherVersion],
      ])
      const taken = new Map<string, Awaited<ReturnType<typeof lockContact>>>()
      for (const each of [id, otherId].toSorted())
        taken.set(each, await lockContact(db, actor, each, versions.get(each)))
      const kept = taken.get(id) as NonNullable<ReturnType<typeof taken.get>>
      const other = taken.get(otherId) as typeof kept
      if (kept.company_id !== other.company_id) throw alike('Choose two contacts from the same company.')

      const clients = await db
        .selectFrom('clients')
        .select(['id', 'name'])
        .where('company_id', '=', kept.company_id)
        .where(
          'id',
          'in',
          [kept.client_id, other.client_id, '00000000-0000-0000-0000-000000000000'].filter((c) => c !== null),
        )
        .execute()
      const withClient = <T extends { client_id: string | null }>(c: T) => ({
        ...c,
        client: clients.find((l) => l.id === c.client_id)?.name ?? null,
      })
      const on = new Date().toISOString().slice(0, 10)
      const after = mergeFields(withClient(kept), withClient(other), take, on)
      if (after.notes.length > NOTES_MAX) {
        const most = NOTES_MAX.toLocaleString('en-US')
        throw alike(`Together, the notes are longer than ${most} characters. Shorten the notes of one contact first.`)
      }
      // Point other modules' records at the kept contact. A database function does it, because contacts must not import
      // them.
      await sql`select move_contact(${kept.company_id}, ${otherId}, ${id})`.execute(db)
      await db.deleteFrom('contacts').where('company_id', '=', other.company_id).where('id', '=', otherId).execute()
      await db
        .updateTable('contacts')
        .set({ ...after, version: kept.version + 1, updated_at: sql<string>`now()` })
        .where('company_id', '=', kept.company_id)
        .where('id', '=', id)
        .execute()
      const { company_id: companyId, ...before } = kept
      const { company_id: _, ...gone } = other
      const subject = { companyId, subjectType: 'contact' }
      await recordAudit(db, context, { ...subject, action: 'contact.merge', subjectId: id, before, after })
      // The deleted contact's audit log says which contact it was merged into.
      await recordAudit(db, context, {
        ...subject,
        action: 'contact.merged-away',
        subjectId: otherId,
        before: gone,
        after: { into: id },
      })
      await publish(db, actor, { companyId, topic: 'contact', kind: 'merged', subjectId: id })
      await publish(db, actor, { companyId, topic: 'contact', kind: 'deleted', subjectId: otherId })
      return readContact(db, actor, id)
    })
  },
)
