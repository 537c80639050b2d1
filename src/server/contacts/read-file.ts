// From the bytes that somebody uploaded to rows of text, or words that say why not.
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { fileTypeFromBuffer } from 'file-type'
import { IMPORT_MAX_COLUMNS, IMPORT_MAX_ROWS } from '../../contract/contacts.ts'

/** The file cannot be read as a table; the message says what to do about it. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
/** A row with the number that a spreadsheet shows beside it. */
export type FileRow = { row: number; cells: string[] }
export type Table = { encoding: Encoding; delimiter: string; columnCount: number; rows: FileRow[] }

const DELIMITERS = [',', ';', '\t', '|']
const PIECE = 64 * 1024
/** A cell longer than this is not something about a contact. */
const MAX_CELL = 20_000

const KINDS: [RegExp, string][] = [
  [/spreadsheetml|x-cfb|ms-excel|opendocument|application\/zip/, 'an Excel workbook or an archive'],
  [/pdf/, 'a PDF'],
  [/^image\//, 'a picture'],
]

const begins = (bytes: Uint8Array, ...mark: number[]) => mark.every((b, i) => bytes[i] === b)

function decoded(bytes: Uint8Array): { encoding: Encoding; text: string } {
  const as = (encoding: Encoding) => ({ encoding, text: new TextDecoder(encoding, { fatal: true }).decode(bytes) })
  try {
    if (begins(bytes, 0xff, 0xfe)) return as('utf-16le')
    if (begins(bytes, 0xfe, 0xff)) return as('utf-16be')
    if (begins(bytes, 0xef, 0xbb, 0xbf)) return as('utf-8')
  } catch {
    throw new Unreadable(
      'The file is damaged: its text breaks off or is not what its first bytes say. Save it again as “CSV UTF-8”.',
    )
  }
  try {
    return as('utf-8')
  } catch {
    // What Excel on Windows writes when it is just told “CSV”.
    return as('windows-1252')
  }
}

async function textOf(bytes: Uint8Array): Promise<{ encoding: Encoding; text: string }> {
  if (bytes.length === 0) throw new Unreadable('The file is empty.')
  const type = (await fileTypeFromBuffer(bytes.subarray(0, 4_100)))?.mime
  if (type && !/^text\/|\/(xml|json|rtf)$/.test(type)) {
    const what = KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'a file of another kind'
    throw new Unreadable(
      `This is ${what}, not a CSV file. Save it as “CSV UTF-8” in your spreadsheet program and upload that.`,
    )
  }
  const { encoding, text } = decoded(bytes)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters tell that it is no text
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]/.test(text)) {
    throw new Unreadable(
      'This does not look like text. Save it as “CSV UTF-8” in your spreadsheet program and upload that.',
    )
  }
  return { encoding, text: text.replace(/\r\n?/g, '\n') }
}

/** The delimiter that the first line uses most, outside of quotes; a comma when it uses none. */
function delimiterOf(line: string): string {
  const bare = line.replace(/"[^"]*"/g, '')
  const count = (d: string) => bare.split(d).length - 1
  return DELIMITERS.reduce((best, d) => (count(d) > count(best) ? d : best))
}

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE)
}

function worded(e: CsvError, line: number): string {
  if (e.code === 'CSV_QUOTE_NOT_CLOSED')
    return `The quotes do not match: a value in line ${line} or below begins with a quote and has no closing one. Put one behind it, or remove the first.`
  if (/QUOTE/.test(e.code))
    return `The quotes do not match in line ${line} or below. A quote inside a value is written twice.`
  return `The file cannot be read as CSV from line ${line} on. Save it again as “CSV UTF-8”.`
}

/** Reads a CSV file of any usual encoding and delimiter. Throws Unreadable. Other requests are served meanwhile. */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  const { encoding, text } = await textOf(bytes)
  // Excel's own way to name the delimiter.
  const named = /^sep=(.)\n/i.exec(text)
  const body = named ? text.slice(named[0].length) : text
  if (body.trim() === '') throw new Unreadable('The file is empty.')
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
    // Where an error is, its own figures do not say: the line that it noticed it in may be the last of the file.
    on_record: (record: string[], { lines }) => {
      line = lines + (named ? 1 : 0)
      return record
    },
  })
  const rows: FileRow[] = []
  try {
    const source = Readable.from(pieces(body)).on('error', (e) => parser.destroy(e))
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<{
      record: string[]
      info: { records: number; empty_lines: number }
    }>) {
      if (record.every((cell) => cell.trim() === '')) continue
      const row = info.records + info.empty_lines + (named ? 1 : 0)
      const long = record.findIndex((cell) => cell.length > MAX_CELL)
      if (long >= 0)
        throw new Unreadable(
          `Row ${row} has a value of more than ${MAX_CELL.toLocaleString('en-US')} characters in column ${long + 1}. Is a quote missing?`,
        )
      rows.push({ row, cells: record })
      // One more than may be: the first of them may be the head.
      if (rows.length > IMPORT_MAX_ROWS + 1) throw tooManyRows()
    }
  } catch (e) {
    if (e instanceof CsvError) throw new Unreadable(worded(e, line + 1))
    throw e
  }
  if (rows.length === 0) throw new Unreadable('The file has no values in it.')
  const columnCount = (rows[0] as FileRow).cells.length
  if (columnCount > IMPORT_MAX_COLUMNS)
    throw new Unreadable(`The file has ${columnCount} columns; at most ${IMPORT_MAX_COLUMNS} can be read.`)
  return { encoding, delimiter, columnCount, rows }
}

/** What a file with too many rows is answered. */
export const tooManyRows = () =>
  new Unreadable(
    `The file has more than ${IMPORT_MAX_ROWS.toLocaleString('en-US')} rows. Split it into several files and import one after the other.`,
  )
