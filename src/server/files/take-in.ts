import { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import { MAX_FILE_BYTES } from '../../contract/files.ts'
import type { Platform } from '../platform/platform.ts'
import { cleanName, judge } from './policy.ts'
import { isText } from './receive.ts'

/** A file that came another way than by an upload. `id` is the same for every attempt. */
export type Arrived = { id: string; companyId: string; uploadedBy: string; name: string; bytes: Uint8Array }

/**
 * Keeps a file that came by mail, unclaimed, under the same rules as an upload. Says in words why when it is refused.
 * Past the fences: nobody is signed in, and who sent it was found out by the caller.
 */
export async function takeIn(
  { db, storage }: Platform,
  { id, companyId, uploadedBy, name, bytes }: Arrived,
): Promise<{ id: string } | { refused: string }> {
  if (bytes.length > MAX_FILE_BYTES) return { refused: 'A file may have at most 25 MB.' }
  const clean = cleanName(name)
  const head = bytes.subarray(0, 4_100)
  const verdict = judge(clean, (await fileTypeFromBuffer(head))?.mime, isText(head))
  if ('refused' in verdict) return verdict
  const there = await db.system.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()
  if (there) return { id }
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
