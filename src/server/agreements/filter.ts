import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { AgreementFilter } from '../../contract/agreements/index.ts'
import { foldText } from '../../contract/plain/fold-text.ts'
import { type CursorValue, comesAfter } from '../platform/database/cursor.ts'
import type { Db } from '../platform/database/db.ts'
import { referenceIn } from '../platform/search/references.ts'
import { agreementNameKey, agreementRows, type Row } from './queries.ts'

export type Filter = z.infer<typeof AgreementFilter>
/** The sort value of agreements without a date. */
const FAR = '9999-12-31'
const far = (column: string) => sql`coalesce(${sql.ref(column)}, '9999-12-31'::date)`

const COLUMN: Record<Filter['sort'], { column: RawBuilder<unknown>; kind: CursorValue; of: (r: Row) => string }> = {
  updated: { column: sql.ref('a.updated_at'), kind: 'instant', of: (r) => r.updated_at },
  number: { column: sql.ref('a.number'), kind: 'number', of: (r) => String(r.number) },
  name: { column: agreementNameKey, kind: 'text', of: (r) => r.name_key },
  ends: { column: far('a.ends_on'), kind: 'day', of: (r) => r.ends_on ?? FAR },
  next: { column: far('a.next_period_on'), kind: 'day', of: (r) => r.next_period_on ?? FAR },
}

/** Returns the name of a sort order. Cursors include it, so that they cannot be used with another order. */
export const orderName = ({ sort, order }: Pick<Filter, 'sort' | 'order'>): string => `${sort} ${order}`
/** Returns the type of the values that a list is sorted by. */
export const orderKind = (sort: Filter['sort']): CursorValue => COLUMN[sort].kind
/** Returns the value that a row is sorted by, as text. */
export const orderValue = (sort: Filter['sort'], row: Row): string => COLUMN[sort].of(row)

const waits = sql<boolean>`exists (select from agreement_revisions w
  where w.company_id = a.company_id and w.agreement_id = a.id and w.status = 'sent')`

/** Returns the query of agreements that match the filter, in its sort order, after the cursor. */
export function filterAgreements(db: Db, f: Filter, after: { value: string; id: string } | undefined, limit: number) {
  const { column, kind } = COLUMN[f.sort]
  let query = agreementRows(db).orderBy(column, f.order).orderBy('a.id', f.order).limit(limit)
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
    const number = /^a-?(\d{1,9})$/i.exec(words)?.[1] ?? /^\d{1,9}$/.exec(words)?.[0] ?? referenceIn(words, 'A')
    const like = `%${foldText(words).replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((e) =>
      e.or([
        sql<boolean>`fold_text(a.name) like ${like}`,
        sql<boolean>`fold_text(c.name) like ${like}`,
        ...(number ? [e('a.number', '=', Number(number))] : []),
      ]),
    )
  }
  if (after) query = query.where(comesAfter(after, { by: column, kind, id: sql.ref('a.id'), direction: f.order }))
  return query
}
