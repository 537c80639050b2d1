// Looks up contacts and clients for records that refer to them. Errors are shown at the referring field.
import type { Db } from '../platform/database/db.ts'
import { refuse } from '../platform/http/api.ts'

const field = (name: string, words: string) => refuse('UNPROCESSABLE', { fields: { [name]: [words] } })

/**
 * Returns a client of the company and locks it against removal until the transaction ends. Undefined without an id.
 * Throws UNPROCESSABLE at `clientId` when the company has no such client, or it is archived.
 */
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
  if (!client) throw field('clientId', 'This client no longer exists. Choose another.')
  if (client.archived_at) throw field('clientId', 'This client is archived. Restore it first, or choose another.')
  return client
}

/**
 * Returns a contact of the company and locks it against removal until the transaction ends. `client_id` is null when
 * the client is archived. Throws UNPROCESSABLE at `contactId` when the company has no such contact, or it is archived.
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
  if (!contact) throw field('contactId', 'This contact no longer exists. Choose another.')
  if (contact.archived_at) throw field('contactId', 'This contact is archived. Restore it first, or choose another.')
  return contact
}

/** Locks a client against removal until the transaction ends. Returns its `archived_at`; undefined without a client. */
export const shareClient = (db: Db, companyId: string, id: string) =>
  db
    .selectFrom('clients')
    .select('archived_at')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
