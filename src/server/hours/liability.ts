import { sql } from 'kysely'
import type { z } from 'zod'
import type { Liability } from '../../contract/hours.ts'
import { contract } from '../../contract/index.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import { limitOf } from '../platform/database/literal-limit.ts'
import { action } from '../platform/http/action.ts'

type Sums = z.infer<typeof Liability>
type Found = Sums & { id: string | null; name: string | null }

const ofRow = ({ id: _, name: __, ...sums }: Found): Sums => sums

/**
 * Returns what was sold, drawn, expired and is still owed, per company and in total, from one snapshot. The value of
 * minutes is the block's price × minutes ÷ granted, rounded half up per block, so that the companies add up to the
 * total to the cent. Hours that rolled over were sold with their month and keep their share of its price.
 */
export const getLiability = action(contract.hours.liability, ({ platform, actor }, input) => {
  const order = `name ${input.order}`
  const after = decodeCursor(input.cursor, order, 'text')
  return platform.db.askAs(actor, async (db) => {
    const worth = (minutes: string) =>
      sql`coalesce(sum(round(k.price_cents::numeric * ${sql.raw(minutes)} / k.granted)), 0)::float8`
    const { rows } = await sql<Found>`
      with k as materialized (
        select k.company_id, k.source, k.granted, k.remaining, k.expired, k.price_cents, t.taken, t.rolled
        from hour_blocks k cross join lateral (
          select coalesce(-sum(l.minutes) filter (where l.kind <> 'rollover'), 0) as taken,
            coalesce(-sum(l.minutes) filter (where l.kind = 'rollover'), 0) as rolled
          from hour_ledger l where l.company_id = k.company_id and l.block_id = k.id and l.entry_id is null and l.minutes < 0
            and l.kind in ('reversal', 'adjustment', 'rollover')) t
        where k.activated_at is not null ${input.company ? sql`and k.company_id = ${input.company}` : sql``}
      ), sums as (
        select k.company_id,
          coalesce(sum(k.granted) filter (where k.source <> 'rollover'), 0)::float8 as sold,
          coalesce(sum(k.price_cents) filter (where k.source <> 'rollover'), 0)::float8 as "soldCents",
          sum(k.granted - k.remaining - k.expired - k.taken - k.rolled)::float8 as drawn,
          sum(k.taken)::float8 as taken, ${worth('k.taken')} as "takenCents",
          sum(k.expired)::float8 as expired, ${worth('k.expired')} as "expiredCents",
          sum(k.remaining)::float8 as remaining, ${worth('k.remaining')} as "remainingCents"
        from k group by k.company_id
      ), each as (
        select s.*, c.name, s."soldCents" - s."takenCents" - s."remainingCents" as "earnedCents",
          coalesce(-b.lowest, 0)::float8 as below
        from sums s join companies c on c.id = s.company_id left join hour_balances b on b.company_id = s.company_id
      ), page as (
        select * from each ${after ? sql`where (name, company_id) ${sql.raw(input.order === 'asc' ? '>' : '<')} (${after.value}, ${after.id}::uuid)` : sql``}
        order by name ${sql.raw(input.order)}, company_id ${sql.raw(input.order)} limit ${limitOf(input.limit + 1)}
      ), answer as (
        select 0 as part, null::uuid as id, null::text as name, coalesce(sum(sold), 0) as sold, coalesce(sum("soldCents"), 0) as "soldCents",
          coalesce(sum(drawn), 0) as drawn, coalesce(sum(taken), 0) as taken, coalesce(sum("takenCents"), 0) as "takenCents",
          coalesce(sum(expired), 0) as expired, coalesce(sum("expiredCents"), 0) as "expiredCents", coalesce(sum(remaining), 0) as remaining,
          coalesce(sum("remainingCents"), 0) as "remainingCents", coalesce(sum("earnedCents"), 0) as "earnedCents", coalesce(sum(below), 0) as below
        from each
        union all
        select 1, company_id, name, sold, "soldCents", drawn, taken, "takenCents", expired, "expiredCents", remaining, "remainingCents", "earnedCents", below
        from page
      )
      select id, name, sold, "soldCents", drawn, taken, "takenCents", expired, "expiredCents", remaining, "remainingCents", "earnedCents", below
      from answer order by part, name ${sql.raw(input.order)}, id ${sql.raw(input.order)}`.execute(db)
    const [total, ...found] = rows as [Found, ...Found[]]
    const page = pageOf(found, input.limit, (last) => ({ order, value: last.name as string, id: last.id as string }))
    return {
      items: page.rows.map((r) => ({
        ...ofRow(r),
        company: { id: r.id as string, name: r.name as string },
      })),
      nextCursor: page.nextCursor,
      total: ofRow(total),
      currency: 'usd',
    }
  })
})
