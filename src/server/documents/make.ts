import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { systemOf } from '../platform/database/db.ts'
import { pdf } from '../platform/documents/pdf.ts'
import type { Sheet } from '../platform/documents/sheet.ts'
import { type Attempt, LimitExceeded } from '../platform/jobs/limit-exceeded.ts'
import type { Platform } from '../platform/platform.ts'
import { type MakeData, TRIES } from './policy.ts'

/** Maximum bytes of a PDF: more than any document that a template can describe. */
const MAX_BYTES = 50 * 1024 * 1024
/** Share of the progress for drawing, in percent. The rest is for storing. */
const DRAWN = 90

/**
 * Creates the PDF of a document and stores it. Does nothing when it was already made. Throws the error of a failed
 * attempt, so that the job queue retries it, and marks the document as failed after the last one. Throws LimitExceeded
 * for a document that is too large; staff can retry it.
 */
export async function produceDocument(
  platform: Platform,
  { companyId, documentId: id }: MakeData,
  { last }: Attempt = { last: true },
): Promise<void> {
  const actor = systemOf(companyId)
  const row = await platform.db.askAs(actor, (db) =>
    db
      .updateTable('documents')
      .set((e) => ({
        state: 'running',
        problem: null,
        attempts: e('attempts', '+', 1),
        updated_at: sql<string>`now()`,
      }))
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('state', 'in', ['queued', 'running', 'failed'])
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
    const exceeded = e instanceof LimitExceeded
    const over = exceeded ? last : row.attempts >= TRIES
    await platform.db.askAs(actor, (db) =>
      db
        .updateTable('documents')
        .set({
          state: over ? 'failed' : 'queued',
          problem: over && exceeded ? 'too_large' : null,
          progress: 0,
          updated_at: sql<string>`now()`,
        })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .where('state', '=', 'running')
        .execute(),
    )
    if (exceeded || !over) throw e
    platform.log.error({ err: e, document: id }, 'could not create a document')
  }
}

/** Returns a function that saves the progress, one write at a time. Progress reported during a write is dropped. */
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
      .catch((e) => log.warn({ err: e }, 'could not record the progress of a document'))
      .finally(() => {
        writing = false
      })
  }
}
