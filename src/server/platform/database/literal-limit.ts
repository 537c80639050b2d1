import { type LimitNode, PostgresQueryCompiler, type RawBuilder, sql, ValueNode } from 'kysely'

/**
 * The page sizes of our screens and of most API clients. API clients get at most 100 rows, so only our own code uses
 * larger limits.
 */
const PAGES = [1, 2, 3, 5, 6, 8, 10, 12, 20, 25, 30, 50, 100]
const LARGEST_PAGE = 100
// A list reads one row more than its page, to know whether there is a next one.
const LITERAL = new Set(PAGES.flatMap((size) => [size, size + 1]))

/**
 * Returns whether a limit is written into the text of a query. Without its value, Postgres assumes a tenth of all rows,
 * finds that plan too expensive, and plans the query again for every call. Page sizes that only an API client would
 * choose remain parameters: each text is a statement that every connection keeps.
 */
const isLiteral = (limit: unknown): limit is number =>
  Number.isSafeInteger(limit) && (LITERAL.has(limit as number) || (limit as number) > LARGEST_PAGE + 1)

/** Returns a limit for a query that is written as SQL text. `.limit()` needs nothing: see `LiteralLimits`. */
export const limitOf = (limit: number): RawBuilder<number> => (isLiteral(limit) ? sql.lit(limit) : sql.val(limit))

/** Compiles queries with their limit in the text. */
export class LiteralLimits extends PostgresQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    const value = ValueNode.is(limit) ? limit.value : undefined
    if (isLiteral(value)) this.append(`limit ${value}`)
    else super.visitLimit(node)
  }
}
