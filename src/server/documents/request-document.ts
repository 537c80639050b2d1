import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Actor, Db } from '../platform/database/db.ts'
import { contentOf } from '../platform/documents/sheet.ts'
import { TooMany } from '../platform/http/too-many.ts'
import type { Platform } from '../platform/platform.ts'
import { DEAD_SECONDS, MAKE_DOCUMENT, type MakeData, RETRY_SECONDS, WAITING_MAX } from './policy.ts'
import { COLUMNS, type DocumentRow } from './present.ts'

/**
 * Returns the document of a subject in its current state, read as `actor` in the caller's transaction. This is the
 * existing document of the same content, or a new one whose job starts with the commit. A failed document, or one whose
 * job died, is started again. Throws TooMany when a partner starts one while too many of the company wait. Returns
 * undefined when the actor cannot see the subject, and 'not yet' when it has no
 * document yet.
 */
export async function requestDocument(
  platform: Platform,
  db: Db,
  actor: Actor,
  { kind, subjectId }: { kind: string; subjectId: string },
): Promise<DocumentRow | 'not yet' | undefined> {
  const described = await platform.documentTemplates[kind]?.describe(platform, db, actor, subjectId)
  if (!described || described === 'not yet') return described
  const { companyId, sheet, name, staffOnly = false, onlyFor } = described
  const text = JSON.stringify(sheet)
  const key = { company_id: companyId, kind, subject_id: subjectId, content: contentOf(sheet), staff_only: staffOnly }
  const made = await db
    .insertInto('documents')
    .values({ ...key, id: uuid(), name: name.slice(0, 180), sheet: text, only_for: onlyFor ? [...onlyFor] : null })
    .onConflict((c) => c.constraint('documents_once').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  const row =
    made ??
    // Start it again. A concurrent request waits here and finds it started.
    (await db
      .updateTable('documents')
      .set({ state: 'queued', problem: null, progress: 0, attempts: 0, sheet: text, updated_at: sql<string>`now()` })
      .where((e) => e.and(key))
      .where((e) =>
        e.or([
          e('state', '=', 'failed'),
          e.and([
            e('state', 'in', ['queued', 'running']),
            e('updated_at', '<', sql<string>`now() - make_interval(secs => ${DEAD_SECONDS}::int)`),
          ]),
        ]),
      )
      .returning(COLUMNS)
      .executeTakeFirst())
  if (row) {
    if (actor.kind === 'tenant') await requirePlace(db, companyId)
    await platform.jobs.send<MakeData>(db, MAKE_DOCUMENT, { companyId, documentId: row.id })
    return row
  }
  return db
    .selectFrom('documents')
    .select(COLUMNS)
    .where((e) => e.and(key))
    .executeTakeFirstOrThrow()
}

/**
 * Throws TooMany when more than `WAITING_MAX` PDFs of a company wait, because all companies share the processes that draw
 * them.
 */
async function requirePlace(db: Db, companyId: string): Promise<void> {
  const { waiting } = await db
    .selectFrom('documents')
    .select((e) => e.fn.countAll<string>().as('waiting'))
    .where('company_id', '=', companyId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow()
  if (Number(waiting) > WAITING_MAX) throw new TooMany(RETRY_SECONDS)
}
