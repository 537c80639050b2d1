// Compares what must agree: balance, blocks, ledger and entries. Differences are reported and never fixed, because each
// one is a bug, and a fix would hide its cause.
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { type Difference, saveDifferences } from '../platform/events/findings.ts'
import type { Platform } from '../platform/platform.ts'

const KINDS = ['hours_balance', 'hours_block', 'hours_entry']

/** Returns all differences, from one snapshot. */
async function differences(db: Db): Promise<Difference[]> {
  const balances = await sql<Difference>`
    with l as (select company_id, sum(minutes) as ledger, (array_agg(balance_after order by id desc))[1] as last from hour_ledger group by company_id),
      k as (select company_id, sum(remaining) as blocks from hour_blocks group by company_id),
      n as (select company_id, sum(minutes) as below from hour_ledger where block_id is null group by company_id)
    select c.id as company_id, 'hours_balance' as kind, c.id as subject_id, 'The balance does not match the ledger' as title,
      jsonb_build_object('ledger', coalesce(l.ledger, 0), 'blocks', coalesce(k.blocks, 0), 'below', coalesce(n.below, 0), 'lastLine', coalesce(l.last, 0)) as expected,
      jsonb_build_object('balance', coalesce(b.balance, 0), 'below', coalesce(b.lowest, 0)) as found
    from companies c left join hour_balances b on b.company_id = c.id left join l on l.company_id = c.id
      left join k on k.company_id = c.id left join n on n.company_id = c.id
    where coalesce(b.balance, 0) <> coalesce(l.ledger, 0) or coalesce(b.balance, 0) <> coalesce(k.blocks, 0) + coalesce(b.lowest, 0)
      or coalesce(b.lowest, 0) <> coalesce(n.below, 0) or coalesce(b.balance, 0) <> coalesce(l.last, 0)`.execute(db)
  const chains = await sql<Difference>`
    select distinct on (x.company_id) x.company_id, 'hours_balance' as kind, x.company_id as subject_id,
      format('Ledger entry %s does not continue from the previous entry', x.id) as title,
      jsonb_build_object('line', x.id, 'balanceAfter', x.should) as expected, jsonb_build_object('line', x.id, 'balanceAfter', x.balance_after) as found
    from (select l.company_id, l.id, l.balance_after, l.minutes + lag(l.balance_after, 1, 0) over (partition by l.company_id order by l.id) as should
      from hour_ledger l) x
    where x.should <> x.balance_after order by x.company_id, x.id`.execute(db)
  const blocks = await sql<Difference>`
    select k.company_id, 'hours_block' as kind, k.id as subject_id, format('Block %s (%s) does not match the ledger', left(k.id::text, 8), k.name) as title,
      jsonb_build_object('remaining', coalesce(s.left, 0), 'expired', coalesce(s.expired, 0)) as expected,
      jsonb_build_object('remaining', k.remaining, 'expired', k.expired, 'state', k.state) as found
    from hour_blocks k left join (
      select company_id, block_id, sum(minutes) as left,
        -sum(minutes) filter (where entry_id is null and (kind = 'expiry' or kind = 'reversal' and minutes > 0)) as expired
      from hour_ledger where block_id is not null group by company_id, block_id) s on s.company_id = k.company_id and s.block_id = k.id
    where k.remaining <> coalesce(s.left, 0) or k.expired <> coalesce(s.expired, 0)`.execute(db)
  const entries = await sql<Difference>`
    select e.company_id, 'hours_entry' as kind, e.id as subject_id,
      format('Time entry %s on %s, %s, does not match the ledger', left(e.id::text, 8), coalesce('T-' || t.number, 'P-' || j.number), to_char(e.worked_on, 'Mon FMDD, YYYY')) as title,
      jsonb_build_object('charged', case when e.removed then 0 else coalesce(e.charged, 0) end) as expected, jsonb_build_object('drawn', coalesce(s.drawn, 0)) as found
    from shared_time_entries e left join shared_tickets t on t.company_id = e.company_id and t.id = e.ticket_id
      left join shared_project_tasks k on k.company_id = e.company_id and k.id = e.task_id
      left join shared_projects j on j.company_id = k.company_id and j.id = k.project_id
      left join (select company_id, entry_id, sum(overage - minutes) as drawn from hour_ledger where entry_id is not null group by company_id, entry_id) s
        on s.company_id = e.company_id and s.entry_id = e.id
    where coalesce(s.drawn, 0) <> case when e.removed then 0 else coalesce(e.charged, 0) end`.execute(db)
  return [balances, chains, blocks, entries].flatMap((r) => r.rows)
}

/**
 * Saves differences as discrepancies, notifies administrators of new ones, and closes earlier ones that were not found
 * again. Returns how many are open now.
 */
export function reconcileLedger({ db }: Pick<Platform, 'db'>): Promise<number> {
  return db.system
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const found = await differences(tx)
      await saveDifferences(tx, 'hours', KINDS, found)
      return found.length
    })
}
