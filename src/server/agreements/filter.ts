import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { AgreementFilter } from '../../contract/agreements.ts'
import type { CursorValue } from '../platform/cursor.ts'
import type { Db } from '../platform/db.ts'
import { type Row, rows } from './queries.ts'

export type Filter = z.infer<typeof AgreementFilter>
/** Where a list by day puts what has none. */
const FAR = '9999-12-31'
const far = (column: string) => sql`coalesce(${sql.ref(column)}, '9999-12-31'::date)`

const COLUMN: Record<
  Filter['sort'],
  { column: RawBuilder<unknown>; type: RawBuilder<unknown>; kind: CursorValue; of: (r: Row) => string }
> = {
  updated: { column: sql.ref('a.updated_at'), type: sql.raw('timestamptz'), kind: 'instant', of: (r) => r.updated_at },
  number: { column: sql.ref('a.number'), type: sql.raw('bigint'), kind: 'number', of: (r) => String(r.number) },
  name: { column: sql`lower(a.name)`, type: sql.raw('text'), kind: 'text', of: (r) => r.name.toLowerCase() },
  ends: { column: far('a.ends_on'), type: sql.raw('date'), kind: 'text', of: (r) => r.ends_on ?? FAR },
  next: { column: far('a.next_period_on'), type: sql.raw('date'), kind: 'text', of: (r) => r.next_period_on ?? FAR },
}

/** The name of an order, which a cursor carries so that it cannot be used in another. */
export const orderName = ({ sort, order }: Pick<Filter, 'sort' | 'order'>): string => `${sort} ${order}`
/** Of what kind the values are that a list in this order is ordered by. */
export const orderKind = (sort: Filter['sort']): CursorValue => COLUMN[sort].kind
/** The value that a row is ordered by, as text. */
export const orderValue = (sort: Filter['sort'], row: Row): string => COLUMN[sort].of(row)

const waits = sql<boolean>`exists (select from agreement_revisions w
  where w.company_id = a.company_id and w.agreement_id = a.id and w.status = 'sent')`

/** Agreements that pass the filter, in its order, after the cursor. */
export function filtered(db: Db, f: Filter, after: { value: string; id: string } | undefined, limit: number) {
  const { column, type } = COLUMN[f.sort]
  let query = rows(db).orderBy(column, f.order).orderBy('a.id', f.order).limit(limit)
  if (f.status) {
    const { status } = f
    const plain = status.filter((s) => s !== 'sent' && s !== 'returned')
    query = query.where((e) =>
      e.or([
        ...(plain.length > 0 ? [e('a.status', 'in', plain)] : []),
        ...(status.includes('sent') ? [e.and([e('a.status', '=', 'sent'), waits])] : []),
        ...(status.includes('returned') ? [e.and([e('a.status', '=', 'sent'), sql<boolean>`not ${waits}`])] : []),
      ]),
    )
  }
  if (f.type) query = query.where('a.type', 'in', f.type)
  if (f.company) query = query.where('a.company_id', '=', f.company)
  if (f.waiting) query = query.where(waits).where('a.status', 'in', ['sent', 'signed', 'active'])
  const words = f.q?.trim()
  if (words) {
    const number = /^a-?(\d{1,9})$/i.exec(words)?.[1] ?? /^\d{1,9}$/.exec(words)?.[0]
    const like = `%${words.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((e) =>
      e.or([
        e('a.name', 'ilike', like),
        e('c.name', 'ilike', like),
        ...(number ? [e('a.number', '=', Number(number))] : []),
      ]),
    )
  }
  if (after) {
    const than = sql.raw(f.order === 'asc' ? '>' : '<')
    query = query.where(sql<boolean>`(${column}, a.id) ${than} (${after.value}::${type}, ${after.id}::uuid)`)
  }
  return query
}
