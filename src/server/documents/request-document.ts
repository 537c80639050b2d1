import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Actor, Db } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'
import { contentOf } from '../platform/sheet.ts'
import { DEAD_SECONDS, MAKE_DOCUMENT, type MakeData } from './policy.ts'
import { COLUMNS, type DocumentRow } from './present.ts'

/**
 * The document of a thing as it stands, read as `actor` in the caller's transaction: the one that was made of this state,
 * or a new one whose job goes in with the commit. One that failed, or whose job died, is begun again. Undefined when the
 * actor finds no such thing, 'not yet' when it has no paper yet.
 */
export async function requestDocument(
  platform: Platform,
  db: Db,
  actor: Actor,
  { kind, subjectId }: { kind: string; subjectId: string },
): Promise<DocumentRow | 'not yet' | undefined> {
  const described = await platform.papers[kind]?.describe(platform, db, actor, subjectId)
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
    // Begun again; of two who ask at once, the second waits here and finds it begun.
    (await db
      .updateTable('documents')
      .set({ state: 'queued', progress: 0, attempts: 0, sheet: text, updated_at: sql<string>`now()` })
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
    await platform.jobs.send<MakeData>(db, MAKE_DOCUMENT, { companyId, documentId: row.id })
    return row
  }
  return db
    .selectFrom('documents')
    .select(COLUMNS)
    .where((e) => e.and(key))
    .executeTakeFirstOrThrow()
}
