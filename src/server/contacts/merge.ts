import { sql } from 'kysely'
import type { z } from 'zod'
import { type Contact, type MergeContacts, NOTES_MAX } from '../../contract/contacts.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { merged } from './policy.ts'
import { readContact, takeContact } from './write.ts'

/**
 * Makes two contacts of one company one. `id` stays, `otherId` goes; each field is taken from one of them and what is
 * not taken goes into the notes. CONFLICT when either changed meanwhile, NOT_FOUND when either is not there.
 */
export function merge(
  context: Actored,
  { id, otherId, version, otherVersion, take }: z.infer<typeof MergeContacts>,
): Promise<z.infer<typeof Contact>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const alike = (words: string) => refuse('UNPROCESSABLE', { fields: { otherId: [words] } })
    if (id === otherId) throw alike('Choose another contact to merge with.')
    // Always in the same order: two merges of the same pair must not wait for each other.
    const versions = new Map([
      [id, version],
      [otherId, otherVersion],
    ])
    const taken = new Map<string, Awaited<ReturnType<typeof takeContact>>>()
    for (const each of [id, otherId].toSorted()) taken.set(each, await takeContact(db, actor, each, versions.get(each)))
    const kept = taken.get(id) as NonNullable<ReturnType<typeof taken.get>>
    const other = taken.get(otherId) as typeof kept
    if (kept.company_id !== other.company_id) throw alike('Both contacts must be of the same company.')

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
    const after = merged(withClient(kept), withClient(other), take, on)
    if (after.notes.length > NOTES_MAX) {
      const most = NOTES_MAX.toLocaleString('en-US')
      throw alike(`The notes of both together have more than ${most} characters. Shorten one of them first.`)
    }
    // What other rooms keep of the one that goes is the kept one's now: they point at contacts, contacts know none of them.
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
    await record(db, context, { ...subject, action: 'contact.merge', subjectId: id, before, after })
    // Whoever looks for the one that went finds where it went.
    await record(db, context, {
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
}
