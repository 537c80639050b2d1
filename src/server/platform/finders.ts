// What the palette finds, gathered from every room that has something to find.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Hit } from '../../contract/search.ts'
import type { Actor, Db } from './db.ts'
import { piecesOf, wantedIn } from './highlight.ts'

/**
 * What a room found: best first. Loose: nothing has what was typed, this is like it; `instead` is what was looked for
 * then, if it can be said in words.
 */
export type Finding = { items: z.infer<typeof Hit>[]; loose?: boolean; instead?: string | null }

/** One room's answer to what somebody typed (trimmed, 1 to 200 characters): best first, at most `limit`. */
export type Finder = (db: Db, actor: Actor, words: string, limit: number) => Promise<Finding>

/** The books that `find_by_name` looks into. Whom the reader may not see is not found; companies and leads are staff's. */
type Book = 'contacts' | 'clients' | 'profiles' | 'companies' | 'leads'

/** Ids of those whose name, address or number is like what was typed, to join with; best first by `rank`. */
export const byName = (book: Book, typed: string, limit: number) =>
  sql<{ id: string; rank: number; loose: boolean }>`find_by_name(${book}, ${typed}, ${limit}::int)`

type Named = Omit<z.infer<typeof Hit>, 'pieces' | 'text'>

/** A hit by its name. */
export const named = (typed: string, hit: Named): z.infer<typeof Hit> => ({
  ...hit,
  pieces: piecesOf(hit.title, wantedIn(typed)),
  text: null,
})
