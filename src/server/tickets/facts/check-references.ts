// Checks the records a ticket refers to (company, requester, client, contact, automation) when it is opened.
import { clientOf, contactOf } from '../../contacts/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'

const field = (name: string, words: string) => refuse('UNPROCESSABLE', { fields: { [name]: [words] } })

/**
 * Returns the company and the requester of a new ticket. For a partner, these are always the actor's own, whatever was
 * sent; staff name both. Throws UNPROCESSABLE when the company or the user does not exist or the user cannot sign in
 * anymore.
 */
export async function requesterFor(
  db: Db,
  actor: ActorContext['actor'],
  { companyId, requesterId }: { companyId?: string | undefined; requesterId?: string | undefined },
): Promise<{ companyId: string; requesterId: string }> {
  if (actor.kind === 'tenant') return { companyId: actor.companyId, requesterId: actor.userId }
  if (!companyId) throw field('companyId', 'Choose a company.')
  if (!requesterId) throw field('requesterId', 'Choose a requester.')
  const [company, person] = await Promise.all([
    db.selectFrom('companies').select('is_internal').where('id', '=', companyId).executeTakeFirst(),
    db
      .selectFrom('people')
      .select('active')
      .where('id', '=', requesterId)
      .where('company_id', '=', companyId)
      .executeTakeFirst(),
  ])
  if (!company) throw field('companyId', 'This company doesn’t exist. Choose another one.')
  if (company.is_internal) throw field('companyId', 'Tickets can only be opened for partners. Choose another company.')
  if (!person) throw field('requesterId', 'This user isn’t in this company. Choose another one.')
  if (!person.active) throw field('requesterId', 'This user is deactivated. Choose another one.')
  return { companyId, requesterId }
}

/**
 * Returns an automation of the company, which may have ended. Throws UNPROCESSABLE on `installationId` when the company
 * has no such automation.
 */
export async function installationOf(
  db: Db,
  companyId: string,
  id: string | null | undefined,
): Promise<{ id: string; name: string } | undefined> {
  if (!id) return undefined
  const found = await db
    .selectFrom('shared_installations')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw field('installationId', 'This automation no longer exists. Choose another one.')
  return found
}

type Facts = { clientId?: string | null | undefined; contactId?: string | null | undefined }

/**
 * Returns the client and contact of a new ticket, after checking that they belong to the company and are not archived.
 * Without a client, the contact's client is used.
 */
export async function checkClientAndContact(db: Db, companyId: string, { clientId, contactId }: Facts) {
  const contact = contactId ? await contactOf(db, companyId, contactId) : undefined
  const client = await clientOf(db, companyId, clientId === undefined ? contact?.client_id : clientId)
  return { client_id: client?.id ?? null, contact_id: contact?.id ?? null, client, contact }
}
