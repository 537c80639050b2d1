import { contract } from '../../contract/index.ts'
import { editFields, listFieldChanges } from '../platform/field-edits.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { refuseDateWithoutAction } from './create.ts'
import { leadFields } from './fields.ts'
import { leadPermissions, type Status } from './policy.ts'
import { lockLead, readLead, recordLeadAct, updateLead, writeLeadActivity } from './write.ts'

const instant = (text: string | null) => (text ? new Date(text).getTime() : null)

/**
 * Edits a lead's details, owner, next action and tags. Throws NOT_FOUND, CONFLICT when the version is not the current
 * one, LEAD_CONVERTED once it is won, and UNPROCESSABLE when the email address is removed or no way to reach the person
 * is left, for a date without a next action, and for an owner who is not staff of the provider.
 */
export const editLead = action(contract.leads.edit, (context, { id, version, ...wanted }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const lead = await lockLead(db, actor, id, version)
    if (!leadPermissions(actor, lead.status as Status).edit) throw refuse('LEAD_CONVERTED')
    const edit = { ...wanted }
    if (wanted.email) edit.email = wanted.email.toLowerCase()
    if (wanted.tags) edit.tags = [...new Set(wanted.tags)]
    const { nextAction = lead.next_action, email = lead.email, phone = lead.phone } = edit
    // Removing the next action removes its date.
    if (nextAction === null) edit.nextActionAt ??= null
    const { nextActionAt = lead.next_action_at } = edit
    refuseDateWithoutAction(nextAction, nextActionAt)
    if (!email && lead.email) {
      // An address can be corrected but not removed: on a lead from a form it shows who agreed to be contacted.
      throw refuse('UNPROCESSABLE', { fields: { email: ['You can’t remove this email address. Correct it instead.'] } })
    }
    if (!email && !phone)
      throw refuse('UNPROCESSABLE', { fields: { phone: ['Enter an email address or a phone number.'] } })
    // The same instant in another format is not a change.
    if (instant(nextActionAt) === instant(lead.next_action_at)) delete edit.nextActionAt
    const edited = await editFields(leadFields, db, lead.company_id, lead, edit)
    if (Object.keys(edited.columns).length === 0) return readLead(db, actor, id)

    await updateLead(db, lead, edited.columns)
    const changes = listFieldChanges(leadFields, lead, { ...lead, ...edited.columns }, edited.names)
    const facts = changes.filter(({ field }) => field !== 'owner' && field !== 'nextAction')
    for (const { field, from, to } of facts)
      await writeLeadActivity(db, actor, lead, { kind: 'edited', change: { field, from, to } })
    const owned = changes.find(({ field }) => field === 'owner')
    if (owned) {
      const change = { field: 'owner', from: owned.from, to: owned.to }
      await writeLeadActivity(db, actor, lead, { kind: 'owner', change })
    }
    // A new date counts as a new next action.
    const next = 'next_action' in edited.columns || 'next_action_at' in edited.columns
    if (next) {
      const change = { field: 'nextAction', from: lead.next_action, to: nextAction, at: nextActionAt }
      await writeLeadActivity(db, actor, lead, { kind: 'next_action', change })
    }
    await recordLeadAct(db, context, lead, {
      action: 'lead.edit',
      ...(owned ? { before: { ownerId: lead.owner_id } } : {}),
      after: {
        fields: [...facts.map(({ field }) => field), ...(next ? ['nextAction'] : [])],
        ...(owned ? { ownerId: edited.columns.owner_id } : {}),
      },
    })
    return readLead(db, actor, id)
  })
})
