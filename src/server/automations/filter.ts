import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { AutomationFilter } from '../../contract/automations/index.ts'
import { type CursorValue, comesAfter } from '../platform/database/cursor.ts'
import type { Db } from '../platform/database/db.ts'
import { automationNameKey, automationRows, needsAttention, type Row, saved30, worksForClient } from './queries.ts'
import { hasTrouble } from './watching/trouble.ts'

export type Filter = z.infer<typeof AutomationFilter>

/** Statuses that need attention first, ended ones last. */
const RANK = ['failing', 'requested', 'provisioning', 'paused', 'live', 'retired']
const rank = sql`array_position(${sql.lit(`{${RANK.join(',')}}`)}::text[], i.status)`
/** Sort value of automations that have never run, in a list by last run. */
const NEVER = '0001-01-01T00:00:00Z'

const COLUMN: Record<
  Filter['sort'],
  {
    column: RawBuilder<unknown>
    kind: CursorValue
    of: (r: Row) => string
  }
> = {
  name: { column: automationNameKey, kind: 'text', of: (r) => r.name_key },
  lastRun: {
    column: sql`coalesce(i.last_run_at, ${sql.lit(NEVER)}::timestamptz)`,
    kind: 'instant',
    of: (r) => r.last_run_at ?? NEVER,
  },
  saved: {
    column: sql`coalesce(s.minutes, 0)`,
    kind: 'number',
    of: (r) => String(r.recent.last[3]),
  },
  status: { column: rank, kind: 'integer', of: (r) => String(RANK.indexOf(r.status) + 1) },
  updated: { column: sql.ref('i.updated_at'), kind: 'instant', of: (r) => r.updated_at },
}

/** Returns the name of a sort order. The cursor contains it, so that it cannot be used with another order. */
export const orderName = ({ sort, order }: Pick<Filter, 'sort' | 'order'>): string => `${sort} ${order}`
/** Returns the type of the values that this order sorts by. */
export const orderKind = (sort: Filter['sort']): CursorValue => COLUMN[sort].kind
/** Returns a row's sort value as text. */
export const orderValue = (sort: Filter['sort'], row: Row): string => COLUMN[sort].of(row)

/** Returns the query of automations that pass the filter, in its order, after the cursor. */
export function filterAutomations(db: Db, f: Filter, after: { value: string; id: string } | undefined, limit: number) {
  const { column, kind } = COLUMN[f.sort]
  let query = automationRows(db, f.client)
    .$if(f.sort === 'saved', (q) => q.leftJoin(saved30(f).as('s'), 's.installation_id', 'i.id'))
    .orderBy(column, f.order)
    .orderBy('i.id', f.order)
    .limit(limit)
  if (f.company) query = query.where('i.company_id', '=', f.company)
  if (f.status) query = query.where('i.status', 'in', f.status)
  if (f.product) query = query.where('i.product_id', '=', f.product)
  if (f.asked) query = query.where('i.asked', 'is not', null)
  if (f.attention) query = query.where(needsAttention)
  if (f.trouble) query = query.where(hasTrouble(f.trouble))
  if (f.client) query = query.where(worksForClient(f.client))
  const words = f.q?.trim()
  if (words) {
    const like = `%${words.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((e) => e.or([e('i.name', 'ilike', like), e('c.name', 'ilike', like)]))
  }
  if (after) query = query.where(comesAfter(after, { by: column, kind, id: sql.ref('i.id'), direction: f.order }))
  return query
}
