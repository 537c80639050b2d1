import { type RawBuilder, sql } from 'kysely'
import type { TROUBLES } from '../../../contract/automations/index.ts'
import { CONNECTION_DAYS } from '../../../contract/installing.ts'

type Trouble = (typeof TROUBLES)[number]

/**
 * SQL condition that is true when a connection (alias `n`) is broken, or its credential expires soon or has expired.
 */
export const connectionDue = sql<boolean>`(n.state = 'broken' or n.expires_on <= current_date + ${sql.lit(CONNECTION_DAYS)}::int)`

const TEST: Record<Trouble, RawBuilder<boolean>> = {
  silent: sql`exists (select from alert_episodes e where e.company_id = i.company_id and e.installation_id = i.id
    and e.ended_at is null and e.kind = 'silent')`,
  // Before setup has started, no runs are expected.
  no_key: sql`(i.status in ('provisioning', 'live', 'failing', 'paused') and not exists (
    select from shared_api_keys k where k.company_id = i.company_id and 'runs:write' = any(k.scopes)
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())))`,
  connection: sql`(i.status <> 'retired' and exists (select from connections n
    where n.company_id = i.company_id and n.installation_id = i.id and ${connectionDue}))`,
}

/** SQL condition that is true when an automation (alias `i`) has one of these problems. */
export const hasTrouble = (of: readonly Trouble[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    of.map((trouble) => TEST[trouble]),
    sql` or `,
  )})`
