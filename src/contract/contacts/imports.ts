// Contacts from a file: the columns, the preview, and the result.

import { z } from 'zod'
import { everyone, Id, Instant, NamedCompany, op, page, pageOf } from '../base.ts'
import { Person } from '../companies/index.ts'
import { managers } from './fields.ts'

export const IMPORT_MAX_BYTES = 10_000_000
export const IMPORT_MAX_ROWS = 50_000
export const IMPORT_MAX_COLUMNS = 100
/** Fields that a column of a file can be matched to. */
const IMPORT_FIELDS = ['fullName', 'firstName', 'lastName', 'email', 'phone', 'title', 'client', 'notes'] as const
export const ImportField = z.enum(IMPORT_FIELDS)
export const ImportPlan = z.object({
  /** Whether the first row names the columns. */
  header: z.boolean(),
  /** One field per column. Null leaves the column out. */
  mapping: z.array(ImportField.nullable()).max(IMPORT_MAX_COLUMNS),
  /** How to handle rows whose contact already exists. */
  existing: z.enum(['update', 'skip', 'create']),
  /** How to handle clients that do not exist yet. */
  clients: z.enum(['create', 'leave']),
})
export const ImportProblem = z.object({
  /** The row number as a spreadsheet shows it. */
  row: z.number().int(),
  /** The name in the row, or its first cell. */
  label: z.string(),
  problems: z.array(z.object({ column: z.string().nullable(), message: z.string() })),
})
export const ImportCounts = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  /** Rows that already existed or appear twice in the file, and are left as they are. */
  skipped: z.number().int(),
  refused: z.number().int(),
  clientsCreated: z.number().int(),
})
export const ContactImport = z.object({
  id: Id,
  fileName: z.string(),
  company: NamedCompany,
  state: z.enum(['uploaded', 'running', 'done', 'failed', 'undone']),
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
  delimiter: z.string(),
  /** Number of records, including the first one. */
  records: z.number().int(),
  by: Person,
  plan: ImportPlan.nullable(),
  /** Rows to process and rows processed, once it runs. */
  total: z.number().int(),
  done: z.number().int(),
  counts: ImportCounts,
  /** Contacts that undoing the import removed. */
  removed: z.number().int(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  can: z.object({ run: z.boolean(), undo: z.boolean() }),
})
/** An uploaded file as it was parsed, with a first guess at its columns. */
export const ImportDetail = ContactImport.extend({
  columns: z.array(
    z.object({
      /** The name in the first row. */
      name: z.string(),
      /** Values of the column from the first rows. */
      samples: z.array(z.string()),
      guess: ImportField.nullable(),
    }),
  ),
  /** Whether the first row looks like column names. */
  headerGuess: z.boolean(),
  /** The first rows as they are, including the very first. */
  rows: z.array(z.array(z.string())),
  /** Unusual but acceptable properties of the file. */
  notices: z.array(z.string()),
})
/** A row of the file, with a sentence that says what the import would do with it or why it is rejected. */
const ImportRow = z.object({ row: z.number().int(), label: z.string(), detail: z.string() })
const IMPORT_OUTCOMES = ['refused', 'created', 'updated', 'unchanged', 'skipped'] as const
/** Selects rows of an import. */
const ImportRowsOf = z.object({
  id: Id,
  /** The outcome of the rows, by the names of the counts. */
  outcome: z.enum(IMPORT_OUTCOMES, 'Choose which rows to list.').default('refused'),
  ...page,
})
/** The expected result of an import. */
export const ImportPreview = z.object({
  counts: ImportCounts,
  /** The first rows of each kind. `GET /contact-imports/{id}/rows` returns all of them. */
  created: z.array(ImportRow),
  updated: z.array(ImportRow),
  unchanged: z.array(ImportRow),
  skipped: z.array(ImportRow),
  refused: z.array(ImportRow),
  newClients: z.array(z.string()),
})
const importBusy = {
  IMPORT_STARTED: { status: 409, message: 'This import has already started.' },
}

export const importOperations = {
  listImports: op('GET', '/contact-imports', {
    roles: everyone,
    tag: 'contacts',
    summary: 'List started imports, newest first',
  })
    .input(z.object({ ...page, company: Id.optional() }))
    .output(pageOf(ContactImport)),
  getImport: op('GET', '/contact-imports/{id}', {
    roles: everyone,
    tag: 'contacts',
    summary: 'Get an import: how the file was read, its progress and its result',
  })
    .input(z.object({ id: Id }))
    .output(ImportDetail),
  checkImport: op('POST', '/contact-imports/{id}/check', {
    roles: everyone,
    tag: 'contacts',
    summary: 'Map the columns and preview the import',
  })
    .errors(importBusy)
    .input(ImportPlan.extend({ id: Id }))
    .output(ImportPreview),
  importRows: op('GET', '/contact-imports/{id}/rows', {
    roles: everyone,
    tag: 'contacts',
    summary: 'List the rows of a file with the outcome from the latest preview',
  })
    .errors(importBusy)
    .input(ImportRowsOf)
    .output(pageOf(ImportRow)),
  runImport: op('POST', '/contact-imports/{id}/run', {
    roles: everyone,
    tag: 'contacts',
    summary: 'Run the import with the given plan, or with the plan of the latest preview',
  })
    .errors(importBusy)
    .input(z.object({ id: Id, plan: ImportPlan.optional() }))
    .output(ContactImport),
  undoImport: op('POST', '/contact-imports/{id}/undo', {
    roles: managers,
    tag: 'contacts',
    summary: 'Undo an import: remove the contacts that it created, except those changed since',
  })
    .input(z.object({ id: Id }))
    .output(z.object({ removed: z.number().int(), kept: z.number().int(), clientsRemoved: z.number().int() })),
}
