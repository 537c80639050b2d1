import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { CreateLead } from '../../contract/leads.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { ownerName } from './owner.ts'
import { tell, write } from './write.ts'

/** Enters a lead by hand. UNPROCESSABLE without any way to reach the person, or with an owner who is not of the provider. */
export function create(context: Actored, input: z.infer<typeof CreateLead>): Promise<{ id: string }> {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const { name, organization = null, phone = null, message = null, tags, stage, nextAction = null } = input
    const email = input.email?.toLowerCase() ?? null
    if (!email && !phone)
      throw refuse('UNPROCESSABLE', { fields: { email: ['Give an email address or a phone number.'] } })
    refuseLooseDate(nextAction, input.nextActionAt ?? null)
    if (input.ownerId) await ownerName(db, input.ownerId)
    const lead = { company_id: actor.companyId, id: uuid() }
    await db
      .insertInto('leads')
      .values({
        ...lead,
        kind: 'manual',
        form: `manual ${lead.id}`,
        consent_at: null,
        name,
        organization,
        email,
        phone,
        message,
        stage,
        tags: [...new Set(tags)],
        owner_id: input.ownerId ?? null,
        next_action: nextAction,
        next_action_at: input.nextActionAt ?? null,
      })
      .execute()
    await write(db, actor, lead, { kind: 'created' })
    await tell(db, context, lead, { action: 'lead.create', after: { source: 'manual', stage } })
    return { id: lead.id }
  })
}

/** UNPROCESSABLE for a date that belongs to no next action. */
export function refuseLooseDate(nextAction: string | null, nextActionAt: string | null): void {
  if (nextActionAt && !nextAction)
    throw refuse('UNPROCESSABLE', { fields: { nextAction: ['Say what is to be done by then.'] } })
}
