// The columns of an uploaded file as the screen needs them. Pure.
import type { ImportCounts, ImportDetail, ImportField } from './model.ts'

/** The fields that a column can be matched to, in the order of the menu. */
export const FIELDS: { value: ImportField; label: string }[] = [
  { value: 'fullName', label: 'Full name' },
  { value: 'firstName', label: 'First name' },
  { value: 'lastName', label: 'Last name' },
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
  { value: 'title', label: 'Title' },
  { value: 'client', label: 'Client' },
  { value: 'notes', label: 'Notes' },
]

/** Returns the names and first values of the columns, with or without a header in the first row. */
export function guessColumns({ rows, columns }: ImportDetail, header: boolean): { name: string; samples: string[] }[] {
  const body = header ? rows.slice(1) : rows
  const seen = new Map<string, number>()
  return columns.map((_, i) => {
    const name = (header && rows[0]?.[i]?.trim().replace(/\s+/g, ' ').slice(0, 80)) || `Column ${i + 1}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return {
      name: times === 1 ? name : `${name} (${times})`,
      samples: body
        .map((row) => (row[i] ?? '').trim())
        .filter((cell) => cell !== '')
        .slice(0, 3),
    }
  })
}

/**
 * Returns the mapping with a meaning assigned to a column. Other columns whose meaning conflicts with it are left out
 * of the import.
 */
export function assignColumn(
  mapping: readonly (ImportField | null)[],
  column: number,
  field: ImportField | null,
): (ImportField | null)[] {
  const parts: ImportField[] = ['firstName', 'lastName']
  const excludes = (other: ImportField | null) =>
    other === field ||
    (field === 'fullName'
      ? parts.includes(other as 'firstName')
      : parts.includes(field as 'firstName') && other === 'fullName')
  return mapping.map((now, i) => (i === column ? field : field !== null && now !== null && excludes(now) ? null : now))
}

/** Returns what is missing before a file can be checked, or undefined. */
export const findMissingColumns = (mapping: readonly (ImportField | null)[]): string | undefined =>
  mapping.some((field) => field === 'fullName' || field === 'firstName' || field === 'lastName')
    ? undefined
    : 'Choose the column with the name.'

const DELIMITERS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' }
const ENCODINGS = { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16', 'windows-1252': 'Windows-1252' }
const number = (n: number) => n.toLocaleString('en-US')

/** Describes the file: "216 rows, separated by commas, UTF-8". */
export function describeFile(
  { records, delimiter, encoding }: Pick<ImportDetail, 'records' | 'delimiter' | 'encoding'>,
  header: boolean,
): string {
  const rows = records - (header ? 1 : 0)
  return `${number(rows)} ${rows === 1 ? 'row' : 'rows'}, separated by ${DELIMITERS[delimiter] ?? delimiter}, ${ENCODINGS[encoding]}`
}

/** Describes the result of an import: "38 created, 2 updated". */
export function summarizeImport({ created, updated, unchanged, skipped, refused }: ImportCounts): string {
  const parts = [
    [created, 'created'],
    [updated, 'updated'],
    [unchanged, 'unchanged'],
    [skipped, 'skipped'],
    [refused, 'rejected'],
  ] as const
  const texts = parts.filter(([n]) => n > 0).map(([n, what]) => `${number(n)} ${what}`)
  return texts.length > 0 ? texts.join(', ') : 'Nothing to import'
}
