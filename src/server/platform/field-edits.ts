// Applies edits to a record's fields (fields.ts) and describes the changes for the history.
//
//   editFields(ticketFields, db, companyId, before, wanted)   // columns and names after an edit
//   buildNewColumns(contactFields, input)                     // columns of a new record
//   toInputs(productFields, row)                              // values of a row, by the names of an edit's inputs
import { isDeepStrictEqual } from 'node:util'
import type { Actor, Db } from './database/db.ts'
import type { AnyField, Defined, Fields, Write } from './fields.ts'

type Written = { name: string; field: AnyField; write: Write<Record<string, unknown>>; input: string }
const writtenOf = ({ fields }: Defined<Fields>): Written[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.write ? [{ name, field, write: field.write, input: field.write.input ?? name }] : [],
  )

const keptOf = ({ keep }: Write<Record<string, unknown>>, value: unknown): unknown =>
  keep && value !== undefined ? keep(value) : value

/** Returns whether an edit contains a field that this user may not change. */
export const exceedsRights = (record: Defined<Fields>, kind: Actor['kind'], wanted: object): boolean =>
  kind !== 'staff' &&
  writtenOf(record).some(
    ({ write, input }) => write.by === 'staff' && (wanted as Record<string, unknown>)[input] !== undefined,
  )

/** The result of an edit: the columns it sets, their previous values, and old and new names of references, by field. */
export type Edited = {
  columns: Record<string, unknown>
  before: Record<string, unknown>
  names: Record<string, { from: string | null; to: string | null }>
}

/** Returns the columns that an edit changes. Looks up newly chosen references; does not check unchanged ones again. */
export async function editFields(
  record: Defined<Fields>,
  db: Db,
  companyId: string,
  before: object,
  wanted: object,
): Promise<Edited> {
  const edited: Edited = { columns: {}, before: {}, names: {} }
  for (const { name, write, input } of writtenOf(record)) {
    const value = keptOf(write, (wanted as Record<string, unknown>)[input])
    const was = (before as Record<string, unknown>)[write.column]
    if (value === undefined || isDeepStrictEqual(value, was)) continue
    edited.columns[write.column] = value
    edited.before[write.column] = was
    if (!write.reference) continue
    const { choose, nameOf } = write.reference
    const chosen = await choose(db, companyId, value as string | null)
    edited.columns[write.column] = chosen?.id ?? null
    if (!nameOf) continue
    const from = was === null ? undefined : await nameOf(db, companyId, was as string)
    edited.names[name] = { from: from ?? null, to: chosen?.name ?? null }
  }
  return edited
}

/** Returns the columns of a new record: given values, and defaults for the others. Does not look up references. */
export const buildNewColumns = (record: Defined<Fields>, given: object): Record<string, unknown> =>
  Object.fromEntries(
    writtenOf(record).map(({ write, input }) => [
      write.column,
      keptOf(write, (given as Record<string, unknown>)[input]) ?? write.initial ?? null,
    ]),
  )

/** Returns the columns of a row that an edit can set. */
export const pickWritten = ({ written }: { written: readonly string[] }, row: object): Record<string, unknown> =>
  Object.fromEntries(written.map((name) => [name, (row as Record<string, unknown>)[name]]))

/** Returns the editable values of a row, by the names of an edit's inputs. */
export const toInputs = (record: Defined<Fields>, row: object): Record<string, unknown> =>
  Object.fromEntries(
    writtenOf(record).map(({ write, input }) => [input, (row as Record<string, unknown>)[write.column]]),
  )

/** Returns the columns of `after` that differ. */
export const changedColumns = (before: object, after: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => !isDeepStrictEqual(value, (before as Record<string, unknown>)[name]),
    ),
  )

/** A change of one field, as the history stores it. */
export type FieldChange = { field: string; from: string | null; to: string | null; notify: boolean }

/** Returns a value as the history stores it: a list becomes one text separated by commas. */
const toText = (value: unknown): string | null =>
  Array.isArray(value) ? value.join(', ') || null : ((value ?? null) as string | null)

/** Returns the changes between two states that the history shows, in the order of the fields. */
export const listFieldChanges = (
  record: Defined<Fields>,
  before: object,
  after: object,
  names: Edited['names'],
): FieldChange[] =>
  writtenOf(record).flatMap(({ name, field, write }) => {
    const of = (row: object) => toText((row as Record<string, unknown>)[write.column])
    const [from, to] = [of(before), of(after)]
    if (!field.history || from === to) return []
    return [{ field: name, from, to, ...names[name], notify: field.history.notify === true }]
  })

/** Returns a change in words that follow a person's name in a sentence: `changed the asset tag from A-1 to A-2`. */
export function describeChange({ fields }: Defined<Fields>, { field, from, to }: Omit<FieldChange, 'notify'>): string {
  const { label = field, names = {} } = fields[field] ?? {}
  const [thing, was, is] = [label.toLowerCase(), from && (names[from] ?? from), to && (names[to] ?? to)]
  if (!is) return `removed the ${thing} ${was ?? ''}`.trimEnd()
  return was ? `changed the ${thing} from ${was} to ${is}` : `set the ${thing} to ${is}`
}
