import { contract } from '../../contract/index.ts'
import { LEAD_TAGS_MAX } from '../../contract/leads/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { leadPermissions, type Status } from './policy.ts'
import { lockLeadRow } from './queries.ts'
import { lockLead, readLead, recordLeadAct, updateLead, writeLeadActivity } from './write.ts'

/**
 * Merges other leads from the same address into one. Their submissions and activities appear in it and their tags are
 * added. What it lacks (name, organization, phone, owner, and from open leads the next action) comes from the newest
 * lead that has it; a converted lead gets only the tags. Throws UNPROCESSABLE for a lead from another address and for
 * merging a converted one into another, NOT_FOUND when a lead does not exist, CONFLICT when `version` is not the
 * current one.
 */
export const mergeLeads = action(contract.leads.merge, (context, input) => {
  const { platform, actor } = context
  const ids = [...new Set(input.ids)].filter((id) => id !== input.id).toSorted()
  return platform.db.asActor(actor, async (db) => {
    // Locked in the order of their ids, so that two merges of the same leads do not deadlock.
    for (const id of [input.id, ...ids].toSorted()) await lockLeadRow(db, actor.companyId, id)
    const lead = await lockLead(db, actor, input.id, input.version)
    const others = []
    for (const id of ids) {
      const other = await lockLeadRow(db, actor.companyId, id)
      if (!other) throw refuse('NOT_FOUND')
      if (!lead.email || other.email !== lead.email)
        throw refuse('UNPROCESSABLE', { fields: { ids: ['You can only merge leads with the same email address.'] } })
      if (other.status === 'won')
        throw refuse('UNPROCESSABLE', { fields: { ids: ['A converted lead can’t be merged into another lead.'] } })
      others.push(other)
    }
    if (others.length === 0) return readLead(db, actor, input.id)

    // Each id is a UUID of version 7, so the order of ids is that of creation.
    const newest = others.toReversed()
    const first = <K extends 'name' | 'organization' | 'phone' | 'owner_id'>(key: K) =>
      lead[key] ?? newest.find((other) => other[key] !== null)?.[key] ?? null
    const planned = lead.next_action ? lead : newest.find((other) => other.status === 'open' && other.next_action)
    const into = { merged_into: lead.id }
    for (const other of others) {
      await updateLead(db, other, into)
      // Leads that were merged into the other lead earlier now belong to this one.
      await db
        .updateTable('leads')
        .set(into)
        .where('company_id', '=', actor.companyId)
        .where('merged_into', '=', other.id)
        .execute()
    }
    const open = leadPermissions(actor, lead.status as Status).edit
    await updateLead(db, lead, {
      tags: [...new Set([lead, ...newest].flatMap((l) => l.tags))].slice(0, LEAD_TAGS_MAX),
      ...(open
        ? {
            name: first('name'),
            organization: first('organization'),
            phone: first('phone'),
            owner_id: first('owner_id'),
            next_action: planned?.next_action ?? null,
            next_action_at: planned?.next_action_at ?? null,
          }
        : {}),
    })
    const change = { field: 'leads', from: null, to: String(others.length) }
    await writeLeadActivity(db, actor, lead, { kind: 'merged', change })
    await recordLeadAct(db, context, lead, { action: 'lead.merge', after: { merged: ids } })
    return readLead(db, actor, input.id)
  })
})
