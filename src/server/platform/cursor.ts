import { ORPCError } from '@orpc/server'

/** Where a page ended: the order it was in, the value it was ordered by, and the row's id. */
export type Cursor = { order: string; value: string; id: string }

/** Opaque text for `?cursor=`. */
export const encodeCursor = ({ order, value, id }: Cursor): string =>
  Buffer.from(JSON.stringify([order, value, id])).toString('base64url')

/** Reads a cursor of the given order; anything else than one of ours is a BAD_REQUEST. */
export function decodeCursor(text: string | undefined, order: string): Cursor | undefined {
  if (text === undefined) return undefined
  try {
    const [of, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    if (of === order && typeof value === 'string' && typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id))
      return { order, value, id }
  } catch {
    // falls through to the refusal
  }
  throw new ORPCError('BAD_REQUEST', {
    message: 'Some fields are not right.',
    data: { fields: { cursor: ['This cursor is not from the page before. Start again without one.'] } },
  })
}
