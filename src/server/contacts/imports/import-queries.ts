import { sql } from 'kysely'
import type { z } from 'zod'
import type { ContactImport, ImportDetail } from '../../../contract/contacts/index.ts'
import type { Actor, Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/http/api.ts'
import { FORMER } from '../../platform/words.ts'
import { contactPermissions } from '../policy.ts'
import { columnNames, guessMapping, looksLikeHead, repeatedNames } from './columns.ts'
import type { Plan } from './import-rows.ts'

/** Rows that show how a file was read, after the first one. */
const SAMPLE = 20
/** Characters of a cell that are shown. */
const CELL_MAX = 300

/** Returns a query for imports with the names of their company and user. */
export const importRows = (db: Db) =>
  db
    .selectFrom('contact_imports as t')
    .selectAll('t')
    .select((e) => [
      e.selectFrom('companies as o').select('o.name').whereRef('o.id', '=', 't.company_id').as('company'),
      e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 't.created_by').as('by'),
    ])
export type ImportRecord = Awaited<ReturnType<ReturnType<typeof importRows>['executeTakeFirstOrThrow']>>

/** Locks an import for a change and returns it. Throws NOT_FOUND when the actor has no such import. */
export async function lockImport(db: Db, id: string) {
  const found = await db.selectFrom('contact_imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) throw refuse('NOT_FOUND')
  return found
}

/** Returns up to `limit` rows of the file after row `after`, in order. */
export const importFileRows = (db: Db, companyId: string, importId: string, after: number, limit: number) =>
  db
    .selectFrom('contact_import_rows')
    .select(['row', sql<string[]>`cells`.as('cells')])
    .where('company_id', '=', companyId)
    .where('import_id', '=', importId)
    .where('row', '>', after)
    .orderBy('row')
    .limit(limit)
    .execute()

/** Returns the first rows of the file, with at most `CELL_MAX` characters of each cell. */
const sampleRows = (db: Db, companyId: string, importId: string) =>
  db
    .selectFrom('contact_import_rows')
    .select(
      sql<string[]>`(select coalesce(jsonb_agg(left(c.cell, ${sql.lit(CELL_MAX)}) order by c.at), '[]')
        from jsonb_array_elements_text(cells) with ordinality as c (cell, at))`.as('cells'),
    )
    .where('company_id', '=', companyId)
    .where('import_id', '=', importId)
    .orderBy('row')
    .limit(SAMPLE + 1)
    .execute()

/** Returns an import as one reader sees it. */
export const presentImport = (r: ImportRecord, reader: Actor): z.infer<typeof ContactImport> => ({
  id: r.id,
  fileName: r.file_name,
  company: { id: r.company_id, name: r.company ?? '' },
  state: r.state as z.infer<typeof ContactImport>['state'],
  encoding: r.encoding as z.infer<typeof ContactImport>['encoding'],
  delimiter: r.delimiter,
  records: r.record_count,
  by: { id: r.created_by, name: r.by ?? FORMER },
  plan: r.plan as Plan | null,
  total: r.total,
  done: r.created + r.updated + r.unchanged + r.skipped + r.refused,
  counts: {
    created: r.created,
    updated: r.updated,
    unchanged: r.unchanged,
    skipped: r.skipped,
    refused: r.refused,
    clientsCreated: r.clients_created,
  },
  removed: r.removed,
  createdAt: r.created_at,
  startedAt: r.started_at,
  finishedAt: r.finished_at,
  can: {
    run: r.state === 'uploaded',
    undo: contactPermissions(reader).delete && (r.state === 'done' || r.state === 'failed') && r.created > 0,
  },
})

/** Returns an import and how its file was read. Throws NOT_FOUND when the actor has no such import. */
export async function readImport(db: Db, actor: Actor, id: string): Promise<z.infer<typeof ImportDetail>> {
  const row = await importRows(db).where('t.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  // Once the import has run, only the rejected rows and the first row are kept.
  const sample = row.state === 'uploaded' ? await sampleRows(db, row.company_id, id) : []
  const rows = sample.map((r) => r.cells)
  const first = rows[0] ?? []
  const headerGuess = looksLikeHead(rows)
  const header = (row.plan as Plan | null)?.header ?? headerGuess
  const guess = guessMapping(rows, header)
  const repeated = header ? repeatedNames(first) : []
  return {
    ...presentImport(row, actor),
    columns: columnNames(first, header).map((name, i) => ({
      name,
      samples: (header ? rows.slice(1) : rows)
        .map((r) => (r[i] ?? '').trim())
        .filter((cell) => cell !== '')
        .slice(0, 3)
        .map((cell) => cell.slice(0, 120)),
      guess: guess[i] ?? null,
    })),
    headerGuess,
    rows: rows.map((r) => r.slice(0, row.column_count)),
    notices: [
      ...repeated.map(
        (name) => `More than one column is named “${name.slice(0, 80)}”. We numbered them below. Check which is which.`,
      ),
      ...(row.encoding === 'windows-1252'
        ? ['This file is not UTF-8, so we read it as Windows-1252. Check that accents and quotation marks look right.']
        : []),
    ],
  }
}
