import { sql } from 'kysely'
import { NewContact } from '../../contract/contacts/index.ts'
import { contract } from '../../contract/index.ts'
import { addCompany } from '../companies/index.ts'
import { addContact } from '../contacts/index.ts'
import { inviteTo } from '../people/index.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { demandName } from '../platform/sign-in/names.ts'
import { leadPermissions, type Status } from './policy.ts'
import { accountOf, type Locked } from './queries.ts'
import { lockLead, recordLeadAct, updateLead, writeLeadActivity } from './write.ts'

/**
 * Converts a lead to a partner company in one transaction: the company, the person as its contact, the invitation of
 * its owner, and the lead as won. Throws NOT_FOUND, LEAD_CONVERTED the second time, LEAD_NOT_OPEN for a lost lead or
 * spam, ADDRESS_IN_USE when the invited address belongs to a user already, CONFLICT when the version is not the current
 * one, UNPROCESSABLE for a field that is not valid, and TOO_MANY_INVITATIONS when too many invitations were sent.
 */
export const convertLead = action(contract.leads.convert, (context, input) => {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const lead = await lockLead(db, actor, input.id)
    // Checked before the version, so that a second caller learns that the lead is converted, not that it has changed.
    if (lead.status === 'won') throw refuse('LEAD_CONVERTED')
    await lockLead(db, actor, input.id, input.version)
    if (!leadPermissions(actor, lead.status as Status).convert) throw refuse('LEAD_NOT_OPEN')
    if (input.owner) {
      if (input.owner.fullName) demandName(input.owner.fullName, 'owner.fullName')
      const taken = await accountOf(db, input.owner.email)
      if (taken) {
        const words = `This address already belongs to a user of ${taken.name}.`
        throw refuse('ADDRESS_IN_USE', { fields: { 'owner.email': [words] }, company: taken })
      }
    }

    const companyId = await addCompany(db, context, input.company, 'company.name')
    if (input.contact) await addContact(db, context, companyId, contactOf(lead, input.company.name))
    if (input.owner)
      await inviteTo(context, db, {
        companyId,
        email: input.owner.email,
        role: 'owner',
        fullName: input.owner.fullName ?? undefined,
      })
    await updateLead(db, lead, {
      status: 'won',
      converted_company_id: companyId,
      converted_at: sql<string>`now()`,
      next_action: null,
      next_action_at: null,
    })
    const change = { field: 'status', from: lead.status, to: 'won' }
    await writeLeadActivity(db, actor, lead, { kind: 'converted', change, text: input.company.name })
    await recordLeadAct(db, context, lead, {
      action: 'lead.convert',
      before: { status: lead.status },
      after: { status: 'won', companyId, invited: input.owner !== null },
    })
    const company = await db
      .selectFrom('companies')
      .select(['id', 'name', 'slug'])
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    return { company, invited: input.owner !== null }
  })
})

/**
 * Returns the person as a contact. Visitors can type any text as a phone number, so one that is not valid goes into the
 * notes.
 */
function contactOf(lead: Locked, companyName: string) {
  const phone = NewContact.shape.phone.safeParse(lead.phone ?? undefined)
  return {
    fullName: (lead.name ?? lead.email ?? companyName).slice(0, 100),
    email: lead.email,
    phone: phone.success ? phone.data : null,
    notes: phone.success || !lead.phone ? '' : `Phone: ${lead.phone}`,
  }
}
