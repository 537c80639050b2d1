import { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import { MAX_FILE_BYTES, MAX_FILE_MB } from '../../contract/plain/file-limits.ts'
import type { Platform } from '../platform/platform.ts'
import { cleanName, judgeFile } from './policy.ts'
import { overQuota } from './quota.ts'
import { isText } from './receive.ts'

/** A file that arrived by email instead of an upload. `id` is the same for every attempt. */
export type MailedFile = { id: string; companyId: string; uploadedBy: string; name: string; bytes: Uint8Array }

/**
 * Stores a file that arrived by email as unclaimed, under the same rules as an upload. Returns its id, or the reason
 * when it is rejected. Bypasses the row-level security policies, because nobody is signed in: the caller has identified
 * the sender.
 */
export async function storeUpload(
  platform: Platform,
  { id, companyId, uploadedBy, name, bytes }: MailedFile,
): Promise<{ id: string } | { refused: string }> {
  const { db, storage } = platform
  if (bytes.length > MAX_FILE_BYTES) return { refused: `The file is larger than ${MAX_FILE_MB} MB.` }
  const clean = cleanName(name)
  const head = bytes.subarray(0, 4_100)
  const verdict = judgeFile(clean, (await fileTypeFromBuffer(head))?.mime, isText(head))
  if ('refused' in verdict) return verdict
  const existing = await db.system.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()
  if (existing) return { id }
  const over = await overQuota(platform, { companyId, userId: uploadedBy, size: bytes.length })
  if (over)
    return {
      refused:
        'company' in over
          ? 'It doesn’t fit into the company’s file storage.'
          : 'It would exceed what the sender may upload in 24 hours.',
    }
  const stored = await storage.put(id, Readable.from(Buffer.from(bytes), { objectMode: false }), MAX_FILE_BYTES)
  await db.system
    .insertInto('files')
    .values({
      company_id: companyId,
      id,
      name: clean,
      type: verdict.type,
      size: stored.size,
      sha256: stored.sha256,
      uploaded_by: uploadedBy,
    })
    .onConflict((c) => c.doNothing())
    .execute()
  return { id }
}
