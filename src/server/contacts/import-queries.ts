import { sql } from 'kysely'
import type { z } from 'zod'
import type { ContactImport, ImportDetail } from '../../contract/contacts.ts'
import { refuse } from '../platform/api.ts'
import type { Actor, Db } from '../platform/db.ts'
import { FORMER } from '../platform/words.ts'
import { columnNames, guessMapping, looksLikeHead, repeatedNames } from './columns.ts'
import type { Plan } from './import-rows.ts'
import { can } from './policy.ts'

const SAMPLE = 20

/** Imports with the names that belong to them. */
export const imports = (db: Db) =>
  db
    .selectFrom('contact_imports as t')
    .selectAll('t')
    .select((e) => [
      e.selectFrom('companies as o').select('o.name').whereRef('o.id', '=', 't.company_id').as('company'),
      e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 't.created_by').as('by'),
    ])
export type ImportRecord = Awaited<ReturnType<ReturnType<typeof imports>['executeTakeFirstOrThrow']>>

/** Locks an import for a change. NOT_FOUND when the actor has no such import. */
export async function takeImport(db: Db, id: string) {
  const found = await db.selectFrom('contact_imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) throw refuse('NOT_FOUND')
  return found
}

/** Rows of the file behind `after`, in order. */
export const fileRows = (db: Db, companyId: string, importId: string, after: number, limit: number) =>
  db
    .selectFrom('contact_import_rows')
    .select(['row', sql<string[]>`cells`.as('cells')])
    .where('company_id', '=', companyId)
    .where('import_id', '=', importId)
    .where('row', '>', after)
    .orderBy('row')
    .limit(limit)
    .execute()

/** An import for one reader. */
export const presentImport = (r: ImportRecord, reader: Actor): z.infer<typeof ContactImport> => ({
  id: r.id,
  fileName: r.file_name,
  company: { id: r.company_id, name: r.company ?? '' },
  state: r.state as 'done',
  encoding: r.encoding as 'utf-8',
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
    undo: can(reader).delete && (r.state === 'done' || r.state === 'failed') && r.created > 0,
  },
})

/** An import with its file as it was understood. NOT_FOUND when the actor has no such import. */
export async function readImport(db: Db, actor: Actor, id: string): Promise<z.infer<typeof ImportDetail>> {
  const row = await imports(db).where('t.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  // Afterwards only what was refused is left of the file.
  const sample = row.state === 'uploaded' ? await fileRows(db, row.company_id, id, 0, SAMPLE + 1) : []
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
    rows: rows.map((r) => r.slice(0, row.column_count).map((cell) => cell.slice(0, 300))),
    notices: [
      ...repeated.map(
        (name) =>
          `More than one column is called “${name.slice(0, 80)}”. They are numbered below; check which is which.`,
      ),
      ...(row.encoding === 'windows-1252'
        ? ['The file is not in UTF-8 and was read as Windows-1252. Check that accents and quotes look right.']
        : []),
    ],
  }
}
