import { sql } from 'kysely'
import type { z } from 'zod'
import { NewContact } from '../../contract/contacts.ts'
import type { ConvertLead } from '../../contract/leads.ts'
import { addCompany } from '../companies/index.ts'
import { addContact } from '../contacts/index.ts'
import { inviteTo } from '../people/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { can, type Status } from './policy.ts'
import { accountOf, type Locked } from './queries.ts'
import { take, tell, update, write } from './write.ts'

type Converted = { company: { id: string; name: string; slug: string }; invited: boolean }

/**
 * Makes a lead a partner company: the company, the person as its contact, the invitation of its owner and the won lead,
 * all of it or nothing. LEAD_CONVERTED the second time, LEAD_NOT_OPEN for a lost one or spam, ADDRESS_IN_USE when the
 * invited address belongs to a user already, CONFLICT when somebody was faster.
 */
export function convert(context: Actored, input: z.infer<typeof ConvertLead>): Promise<Converted> {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const lead = await take(db, actor, input.id)
    // Before the version: whoever comes second wants to know that it is done, not that something changed.
    if (lead.status === 'won') throw refuse('LEAD_CONVERTED')
    await take(db, actor, input.id, input.version)
    if (!can(actor, lead.status as Status).convert) throw refuse('LEAD_NOT_OPEN')
    if (input.owner) {
      const taken = await accountOf(db, input.owner.email)
      if (taken) {
        const words = `This address signs in for ${taken.name} already.`
        throw refuse('ADDRESS_IN_USE', { fields: { 'owner.email': [words] }, company: taken })
      }
    }

    const companyId = await addCompany(db, context, input.company)
    if (input.contact) await addContact(db, context, companyId, contactOf(lead, input.company.name))
    if (input.owner)
      await inviteTo(context, db, {
        companyId,
        email: input.owner.email,
        role: 'owner',
        fullName: input.owner.fullName ?? undefined,
      })
    await update(db, lead, {
      status: 'won',
      converted_company_id: companyId,
      converted_at: sql<string>`now()`,
      next_action: null,
      next_action_at: null,
    })
    const change = { field: 'status', from: lead.status, to: 'won' }
    await write(db, actor, lead, { kind: 'converted', change, text: input.company.name })
    await tell(db, context, lead, {
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
}

/** The person as a contact. A telephone number is kept as such where it is one, else in the notes: it was typed freely. */
function contactOf(lead: Locked, companyName: string) {
  const phone = NewContact.shape.phone.safeParse(lead.phone ?? undefined)
  return {
    fullName: (lead.name ?? lead.email ?? companyName).slice(0, 100),
    email: lead.email,
    phone: phone.success ? phone.data : null,
    notes: phone.success || !lead.phone ? '' : `Phone: ${lead.phone}`,
  }
}
