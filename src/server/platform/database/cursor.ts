import { ORPCError } from '@orpc/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { findJsonProblem } from '../http/json.ts'

/** The end of a page: the order of the list, and the order value and the id of the last row. */
export type Cursor = { order: string; value: string; id: string }

/** The kinds of values by which a list can be ordered. */
export type CursorValue = 'instant' | 'day' | 'integer' | 'number' | 'text'

const MAX_INTEGER = 2_147_483_647
/** Names have at most 200 characters. As a key that ignores accents, one character can become eighteen. */
const TEXT_MAX = 3_600
const VALUES: Record<CursorValue, z.ZodType<string>> = {
  // Postgres has no year 0 and keeps microseconds.
  instant: z.iso.datetime().regex(/^(?!0000)\d{4}-[\dT:-]+(\.\d{1,6})?Z$/),
  day: z.iso.date().regex(/^(?!0000)/),
  integer: z.string().refine((text) => /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) <= MAX_INTEGER),
  number: z.string().regex(/^-?\d{1,18}$/),
  text: z
    .string()
    .max(TEXT_MAX)
    .refine((text) => findJsonProblem(text) === undefined),
}
const TYPES: Record<CursorValue, RawBuilder<unknown>> = {
  instant: sql.raw('timestamptz'),
  day: sql.raw('date'),
  integer: sql.raw('integer'),
  number: sql.raw('bigint'),
  text: sql.raw('text'),
}

/** Returns the SQL type to cast a decoded value of this kind to; every value that `decodeCursor` accepts fits it. */
export const cursorType = (kind: CursorValue): RawBuilder<unknown> => TYPES[kind]

/** Returns the condition that a row comes after a cursor in this order. Rows with equal values are ordered by id. */
export const comesAfter = (
  { value, id }: Pick<Cursor, 'value' | 'id'>,
  order: { by: RawBuilder<unknown>; kind: CursorValue; id: RawBuilder<unknown>; direction: 'asc' | 'desc' },
): RawBuilder<boolean> =>
  sql<boolean>`(${order.by}, ${order.id}) ${sql.raw(order.direction === 'asc' ? '>' : '<')} (${value}::${cursorType(order.kind)}, ${id}::uuid)`

/** Returns a cursor as opaque text for `?cursor=`. */
export const encodeCursor = ({ order, value, id }: Cursor): string =>
  Buffer.from(JSON.stringify([order, value, id])).toString('base64url')

/**
 * Returns a page of rows that were queried with a limit of `limit + 1`, and the cursor of the next page if there is
 * one. `endOf` returns the cursor after a row.
 */
export function pageOf<Row>(
  found: Row[],
  limit: number,
  endOf: (last: Row) => Cursor,
): { rows: Row[]; nextCursor: string | null } {
  const last = found.length > limit ? found[limit - 1] : undefined
  return last
    ? { rows: found.slice(0, limit), nextCursor: encodeCursor(endOf(last)) }
    : { rows: found, nextCursor: null }
}

const parse = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString())

/** Returns the text after `prefix` in the order name of a cursor, or null when the order does not have that prefix. */
export function cursorNote(text: string | undefined, prefix: string): string | null {
  if (text === undefined) return null
  try {
    const [order] = z.tuple([z.string()]).rest(z.unknown()).parse(parse(text))
    return order.startsWith(prefix) && findJsonProblem(order) === undefined ? order.slice(prefix.length) : null
  } catch {
    return null
  }
}

/**
 * Returns the cursor in a text; undefined without a text. Throws BAD_REQUEST when it is not of the given order and kind
 * of value.
 */
export function decodeCursor(text: string | undefined, order: string, kind: CursorValue): Cursor | undefined {
  if (text === undefined) return undefined
  const shape = z.tuple([z.literal(order), VALUES[kind], z.uuid()])
  try {
    const [, value, id] = shape.parse(parse(text))
    return { order, value, id }
  } catch {
    throw new ORPCError('BAD_REQUEST', {
      message: 'Check the highlighted fields.',
      data: { fields: { cursor: ['This cursor is not from the previous page. Start again without one.'] } },
    })
  }
}
