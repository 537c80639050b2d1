import type { Handle } from '../database/db.ts'
import type { Platform } from '../platform.ts'

/**
 * Removes stored files and the rows that refer to them, one by one. `take` deletes or marks the next row and returns
 * the id of its file. If the storage is unavailable, the row stays and the next run continues. Runs without row-level
 * security, for cleanups of all companies. Throws StorageUnavailable.
 */
export async function clearFiles(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  take: (tx: Handle) => Promise<{ id: string } | undefined>,
): Promise<void> {
  const one = () =>
    db.system.transaction().execute(async (tx) => {
      const row = await take(tx)
      if (row) await storage.remove(row.id)
      return row
    })
  while (await one());
}

/**
 * Removes a file that no row refers to. If that fails, only logs it, so that the operation before it still succeeds.
 */
export const forgetFile = ({ storage, log }: Pick<Platform, 'storage' | 'log'>, id: string): Promise<void> =>
  storage.remove(id).catch((err) => log.warn({ err, file: id }, 'an unreferenced file could not be deleted'))
