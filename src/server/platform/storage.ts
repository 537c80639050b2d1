import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** More bytes came than were allowed. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}

/** What was written: how much, its SHA-256 in hex, and its first bytes, by which its type is told. */
export type Stored = { size: number; sha256: string; head: Uint8Array }

/** Enough for every signature that the type detection knows in files people attach. */
const HEAD_BYTES = 4_100

/** Files on a local disk, a file an id. An id is a UUID made by us: no name from outside touches the path. */
export function storage(folder: string) {
  const at = (id: string) => path.join(folder, id.slice(-2), id)
  return {
    /** Writes a stream under `id`, complete or not at all. Throws TooLarge after `max` bytes. */
    async put(id: string, body: ReadableStream<Uint8Array> | Readable, max: number): Promise<Stored> {
      const final = at(id)
      const partial = `${final}.part`
      await mkdir(path.dirname(final), { recursive: true, mode: 0o700 })
      const hash = createHash('sha256')
      const head: Uint8Array[] = []
      let size = 0
      const measure = new Transform({
        transform(chunk: Uint8Array, _encoding, done) {
          if (size < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - size))
          size += chunk.length
          hash.update(chunk)
          done(size > max ? new TooLarge(`More than ${max} bytes.`) : null, chunk)
        },
      })
      try {
        await pipeline(
          body instanceof Readable ? body : Readable.fromWeb(body as never),
          measure,
          createWriteStream(partial, { flush: true, mode: 0o600 }),
        )
        await rename(partial, final)
      } catch (e) {
        await rm(partial, { force: true })
        throw e
      }
      return { size, sha256: hash.digest('hex'), head: Buffer.concat(head) }
    },
    /** The bytes of a stored file; the stream fails when there is none. */
    open: (id: string): Readable => createReadStream(at(id)),
    /** Removes a file; none there is fine. */
    remove: (id: string): Promise<void> => rm(at(id), { force: true }),
  }
}
export type Storage = ReturnType<typeof storage>
