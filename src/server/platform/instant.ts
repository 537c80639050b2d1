import { sql } from 'kysely'

/** A moment in JSON that the database makes, as the contract says it: outside of JSON the connection does that. */
export const instant = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
