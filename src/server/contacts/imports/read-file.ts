// Reads an uploaded file into rows of text, or explains why it cannot be read.
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { fileTypeFromBuffer } from 'file-type'
import { IMPORT_MAX_COLUMNS, IMPORT_MAX_ROWS } from '../../../contract/contacts/index.ts'

/** Thrown when a file cannot be read as a table. The message tells the user what to do. */
export class UnreadableTable extends Error {
  override name = 'UnreadableTable'
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
/** A row with its number as a spreadsheet shows it. */
export type FileRow = { row: number; cells: string[] }
export type Table = { encoding: Encoding; delimiter: string; columnCount: number; rows: FileRow[] }

const DELIMITERS = [',', ';', '\t', '|']
const PIECE = 64 * 1024
/** Maximum characters of a cell. A longer one is an error, usually a missing quotation mark. */
const MAX_CELL = 20_000
/**
 * Maximum number of delimiters in a line. A line with more is not parsed, because each could be a cell in memory. It
 * allows the most columns and one cell of the maximum length that contains only delimiters.
 */
const MAX_DELIMITERS = MAX_CELL + IMPORT_MAX_COLUMNS

const KINDS: [RegExp, string][] = [
  [/spreadsheetml|x-cfb|ms-excel|opendocument|application\/zip/, 'an Excel workbook or an archive'],
  [/pdf/, 'a PDF'],
  [/^image\//, 'an image'],
]

const begins = (bytes: Uint8Array, ...mark: number[]) => mark.every((b, i) => bytes[i] === b)

function decoded(bytes: Uint8Array): { encoding: Encoding; text: string } {
  const as = (encoding: Encoding) => ({ encoding, text: new TextDecoder(encoding, { fatal: true }).decode(bytes) })
  try {
    if (begins(bytes, 0xff, 0xfe)) return as('utf-16le')
    if (begins(bytes, 0xfe, 0xff)) return as('utf-16be')
    if (begins(bytes, 0xef, 0xbb, 0xbf)) return as('utf-8')
  } catch {
    throw new UnreadableTable(
      'This file is damaged: its text is cut off or has the wrong encoding. Save it again as “CSV UTF-8”.',
    )
  }
  try {
    return as('utf-8')
  } catch {
    // Excel on Windows writes this encoding for plain “CSV”.
    return as('windows-1252')
  }
}

async function textOf(bytes: Uint8Array): Promise<{ encoding: Encoding; text: string }> {
  if (bytes.length === 0) throw new UnreadableTable('This file is empty.')
  const type = (await fileTypeFromBuffer(bytes.subarray(0, 4_100)))?.mime
  if (type && !/^text\/|\/(xml|json|rtf)$/.test(type)) {
    const what = KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'another type of file'
    throw new UnreadableTable(
      `This is ${what}, not a CSV file. Save it as “CSV UTF-8” in your spreadsheet app and upload that file.`,
    )
  }
  const { encoding, text } = decoded(bytes)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters mean that the file is not text
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]/.test(text)) {
    throw new UnreadableTable(
      'This is not a text file. Save it as “CSV UTF-8” in your spreadsheet app and upload that file.',
    )
  }
  return { encoding, text: text.replace(/\r\n?/g, '\n') }
}

/** Returns the delimiter that the first line uses most, outside quotes; a comma when it uses none. */
function delimiterOf(line: string): string {
  const unquoted = line.replace(/"[^"]*"/g, '')
  const count = (d: string) => unquoted.split(d).length - 1
  return DELIMITERS.reduce((best, d) => (count(d) > count(best) ? d : best))
}

/**
 * Yields a text in pieces. Lets other work run between them. Throws UnreadableTable for a line with too many
 * delimiters.
 */
async function* pieces(text: string, delimiter: string): AsyncGenerator<string> {
  let delimiters = 0
  for (let start = 0; start < text.length; start += PIECE) {
    const piece = text.slice(start, start + PIECE)
    for (const c of piece) {
      if (c === '\n') delimiters = 0
      else if (c === delimiter && ++delimiters > MAX_DELIMITERS) throw tooManyColumns('A line of this file')
    }
    yield piece
    await setImmediate()
  }
}

function worded(e: CsvError, line: number): string {
  if (e.code === 'CSV_QUOTE_NOT_CLOSED')
    return `A value on line ${line} or below starts with a quotation mark that is never closed. Close or remove it.`
  if (/QUOTE/.test(e.code))
    return `The quotation marks on line ${line} or below do not match. Double each one that is inside a value.`
  return `We can’t read this file as CSV after line ${line}. Save it again as “CSV UTF-8”.`
}

/**
 * Reads a CSV file in any common encoding and delimiter. Returns its rows, with the encoding, the delimiter and the
 * number of columns. Throws UnreadableTable. Does not block the event loop.
 */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  const { encoding, text } = await textOf(bytes)
  // Excel's `sep=` line names the delimiter.
  const named = /^sep=(.)\n/i.exec(text)
  const body = named ? text.slice(named[0].length) : text
  if (body.trim() === '') throw new UnreadableTable('This file is empty.')
  const first =
    body
      .slice(0, PIECE)
      .split('\n')
      .find((line) => line.trim() !== '') ?? ''
  const delimiter = named?.[1] ?? delimiterOf(first)

  let line = 0
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // The error's own line may be the last of the file, so remember the last line that parsed.
    on_record: (record: string[], { lines }) => {
      line = lines + (named ? 1 : 0)
      return record
    },
  })
  const rows: FileRow[] = []
  try {
    const source = Readable.from(pieces(body, delimiter)).on('error', (e) => parser.destroy(e))
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<{
      record: string[]
      info: { records: number; empty_lines: number }
    }>) {
      if (record.every((cell) => cell.trim() === '')) continue
      const row = info.records + info.empty_lines + (named ? 1 : 0)
      const long = record.findIndex((cell) => cell.length > MAX_CELL)
      if (long >= 0)
        throw new UnreadableTable(
          `Row ${row}, column ${long + 1} has more than ${MAX_CELL.toLocaleString('en-US')} characters. Check for a missing quotation mark.`,
        )
      if (record.length > IMPORT_MAX_COLUMNS)
        throw tooManyColumns(rows.length === 0 ? 'This file' : `Row ${row}`, record.length)
      rows.push({ row, cells: record })
      // Allow one more, because the first may be the header.
      if (rows.length > IMPORT_MAX_ROWS + 1) throw tooManyRows()
    }
  } catch (e) {
    if (e instanceof CsvError) throw new UnreadableTable(worded(e, line + 1))
    throw e
  }
  if (rows.length === 0) throw new UnreadableTable('This file has no values.')
  return { encoding, delimiter, columnCount: (rows[0] as FileRow).cells.length, rows }
}

const tooManyColumns = (where: string, columns?: number) =>
  new UnreadableTable(
    `${where} has ${columns ?? `more than ${MAX_DELIMITERS.toLocaleString('en-US')}`} columns. Reduce it to ${IMPORT_MAX_COLUMNS} or fewer.`,
  )

/** Returns the error for a file with too many rows. */
export const tooManyRows = () =>
  new UnreadableTable(
    `This file has more than ${IMPORT_MAX_ROWS.toLocaleString('en-US')} rows. Split it into smaller files and import them one at a time.`,
  )
