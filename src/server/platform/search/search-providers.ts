// Search providers: how modules contribute to the search of the command palette.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Hit } from '../../../contract/search.ts'
import type { Actor, Db } from '../database/db.ts'
import { piecesOf, wantedIn } from './highlight.ts'

/**
 * The hits of a module, best first. `loose`: nothing matches the typed text, these are similar; `instead` is the text
 * that was searched for instead, if there is one.
 */
export type SearchResult = { items: z.infer<typeof Hit>[]; loose?: boolean; instead?: string | null }

/** Searches one module for a typed text (trimmed, 1 to 200 characters). Best hits first, at most `limit`. */
export type SearchProvider = (db: Db, actor: Actor, words: string, limit: number) => Promise<SearchResult>

/**
 * The kinds of records that `find_by_name` searches, within what the reader may see. Companies and leads: staff only.
 */
type Searchable = 'contacts' | 'clients' | 'profiles' | 'companies' | 'leads'

/**
 * Returns SQL to join with: ids of records whose name, address or number is similar to the typed text, with a `rank`.
 */
export const byName = (book: Searchable, typed: string, limit: number) =>
  sql<{ id: string; rank: number; loose: boolean }>`find_by_name(${book}, ${typed}, ${limit}::int)`

type Named = Omit<z.infer<typeof Hit>, 'pieces' | 'text'>

/** Returns a hit by name, with the typed words marked in its title. */
export const toHit = (typed: string, hit: Named): z.infer<typeof Hit> => ({
  ...hit,
  pieces: piecesOf(hit.title, wantedIn(typed)),
  text: null,
})
