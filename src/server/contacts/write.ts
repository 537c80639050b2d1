// Steps shared by several actions. They run in the caller's transaction.
import type { z } from 'zod'
import type { Client, Contact } from '../../contract/contacts/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'
import { presentClient, presentContact } from './present.ts'
import {
  type LockedClient,
  type LockedContact,
  lockClientRow,
  lockContactRow,
  wholeClient,
  wholeContact,
} from './queries.ts'

const field = (name: string, words: string) => refuse('UNPROCESSABLE', { fields: { [name]: [words] } })

/** Returns a contact as the actor sees it. Throws NOT_FOUND when the actor has no such contact. */
export async function readContact(db: Db, actor: Actor, id: string): Promise<z.infer<typeof Contact>> {
  const row = await wholeContact(db, id)
  if (!row) throw refuse('NOT_FOUND')
  return presentContact(row, actor)
}

/** Returns a client as the actor sees it. Throws NOT_FOUND when the actor has no such client. */
export async function readClient(db: Db, actor: Actor, id: string): Promise<z.infer<typeof Client>> {
  const row = await wholeClient(db, id)
  if (!row) throw refuse('NOT_FOUND')
  return presentClient(row, actor)
}

/**
 * Locks a contact for a change and returns it. Throws NOT_FOUND when the actor has no such contact, and CONFLICT with
 * the current contact when its version is not `version`.
 */
export async function lockContact(db: Db, actor: Actor, id: string, version?: number): Promise<LockedContact> {
  const contact = await lockContactRow(db, id)
  if (!contact) throw refuse('NOT_FOUND')
  if (version !== undefined && version !== contact.version)
    throw refuse('CONFLICT', { current: await readContact(db, actor, id) })
  return contact
}

/**
 * Locks a client for a change and returns it. Throws NOT_FOUND when the actor has no such client, and CONFLICT with the
 * current client when its version is not `version`.
 */
export async function lockClient(db: Db, actor: Actor, id: string, version?: number): Promise<LockedClient> {
  const client = await lockClientRow(db, id)
  if (!client) throw refuse('NOT_FOUND')
  if (version !== undefined && version !== client.version)
    throw refuse('CONFLICT', { current: await readClient(db, actor, id) })
  return client
}

/**
 * Returns the company of a new record: always the partner's own, or the one that staff name. Throws UNPROCESSABLE at
 * `companyId` when staff name none, or one that does not exist.
 */
export async function companyFor(db: Db, actor: ActorContext['actor'], named: string | undefined): Promise<string> {
  if (actor.kind === 'tenant') return actor.companyId
  if (!named) throw field('companyId', 'Choose a company.')
  const company = await db.selectFrom('companies').select('id').where('id', '=', named).executeTakeFirst()
  if (!company) throw field('companyId', 'This company doesn’t exist. Choose another one.')
  return company.id
}

/**
 * Awaits a write and returns its result. Throws NAME_TAKEN at `name` when the write violates the unique constraint on
 * client names.
 */
export async function refuseTakenClientName<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (e) {
    if ((e as { constraint?: string }).constraint === 'clients_one_name')
      throw refuse('NAME_TAKEN', {
        fields: { name: ['A client with this name already exists. Choose a different name.'] },
      })
    throw e
  }
}
