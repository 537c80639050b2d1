import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { systemOf } from '../platform/db.ts'
import { pdf } from '../platform/pdf.ts'
import type { Platform } from '../platform/platform.ts'
import type { Sheet } from '../platform/sheet.ts'
import { type MakeData, TRIES } from './policy.ts'

/** Larger than any that can be described. */
const MAX_BYTES = 50 * 1024 * 1024
/** The share of the work that drawing is; the rest is reading and writing. */
const DRAWN = 90

/**
 * Draws a document and keeps its bytes. Done twice it is done once. What went wrong is tried again, and after the last
 * try told to whoever waits.
 */
export async function make(platform: Platform, { companyId, documentId: id }: MakeData): Promise<void> {
  const actor = systemOf(companyId)
  const row = await platform.db.askAs(actor, (db) =>
    db
      .updateTable('documents')
      .set((e) => ({ state: 'running', attempts: e('attempts', '+', 1), updated_at: sql<string>`now()` }))
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('state', 'in', ['queued', 'running'])
      .returning(['sheet', 'attempts'])
      .executeTakeFirst(),
  )
  if (!row?.sheet) return
  try {
    const bytes = await pdf(JSON.parse(row.sheet) as Sheet, {
      fonts: path.join(platform.env.dataDir, 'fonts'),
      tell: progress(platform, companyId, id),
    })
    const { size, sha256 } = await platform.storage.put(id, Readable.from([bytes]), MAX_BYTES)
    await platform.db.askAs(actor, (db) =>
      db
        .updateTable('documents')
        .set({
          state: 'ready',
          progress: 100,
          sheet: null,
          size,
          sha256,
          made_at: sql<string>`now()`,
          updated_at: sql<string>`now()`,
        })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute(),
    )
  } catch (e) {
    const over = row.attempts >= TRIES
    await platform.db.askAs(actor, (db) =>
      db
        .updateTable('documents')
        .set({ state: over ? 'failed' : 'queued', progress: 0, updated_at: sql<string>`now()` })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .where('state', '=', 'running')
        .execute(),
    )
    if (!over) throw e
    platform.log.error({ err: e, document: id }, 'a document could not be made')
  }
}

/** Writes down how far it is, one write at a time and none for what was passed meanwhile. */
function progress({ db, log }: Platform, companyId: string, id: string) {
  let writing = false
  return (percent: number) => {
    if (writing) return
    writing = true
    db.askAs(systemOf(companyId), (tx) =>
      tx
        .updateTable('documents')
        .set({ progress: Math.round((percent / 100) * DRAWN), updated_at: sql<string>`now()` })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .where('state', '=', 'running')
        .execute(),
    )
      .catch((e) => log.warn({ err: e }, 'progress of a document'))
      .finally(() => {
        writing = false
      })
  }
}
