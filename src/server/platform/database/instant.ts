import { sql } from 'kysely'

/**
 * Returns an expression for a timestamp in the contract's format, for JSON that is built in SQL. Elsewhere, the
 * connection's type parser does this.
 */
export const formatInstant = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
