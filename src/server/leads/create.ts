import { v7 as uuid } from 'uuid'
import { contract } from '../../contract/index.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { ownerName } from './owner.ts'
import { recordLeadAct, writeLeadActivity } from './write.ts'

/**
 * Adds a lead that staff enter manually. Throws UNPROCESSABLE when it has neither an email address nor a phone number,
 * has a date but no next action, or has an owner who is not staff of the provider.
 */
export const createLead = action(contract.leads.create, (context, input) => {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const { name, organization = null, phone = null, message = null, tags, stage, nextAction = null } = input
    const email = input.email?.toLowerCase() ?? null
    if (!email && !phone)
      throw refuse('UNPROCESSABLE', { fields: { email: ['Enter an email address or a phone number.'] } })
    refuseDateWithoutAction(nextAction, input.nextActionAt ?? null)
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
    await writeLeadActivity(db, actor, lead, { kind: 'created' })
    await recordLeadAct(db, context, lead, { action: 'lead.create', after: { source: 'manual', stage } })
    return { id: lead.id }
  })
})

/** Throws UNPROCESSABLE for a date without a next action. */
export function refuseDateWithoutAction(nextAction: string | null, nextActionAt: string | null): void {
  if (nextActionAt && !nextAction)
    throw refuse('UNPROCESSABLE', { fields: { nextAction: ['Enter what is due on this date.'] } })
}
