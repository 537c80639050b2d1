// The steps that several verbs share, always within the caller's transaction.
import type { z } from 'zod'
import type { Client, Contact } from '../../contract/contacts.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Actor, Db } from '../platform/db.ts'
import { presentClient, presentContact } from './present.ts'
import { clientRows, contactRows, type LockedClient, type LockedContact, lockClient, lockContact } from './queries.ts'

const field = (name: string, words: string) => refuse('UNPROCESSABLE', { fields: { [name]: [words] } })

/** The contact as the actor sees it. NOT_FOUND when the actor has no such contact. */
export async function readContact(db: Db, actor: Actor, id: string): Promise<z.infer<typeof Contact>> {
  const row = await contactRows(db).select('t.notes').where('t.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return presentContact(row, actor)
}

/** The client as the actor sees it. NOT_FOUND when the actor has no such client. */
export async function readClient(db: Db, actor: Actor, id: string): Promise<z.infer<typeof Client>> {
  const row = await clientRows(db).select('t.notes').where('t.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return presentClient(row, actor)
}

/** Takes a contact for a change. NOT_FOUND without it; CONFLICT, with the contact as it is now, at another version. */
export async function takeContact(db: Db, actor: Actor, id: string, version?: number): Promise<LockedContact> {
  const contact = await lockContact(db, id)
  if (!contact) throw refuse('NOT_FOUND')
  if (version !== undefined && version !== contact.version)
    throw refuse('CONFLICT', { current: await readContact(db, actor, id) })
  return contact
}

/** Takes a client for a change. NOT_FOUND without it; CONFLICT, with the client as it is now, at another version. */
export async function takeClient(db: Db, actor: Actor, id: string, version?: number): Promise<LockedClient> {
  const client = await lockClient(db, id)
  if (!client) throw refuse('NOT_FOUND')
  if (version !== undefined && version !== client.version)
    throw refuse('CONFLICT', { current: await readClient(db, actor, id) })
  return client
}

/** The company that something new belongs to: a partner's own whatever was sent; staff have to name one. */
export async function companyFor(db: Db, actor: Actored['actor'], named: string | undefined): Promise<string> {
  if (actor.kind === 'tenant') return actor.companyId
  if (!named) throw field('companyId', 'Choose the company.')
  const company = await db.selectFrom('companies').select('id').where('id', '=', named).executeTakeFirst()
  if (!company) throw field('companyId', 'There is no such company. Choose another.')
  return company.id
}

/** One of the company's clients. Refuses one that is not, or that was put away. Holds it until the transaction ends. */
export async function clientOf(
  db: Db,
  companyId: string,
  clientId: string | null | undefined,
): Promise<{ id: string; name: string } | undefined> {
  if (!clientId) return undefined
  const client = await db
    .selectFrom('clients')
    .select(['id', 'name', 'archived_at'])
    .where('company_id', '=', companyId)
    .where('id', '=', clientId)
    .forKeyShare()
    .executeTakeFirst()
  if (!client) throw field('clientId', 'This client is not there any more. Choose another.')
  if (client.archived_at) throw field('clientId', 'This client is archived. Restore it first, or choose another.')
  return client
}

/**
 * One of the company's contacts, with the client that it is chosen with (none that was put away). Refuses one that is
 * not, or that was put away. Holds it until the transaction ends.
 */
export async function contactOf(
  db: Db,
  companyId: string,
  contactId: string,
): Promise<{ id: string; full_name: string; client_id: string | null }> {
  const contact = await db
    .selectFrom('contacts as t')
    .select(['t.id', 't.full_name', 't.archived_at'])
    .select((e) =>
      e
        .selectFrom('clients as l')
        .select('l.id')
        .whereRef('l.company_id', '=', 't.company_id')
        .whereRef('l.id', '=', 't.client_id')
        .where('l.archived_at', 'is', null)
        .as('client_id'),
    )
    .where('t.company_id', '=', companyId)
    .where('t.id', '=', contactId)
    .forKeyShare()
    .executeTakeFirst()
  if (!contact) throw field('contactId', 'This contact is not there any more. Choose another.')
  if (contact.archived_at) throw field('contactId', 'This contact is archived. Restore it first, or choose another.')
  return contact
}

/** Turns the database's word that a client's name is taken into a refusal beside the field. */
export async function namedOnce<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (e) {
    if ((e as { constraint?: string }).constraint === 'clients_one_name')
      throw refuse('NAME_TAKEN', { fields: { name: ['There is a client with this name already.'] } })
    throw e
  }
}

/** The fields of `wanted` that differ from what is there, and what they were. Undefined when nothing does. */
export function difference<T extends Record<string, unknown>>(now: T, wanted: Partial<T>) {
  const changed = Object.entries(wanted).filter(([key, value]) => value !== undefined && value !== now[key])
  if (changed.length === 0) return undefined
  return {
    before: Object.fromEntries(changed.map(([key]) => [key, now[key]])) as Partial<T>,
    after: Object.fromEntries(changed) as Partial<T>,
  }
}
