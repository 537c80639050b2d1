// What a ticket has from the book of its company, and in whose name it is opened.
import { clientOf, contactOf } from '../contacts/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'

const field = (name: string, words: string) => refuse('UNPROCESSABLE', { fields: { [name]: [words] } })

/**
 * The company and the requester of a new ticket: a partner's own whatever was sent; staff name both. UNPROCESSABLE for
 * a company or a user who is not there, or who cannot sign in any more.
 */
export async function inWhoseName(
  db: Db,
  actor: Actored['actor'],
  { companyId, requesterId }: { companyId?: string | undefined; requesterId?: string | undefined },
): Promise<{ companyId: string; requesterId: string }> {
  if (actor.kind === 'tenant') return { companyId: actor.companyId, requesterId: actor.userId }
  if (!companyId) throw field('companyId', 'Choose the company.')
  if (!requesterId) throw field('requesterId', 'Choose who asks for it.')
  const [company, person] = await Promise.all([
    db.selectFrom('companies').select('is_internal').where('id', '=', companyId).executeTakeFirst(),
    db
      .selectFrom('people')
      .select('active')
      .where('id', '=', requesterId)
      .where('company_id', '=', companyId)
      .executeTakeFirst(),
  ])
  if (!company) throw field('companyId', 'There is no such company. Choose another.')
  if (company.is_internal) throw field('companyId', 'Tickets belong to partners. Choose another company.')
  if (!person) throw field('requesterId', 'There is no such user in this company. Choose another.')
  if (!person.active) throw field('requesterId', 'This user is deactivated. Choose another.')
  return { companyId, requesterId }
}

/** An automation of the company, which may be over by now. UNPROCESSABLE beside `installationId` for another. */
export async function installationOf(
  db: Db,
  companyId: string,
  id: string | null | undefined,
): Promise<{ id: string; name: string } | undefined> {
  if (!id) return undefined
  const found = await db
    .selectFrom('installations')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw field('installationId', 'This automation is not there any more. Choose another.')
  return found
}

type Facts = { clientId?: string | null | undefined; contactId?: string | null | undefined }

/**
 * Client and contact of a new ticket, checked: of the company and not archived. A client that is left out is the
 * contact's.
 */
export async function fromBook(db: Db, companyId: string, { clientId, contactId }: Facts) {
  const contact = contactId ? await contactOf(db, companyId, contactId) : undefined
  const client = await clientOf(db, companyId, clientId === undefined ? contact?.client_id : clientId)
  return { client_id: client?.id ?? null, contact_id: contact?.id ?? null, client, contact }
}
