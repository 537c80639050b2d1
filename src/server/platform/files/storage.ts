import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Thrown when a file has more bytes than allowed. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}

/** Thrown when no file has that id. */
export class NotStored extends Error {
  override name = 'NotStored'
}

/** Thrown when the file storage does not answer or refuses. A retry later may help. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** A written file: its size in bytes, its SHA-256 in hex, and its first bytes, from which its type is detected. */
export type Stored = { size: number; sha256: string; head: Uint8Array }

/** Enough for the type detection of all common attachments. */
const HEAD_BYTES = 4_100

/** Returns the path of a file in its folder or bucket. The id is a UUID made by us, so no user input is in the path. */
export const getStoragePath = (id: string): string => `${id.slice(-2)}/${id}`

/** Stores files by id. */
export type Storage = {
  /** Writes a stream under `id`, complete or not at all. Throws TooLarge after `max` bytes, and StorageUnavailable. */
  put(id: string, body: ReadableStream<Uint8Array> | Readable, max: number): Promise<Stored>
  /** Returns the bytes of a stored file. Throws NotStored when there is none, and StorageUnavailable. */
  open(id: string): Promise<Readable>
  /** Removes a file, if it exists. Throws StorageUnavailable. */
  remove(id: string): Promise<void>
}

/** Errors of a disk that is full, over quota, broken or read-only. They are not caused by the file itself. */
const DISK_AWAY = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'])

/**
 * Writes a stream to a file and flushes it to disk. Returns its size, checksum and first bytes. Removes the file if it
 * is incomplete. Throws TooLarge and StorageUnavailable.
 */
export async function writeMeasured(
  file: string,
  body: ReadableStream<Uint8Array> | Readable,
  max: number,
): Promise<Stored> {
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
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await pipeline(
      body instanceof Readable ? body : Readable.fromWeb(body as never),
      measure,
      createWriteStream(file, { flush: true, mode: 0o600 }),
    )
  } catch (e) {
    await rm(file, { force: true })
    throw DISK_AWAY.has((e as NodeJS.ErrnoException).code ?? '')
      ? new StorageUnavailable((e as Error).message, { cause: e })
      : e
  }
  return { size, sha256: hash.digest('hex'), head: Buffer.concat(head) }
}

/** Returns a storage on a local disk. */
export function diskStorage(folder: string): Storage {
  const at = (id: string) => path.join(folder, getStoragePath(id))
  return {
    async put(id, body, max) {
      const partial = `${at(id)}.part`
      const stored = await writeMeasured(partial, body, max)
      await rename(partial, at(id))
      return stored
    },
    async open(id) {
      const stream = createReadStream(at(id))
      try {
        await once(stream, 'open')
      } catch (e) {
        if ((e as NodeJS.ErrnoException).code === 'ENOENT') throw new NotStored(`There is no file ${id}.`)
        throw e
      }
      return stream
    },
    remove: (id) => rm(at(id), { force: true }),
  }
}
