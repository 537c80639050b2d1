// What the palette finds, gathered from every room that has something to find.
import type { z } from 'zod'
import type { Hit } from '../../contract/search.ts'
import type { Actor, Db } from './db.ts'

/** One room's answer to what somebody typed (trimmed, 1 to 200 characters): best first, at most `limit`. */
export type Finder = (db: Db, actor: Actor, words: string, limit: number) => Promise<z.infer<typeof Hit>[]>
