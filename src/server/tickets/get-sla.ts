import { sql } from 'kysely'
import type { z } from 'zod'
import type { TicketClocks } from '../../contract/tickets.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { aroundTheClock, bookOf, used } from '../sla/index.ts'
import { clocksOf, presentSla, slaColumns, slaOfRow, slaReckoned } from './sla.ts'

/** The clocks of a ticket in detail: how much of each target is used up at this moment. */
export async function getSla(
  { platform, actor }: Actored,
  { id }: { id: string },
): Promise<z.infer<typeof TicketClocks>> {
  const [row, book] = await Promise.all([
    platform.db.askAs(actor, (db) =>
      db
        .selectFrom('tickets as t')
        .select(['t.company_id', 't.agreement_id', 't.priority', 't.status', sql<string>`now()`.as('now')])
        .select(slaColumns.map((c) => `t.${c}` as const))
        .select(slaOfRow)
        .select(slaReckoned)
        .where('t.id', '=', id)
        .executeTakeFirst(),
    ),
    bookOf(platform),
  ])
  if (!row) throw refuse('NOT_FOUND')
  const clocks = clocksOf(row)
  const level = book.level(row, row.priority)
  const agreed = book.agreed(row)
  const detail = (name: 'response' | 'resolution', metAt: number | null) => {
    if (!level) return null
    const { minutes, clock } = level[name]
    const count = clock === 'business' ? level.time : aroundTheClock
    const extra = name === 'resolution' ? clocks.extraMs : 0
    const until = metAt ?? Date.parse(row.now)
    return {
      targetMinutes: minutes + Math.round(extra / 60_000),
      clock,
      usedMinutes: Math.max(0, Math.floor(used(count, clocks, until) / 60_000)),
    }
  }
  return {
    ...presentSla(row),
    at: row.now,
    detail: { response: detail('response', clocks.respondedAt), resolution: detail('resolution', clocks.doneAt) },
    policy:
      actor.kind === 'staff' && row.sla_policy_id
        ? {
            id: row.sla_policy_id,
            name: book.named(row.sla_policy_id) ?? '',
            agreement:
              agreed?.policy === row.sla_policy_id ? { id: agreed.id, number: agreed.number, name: agreed.name } : null,
          }
        : null,
  }
}
