import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { aroundTheClock, countUsedMs, getServiceLevels } from '../../sla/index.ts'
import { calculatedSla, clocksOf, presentSla, slaColumns, slaOfRow } from './sla.ts'

/**
 * Returns the targets of a ticket in detail: how much of each is used up at this moment. Throws NOT_FOUND when the
 * actor has no such ticket.
 */
export const getSla = action(contract.tickets.sla, async ({ platform, actor }, { id }) => {
  const [row, levels] = await Promise.all([
    platform.db.askAs(actor, (db) =>
      db
        .selectFrom('tickets as t')
        .select(['t.company_id', 't.agreement_id', 't.priority', 't.status', sql<string>`now()`.as('now')])
        .select(slaColumns.map((c) => `t.${c}` as const))
        .select(slaOfRow.map((c) => `t.${c}` as const))
        .select([
          calculatedSla.sla_soon_at.as('sla_soon_at'),
          calculatedSla.response_breached.as('response_breached'),
          calculatedSla.resolution_breached.as('resolution_breached'),
        ])
        .where('t.id', '=', id)
        .executeTakeFirst(),
    ),
    getServiceLevels(platform),
  ])
  if (!row) throw refuse('NOT_FOUND')
  const clocks = clocksOf(row)
  const level = levels.level(row, row.priority)
  const agreed = levels.agreed(row)
  const detail = (name: 'response' | 'resolution', metAt: number | null) => {
    if (!level) return null
    const { minutes, clock } = level[name]
    const count = clock === 'business' ? level.time : aroundTheClock
    const extra = name === 'resolution' ? clocks.extraMs : 0
    const until = metAt ?? Date.parse(row.now)
    return {
      targetMinutes: minutes + Math.round(extra / 60_000),
      clock,
      usedMinutes: Math.max(0, Math.floor(countUsedMs(count, clocks, until) / 60_000)),
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
            name: levels.named(row.sla_policy_id) ?? '',
            agreement:
              agreed?.policy === row.sla_policy_id ? { id: agreed.id, number: agreed.number, name: agreed.name } : null,
          }
        : null,
  }
})
