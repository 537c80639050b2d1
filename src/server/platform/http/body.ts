// Reads request bodies within limits of size and time.
import { ORPCError } from '@orpc/server'

/** Maximum size of a body in bytes, and time for it to arrive. `tooLarge` makes the error for a larger one. */
export type BodyLimits = { bytes: number; seconds: number; tooLarge: () => Error }

/** Yields the chunks of a body within its limits. Throws `tooLarge()`, or REQUEST_TIMEOUT (408) when it is too slow. */
export async function* partsOf(body: ReadableStream<Uint8Array>, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () =>
      late.reject(
        new ORPCError('REQUEST_TIMEOUT', {
          status: 408,
          message: `The request took longer than ${limits.seconds} seconds. Check your connection and try again.`,
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

/** Returns the complete body. Throws like `partsOf`. */
export async function bytesOf(body: ReadableStream<Uint8Array>, limits: BodyLimits): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of partsOf(body, limits)) parts.push(part)
  return Buffer.concat(parts)
}
