import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './db.ts'

/** Stands in the query where a value will be. */
class Place {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A query that is built and compiled once; each call brings only its values, all of them. `build` puts every value into the
 * query as it is and decides nothing by it. For what requests ask all the time: docs/decisions/011 says what it saves.
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
