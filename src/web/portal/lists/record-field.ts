// Types and functions for the field declarations of records. A module declares them in `fields.tsx`; clients are in
// `client-fields.tsx`.
import type { Fields } from './filter.ts'
import type { ListColumn } from './list.ts'

/** A column of a list, as its field declares it. Key and header are those of the field unless they are given. */
export type FieldColumn<Row> = Omit<ListColumn<Row>, 'key' | 'header'> & { key?: string; header?: string }

/**
 * Returns the columns of the fields that have one, in the order of the declaration. `columnOf` returns the column of a
 * field, or undefined.
 */
export const columnsOfFields = <F extends { label: string }, Row>(
  fields: Readonly<Record<string, F>>,
  columnOf: (field: F) => FieldColumn<Row> | undefined,
): ListColumn<Row>[] =>
  Object.entries(fields).flatMap(([key, field]) => {
    const column = columnOf(field)
    return column ? [{ key, header: field.label, ...column }] : []
  })

type All<Union> = (Union extends unknown ? (of: Union) => void : never) extends (of: infer Each) => void ? Each : never
type FiltersOf<F> = All<F extends { filter?: infer Of } ? NonNullable<Of> : never>

/** Returns the filters of all fields together, by their names in the API. */
export const filtersOfFields = <F extends Readonly<Record<string, { filter?: Fields }>>>(fields: F) =>
  Object.assign({}, ...Object.values(fields).map(({ filter }) => filter)) as FiltersOf<F[keyof F]>
