import type { Handle } from './db.ts'
import type { Platform } from './platform.ts'

/**
 * Removes stored files with what names them, one by one: `take` deletes or marks the next row and gives the file's id.
 * Where the store is away the row stays and the next run goes on. Past the fences: for sweeps over all companies. Throws
 * StorageAway.
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

/** Removes a file that nothing names. Where that fails it is left and logged: what happened before it counts more. */
export const forgetFile = ({ storage, log }: Pick<Platform, 'storage' | 'log'>, id: string): Promise<void> =>
  storage.remove(id).catch((err) => log.warn({ err, file: id }, 'a file that nothing names is left in the store'))
