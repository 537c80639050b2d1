import type { z } from 'zod'
import type { Lead } from '../../contract/leads.ts'
import { TAGS_MAX } from '../../contract/leads.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { can, type Status } from './policy.ts'
import { lock } from './queries.ts'
import { read, take, tell, update, write } from './write.ts'

/**
 * Takes other leads from the same address in: what they wrote and what was done about them shows in this one, and what
 * this one lacks (name, phone, owner, next action) comes from the newest that has it. UNPROCESSABLE for a lead from
 * another address or one that is converted; CONFLICT when somebody was faster.
 */
export function merge(
  context: Actored,
  input: { id: string; version?: number; ids: string[] },
): Promise<z.infer<typeof Lead>> {
  const { platform, actor } = context
  const ids = [...new Set(input.ids)].filter((id) => id !== input.id).toSorted()
  return platform.db.asActor(actor, async (db) => {
    // In the order of their ids: two merges that want the same leads wait for each other instead of locking up.
    for (const id of [input.id, ...ids].toSorted()) await lock(db, actor.companyId, id)
    const lead = await take(db, actor, input.id, input.version)
    const others = []
    for (const id of ids) {
      const other = await lock(db, actor.companyId, id)
      if (!other) throw refuse('NOT_FOUND')
      if (!lead.email || other.email !== lead.email)
        throw refuse('UNPROCESSABLE', { fields: { ids: ['Only leads from the same address can be merged.'] } })
      if (other.status === 'won')
        throw refuse('UNPROCESSABLE', { fields: { ids: ['A converted lead cannot be merged into another.'] } })
      others.push(other)
    }
    if (others.length === 0) return read(db, actor, input.id)

    const newest = others.toReversed()
    const first = <K extends 'name' | 'organization' | 'phone' | 'owner_id'>(key: K) =>
      lead[key] ?? newest.find((other) => other[key] !== null)?.[key] ?? null
    const planned = lead.next_action ? lead : newest.find((other) => other.status === 'open' && other.next_action)
    const into = { merged_into: lead.id }
    for (const other of others) {
      await update(db, other, into)
      // What the other took in before comes along.
      await db
        .updateTable('leads')
        .set(into)
        .where('company_id', '=', actor.companyId)
        .where('merged_into', '=', other.id)
        .execute()
    }
    const open = can(actor, lead.status as Status).edit
    await update(db, lead, {
      tags: [...new Set([lead, ...newest].flatMap((l) => l.tags))].slice(0, TAGS_MAX),
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
    await write(db, actor, lead, { kind: 'merged', change })
    await tell(db, context, lead, { action: 'lead.merge', after: { merged: ids } })
    return read(db, actor, input.id)
  })
}
