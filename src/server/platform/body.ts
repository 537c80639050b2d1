// What somebody sends, read no further than is sensible. Knows no room.
import { ORPCError } from '@orpc/server'

/** How much of a body is taken, in bytes, and how long it may take to arrive. `tooLarge` is thrown for more. */
export type BodyLimits = { bytes: number; seconds: number; tooLarge: () => Error }

/** The parts of a body as they come, within its limits. Throws `tooLarge()`, or 408 when it comes too slowly. */
export async function* partsOf(body: ReadableStream<Uint8Array>, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () =>
      late.reject(
        new ORPCError('REQUEST_TIMEOUT', {
          status: 408,
          message: `The body did not arrive within ${limits.seconds} seconds.`,
        }),
      ),
    limits.seconds * 1000,
  )
  let size = 0
  try {
    for (;;) {
      const { value, done } = await Promise.race([reader.read(), late.promise])
      if (done) return
      size += value.length
      if (size > limits.bytes) throw limits.tooLarge()
      yield value
    }
  } finally {
    clearTimeout(timer)
    reader.cancel().catch(() => {})
  }
}

/** A body in one piece. Throws as `partsOf` does. */
export async function bytesOf(body: ReadableStream<Uint8Array>, limits: BodyLimits): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of partsOf(body, limits)) parts.push(part)
  return Buffer.concat(parts)
}
