// Files in a bucket of Amazon S3 or a compatible service, with path-style addresses.
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import type { S3 } from '../env.ts'
import { getStoragePath, NotStored, type Storage, StorageUnavailable, writeMeasured } from './storage.ts'

/** Time limit for the first byte of a response. */
const ANSWER_MS = 15_000
/** Minimum upload speed, which extends the limit. A slower connection counts as lost. */
const BYTES_PER_MS = 100

/**
 * Returns a storage in a bucket. Uploads are written to `folder` first, because the signature of an upload needs its
 * length and SHA-256. These protect it against truncation and changes. What is too large or incomplete never reaches
 * the bucket.
 */
export function s3Storage({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3, folder: string): Storage {
  const ask = async (
    method: 'GET' | 'PUT' | 'DELETE',
    id: string,
    upload?: { file: string; size: number; sha256: string },
  ): Promise<Response> => {
    const signed = await new AwsV4Signer({
      method,
      url: `${endpoint}/${bucket}/${getStoragePath(id)}`,
      headers: upload
        ? {
            'content-length': String(upload.size),
            'content-type': 'application/octet-stream',
            'x-amz-content-sha256': upload.sha256,
          }
        : {},
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    }).sign()
    // Only until the response starts: reading a large file may take as long as its reader needs.
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), ANSWER_MS + (upload?.size ?? 0) / BYTES_PER_MS)
    try {
      const answer = await fetch(signed.url, {
        method: signed.method,
        headers: signed.headers,
        signal: patience.signal,
        // A redirect is answered as an error: following it would send files elsewhere.
        redirect: 'manual',
        ...(upload ? { body: Readable.toWeb(createReadStream(upload.file)) as never, duplex: 'half' } : {}),
      })
      if (answer.ok) return answer
      const code = await codeOf(answer)
      // A missing file is a valid response. A missing bucket is a wrong setting.
      if (answer.status === 404 && method !== 'PUT' && code !== 'NoSuchBucket') return answer
      throw new StorageUnavailable(`S3 responded to ${method} with ${answer.status} ${code}.`)
    } catch (e) {
      if (e instanceof StorageUnavailable) throw e
      throw new StorageUnavailable(`S3 did not respond to ${method}.`, { cause: e })
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    async put(id, body, max) {
      const file = path.join(folder, id)
      const stored = await writeMeasured(file, body, max)
      try {
        const answer = await ask('PUT', id, { file, ...stored })
        await answer.body?.cancel()
      } finally {
        await rm(file, { force: true })
      }
      return stored
    },
    async open(id) {
      const answer = await ask('GET', id)
      if (answer.status === 404 || !answer.body) throw new NotStored(`There is no file ${id}.`)
      return Readable.fromWeb(answer.body as never)
    },
    async remove(id) {
      const answer = await ask('DELETE', id)
      await answer.body?.cancel()
    },
  }
}

/** Returns the code of an S3 error, such as AccessDenied; empty when there is none. Consumes the response body. */
const codeOf = async (answer: Response): Promise<string> =>
  /<Code>(\w+)<\/Code>/.exec((await answer.text().catch(() => '')).slice(0, 2_000))?.[1] ?? ''
