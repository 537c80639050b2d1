import { sql } from 'kysely'
import type { z } from 'zod'
import type { Block, BlockFilter } from '../../contract/hours.ts'
import { contract } from '../../contract/index.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { FORMER } from '../platform/words.ts'
import { providerToday } from './company-of-hours.ts'
import { seesPrices } from './policy.ts'

type Filter = z.infer<typeof BlockFilter>

const rows = (db: Db) =>
  db
    .selectFrom('hour_blocks as k')
    .select(['k.id', 'k.company_id', 'k.name', 'k.source', 'k.state', 'k.granted', 'k.remaining', 'k.expired'])
    .select([
      'k.price_cents',
      'k.valid_months',
      'k.purchased_at',
      'k.activated_at',
      'k.released_by',
      'k.release_reason',
    ])
    .select((x) => [
      sql<string | null>`k.starts_on::text`.as('starts_on'),
      sql<string | null>`k.expires_on::text`.as('expires_on'),
      sql<string | null>`k.period_from::text`.as('period_from'),
      x.selectFrom('companies as c').select('c.name').whereRef('c.id', '=', 'k.company_id').as('company'),
      x.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'k.released_by').as('releaser'),
      sql<{
        id: string
        number: number
        name: string
      } | null>`(select jsonb_build_object('id', a.id, 'number', a.number, 'name', a.name)
        from shared_agreements a where a.company_id = k.company_id and a.id = k.agreement_id)`.as('agreement'),
      // The minutes that time entries used, less reversals: what has left the block, without the ledger entries that
      // belong to no time entry.
      sql<number>`k.granted - k.remaining - k.expired + case when k.activated_at is null then -k.granted else
        (select coalesce(sum(l.minutes), 0)::int from hour_ledger l where l.company_id = k.company_id and l.block_id = k.id
          and l.entry_id is null and (l.kind in ('adjustment', 'rollover') or l.kind = 'reversal') and l.minutes < 0) end`.as(
        'drawn',
      ),
      sql<
        number | null
      >`case when k.state = 'active' and k.remaining > 0 and (k.starts_on is null or k.starts_on <= ${providerToday}) then
        1 + (select count(*)::int from hour_blocks o where o.company_id = k.company_id and o.state = 'active' and o.remaining > 0
          and (o.starts_on is null or o.starts_on <= ${providerToday})
          and (coalesce(o.expires_on, 'infinity'), o.purchased_at, o.id) < (coalesce(k.expires_on, 'infinity'), k.purchased_at, k.id)) end`.as(
        'place',
      ),
    ])
type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const present = (r: Row, reader: Actor): z.infer<typeof Block> => ({
  id: r.id,
  company: { id: r.company_id, name: r.company ?? '' },
  name: r.name,
  source: r.source as z.infer<typeof Block>['source'],
  state: r.state as z.infer<typeof Block>['state'],
  agreement: r.agreement,
  granted: r.granted,
  remaining: r.remaining,
  drawn: r.drawn,
  expired: r.expired,
  startsOn: r.starts_on,
  expiresOn: r.expires_on,
  validMonths: r.valid_months,
  periodFrom: r.period_from,
  purchasedAt: r.purchased_at,
  activatedAt: r.activated_at,
  priceCents: seesPrices(reader) ? r.price_cents : null,
  released: r.released_by ? { by: r.releaser ?? FORMER, reason: r.release_reason ?? '' } : null,
  place: r.place,
})

/** The sort value of blocks that do not expire. */
const NEVER = '9999-12-31'
const orderValue = (sort: Filter['sort'], row: Row) =>
  sort === 'expires' ? `${row.expires_on ?? NEVER}T00:00:00Z` : row.purchased_at

/** Returns one page of the blocks that match the filter. Throws NOT_FOUND for a company that is not the reader's. */
export const listBlocks = action(contract.hours.blocks, ({ platform, actor }, input) => {
  if (actor.kind === 'tenant' && input.company && input.company !== actor.companyId) throw refuse('NOT_FOUND')
  const order = `${input.sort} ${input.order}`
  const after = decodeCursor(input.cursor, order, 'instant')
  return platform.db.askAs(actor, async (db) => {
    const by = input.sort === 'expires' ? sql`coalesce(k.expires_on, ${NEVER}::date)` : sql`k.purchased_at`
    let query = rows(db)
      .orderBy(by, input.order)
      .orderBy('k.id', input.order)
      .limit(input.limit + 1)
    if (input.company) query = query.where('k.company_id', '=', input.company)
    if (input.state) query = query.where(sql<boolean>`k.state = any(${input.state})`)
    if (input.source) query = query.where(sql<boolean>`k.source = any(${input.source})`)
    if (input.agreement) query = query.where('k.agreement_id', '=', input.agreement)
    if (input.expiresBy) query = query.where(sql<boolean>`k.expires_on <= ${input.expiresBy}::date`)
    if (after) {
      const than = sql.raw(input.order === 'asc' ? '>' : '<')
      const value =
        input.sort === 'expires'
          ? sql`(${after.value}::timestamptz at time zone 'UTC')::date`
          : sql`${after.value}::timestamptz`
      query = query.where(sql<boolean>`(${by}, k.id) ${than} (${value}, ${after.id}::uuid)`)
    }
    const found = await query.execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: orderValue(input.sort, last), id: last.id }))
    return {
      items: page.rows.map((row) => present(row, actor)),
      nextCursor: page.nextCursor,
    }
  })
})
