import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { AutomationFilter } from '../../contract/automations.ts'
import type { CursorValue } from '../platform/cursor.ts'
import type { Db } from '../platform/db.ts'
import { needsAttention, type Row, rows, saved30 } from './queries.ts'
import { inTrouble } from './trouble.ts'

export type Filter = z.infer<typeof AutomationFilter>

/** What needs somebody stands first, what is over last. */
const RANK = ['failing', 'requested', 'provisioning', 'paused', 'live', 'retired']
const rank = sql`array_position(${sql.lit(`{${RANK.join(',')}}`)}::text[], i.status)`
/** Where a list by the last run puts what never ran. */
const NEVER = '0001-01-01T00:00:00Z'

const COLUMN: Record<
  Filter['sort'],
  {
    column: RawBuilder<unknown>
    type: RawBuilder<unknown>
    kind: CursorValue
    of: (r: Row) => string
  }
> = {
  name: { column: sql`lower(i.name)`, type: sql.raw('text'), kind: 'text', of: (r) => r.name.toLowerCase() },
  lastRun: {
    column: sql`coalesce(i.last_run_at, ${sql.lit(NEVER)}::timestamptz)`,
    type: sql.raw('timestamptz'),
    kind: 'instant',
    of: (r) => r.last_run_at ?? NEVER,
  },
  saved: {
    column: sql`coalesce(s.minutes, 0)`,
    type: sql.raw('bigint'),
    kind: 'number',
    of: (r) => String(r.recent.last[3]),
  },
  status: { column: rank, type: sql.raw('int'), kind: 'number', of: (r) => String(RANK.indexOf(r.status) + 1) },
  updated: { column: sql.ref('i.updated_at'), type: sql.raw('timestamptz'), kind: 'instant', of: (r) => r.updated_at },
}

/** The name of an order, which a cursor carries so that it cannot be used in another. */
export const orderName = ({ sort, order }: Pick<Filter, 'sort' | 'order'>): string => `${sort} ${order}`
/** Of what kind the values are that a list in this order is ordered by. */
export const orderKind = (sort: Filter['sort']): CursorValue => COLUMN[sort].kind
/** The value that a row is ordered by, as text. */
export const orderValue = (sort: Filter['sort'], row: Row): string => COLUMN[sort].of(row)

/** Automations that pass the filter, in its order, after the cursor. */
export function filtered(db: Db, f: Filter, after: { value: string; id: string } | undefined, limit: number) {
  const { column, type } = COLUMN[f.sort]
  let query = rows(db, f.client)
    .$if(f.sort === 'saved', (q) => q.leftJoin(saved30(f).as('s'), 's.installation_id', 'i.id'))
    .orderBy(column, f.order)
    .orderBy('i.id', f.order)
    .limit(limit)
  if (f.company) query = query.where('i.company_id', '=', f.company)
  if (f.status) query = query.where('i.status', 'in', f.status)
  if (f.product) query = query.where('i.product_id', '=', f.product)
  if (f.asked) query = query.where('i.asked', 'is not', null)
  if (f.attention) query = query.where(needsAttention)
  if (f.trouble) query = query.where(inTrouble(f.trouble))
  if (f.client)
    query = query.where(sql<boolean>`exists (select from installation_clients k
      where k.company_id = i.company_id and k.installation_id = i.id and k.client_id = ${f.client}::uuid)`)
  const words = f.q?.trim()
  if (words) {
    const like = `%${words.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((e) => e.or([e('i.name', 'ilike', like), e('c.name', 'ilike', like)]))
  }
  if (after) {
    const than = sql.raw(f.order === 'asc' ? '>' : '<')
    query = query.where(sql<boolean>`(${column}, i.id) ${than} (${after.value}::${type}, ${after.id}::uuid)`)
  }
  return query
}
