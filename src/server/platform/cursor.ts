import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import { hostile } from './json.ts'

/** Where a page ended: the order it was in, the value it was ordered by, and the row's id. */
export type Cursor = { order: string; value: string; id: string }

/** What a list can be ordered by. */
export type CursorValue = 'instant' | 'number' | 'text'
const VALUES: Record<CursorValue, z.ZodType<string>> = {
  instant: z.iso.datetime(),
  number: z.string().regex(/^\d{1,18}$/),
  text: z
    .string()
    .max(400)
    .refine((text) => hostile(text) === undefined),
}

/** Opaque text for `?cursor=`. */
export const encodeCursor = ({ order, value, id }: Cursor): string =>
  Buffer.from(JSON.stringify([order, value, id])).toString('base64url')

/**
 * The page of what was asked with one row more than `limit`: its rows, and the cursor of the next one where there is more.
 * `endOf` says where a page ends with its last row.
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

/** Reads a cursor of the given order, whose values are of the given kind; anything that is not ours is a BAD_REQUEST. */
export function decodeCursor(text: string | undefined, order: string, kind: CursorValue): Cursor | undefined {
  if (text === undefined) return undefined
  const shape = z.tuple([z.literal(order), VALUES[kind], z.uuid()])
  try {
    const [, value, id] = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { order, value, id }
  } catch {
    throw new ORPCError('BAD_REQUEST', {
      message: 'Some fields are not right.',
      data: { fields: { cursor: ['This cursor is not from the page before. Start again without one.'] } },
    })
  }
}
