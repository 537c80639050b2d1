import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './db.ts'

/** A placeholder for a value in a query. */
class Place {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * Returns a query that is compiled once and called with different values. Each call must pass all values. `build` must
 * put the values into the query unchanged, without branching on them. For very frequent queries; docs/decisions/011 has
 * the measurements.
 */
export function prepared<Values extends object, Row>(build: (db: Db, values: Values) => Compilable<Row>) {
  let query: CompiledQuery<Row> | undefined
  return async (db: Db, values: Values): Promise<Row[]> => {
    query ??= build(db, places(values)).compile()
    const parameters = query.parameters.map((p) => (p instanceof Place ? values[p.name as keyof Values] : p))
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

const places = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.keys(values).map((name) => [name, new Place(name)])) as Values
