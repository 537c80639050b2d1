import type { z } from 'zod'
import type { EditLead, Lead } from '../../contract/leads.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { refuseLooseDate } from './create.ts'
import { ownerName } from './owner.ts'
import { can, type Status } from './policy.ts'
import { read, take, tell, update, write } from './write.ts'

const FACTS = ['name', 'organization', 'email', 'phone'] as const
const instant = (text: string | null) => (text ? new Date(text).getTime() : null)

/**
 * Changes who a lead is, who looks after it, what comes next and its tags. CONFLICT when somebody was faster,
 * LEAD_CONVERTED once it is won, UNPROCESSABLE when nobody could be reached any more.
 */
export function edit(
  context: Actored,
  { id, version, ...wanted }: z.infer<typeof EditLead>,
): Promise<z.infer<typeof Lead>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const lead = await take(db, actor, id, version)
    if (!can(actor, lead.status as Status).edit) throw refuse('LEAD_CONVERTED')
    // A next action that is done takes its date along.
    const nextAction = wanted.nextAction === undefined ? lead.next_action : wanted.nextAction
    const keptDate = nextAction === null ? null : lead.next_action_at
    const after = {
      name: wanted.name === undefined ? lead.name : wanted.name,
      organization: wanted.organization === undefined ? lead.organization : wanted.organization,
      email: wanted.email === undefined ? lead.email : (wanted.email?.toLowerCase() ?? null),
      phone: wanted.phone === undefined ? lead.phone : wanted.phone,
      owner_id: wanted.ownerId === undefined ? lead.owner_id : wanted.ownerId,
      next_action: nextAction,
      next_action_at: wanted.nextActionAt === undefined ? keptDate : wanted.nextActionAt,
      tags: wanted.tags ? [...new Set(wanted.tags)] : lead.tags,
    }
    refuseLooseDate(after.next_action, after.next_action_at)
    const facts = FACTS.filter((field) => after[field] !== lead[field])
    if (facts.includes('email') && !after.email && lead.email) {
      // What came through a form came from an address; without it nobody knows who agreed to be written to.
      throw refuse('UNPROCESSABLE', { fields: { email: ['A lead keeps an email address. Correct it instead.'] } })
    }
    if (!after.email && !after.phone)
      throw refuse('UNPROCESSABLE', { fields: { phone: ['Give an email address or a phone number.'] } })
    const owned = after.owner_id !== lead.owner_id
    const next =
      after.next_action !== lead.next_action || instant(after.next_action_at) !== instant(lead.next_action_at)
    const tagged = JSON.stringify(after.tags) !== JSON.stringify(lead.tags)
    if (facts.length === 0 && !owned && !next && !tagged) return read(db, actor, id)

    const newOwner = owned && after.owner_id ? await ownerName(db, after.owner_id) : null
    await update(db, lead, after)
    for (const field of facts)
      await write(db, actor, lead, { kind: 'edited', change: { field, from: lead[field], to: after[field] } })
    if (tagged) {
      const change = { field: 'tags', from: lead.tags.join(', ') || null, to: after.tags.join(', ') || null }
      await write(db, actor, lead, { kind: 'edited', change })
    }
    if (owned) {
      const before = lead.owner_id
        ? await db.selectFrom('people').select('full_name').where('id', '=', lead.owner_id).executeTakeFirst()
        : undefined
      const change = { field: 'owner', from: before?.full_name ?? null, to: newOwner }
      await write(db, actor, lead, { kind: 'owner', change })
    }
    if (next) {
      const change = {
        field: 'nextAction',
        from: lead.next_action,
        to: after.next_action,
        at: after.next_action_at,
      }
      await write(db, actor, lead, { kind: 'next_action', change })
    }
    await tell(db, context, lead, {
      action: 'lead.edit',
      ...(owned ? { before: { ownerId: lead.owner_id } } : {}),
      after: {
        fields: [...facts, ...(tagged ? ['tags'] : []), ...(next ? ['nextAction'] : [])],
        ...(owned ? { ownerId: after.owner_id } : {}),
      },
    })
    return read(db, actor, id)
  })
}
