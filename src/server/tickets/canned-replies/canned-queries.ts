import { sql } from 'kysely'
import type { z } from 'zod'
import type { CannedReply } from '../../../contract/tickets/index.ts'
import type { Actor, Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/http/api.ts'
import { cannedProblem } from './canned-template.ts'

type Row = {
  id: string
  name: string
  shortcut: string
  body: string
  version: number
  updated_at: string
  updated_by_name: string | null
}

/** Returns a query for the provider's canned replies, with who changed them last. */
export const cannedRows = (db: Db) =>
  db
    .selectFrom('canned_replies as c')
    .select(['c.id', 'c.name', 'c.shortcut', 'c.body', 'c.version', 'c.updated_at'])
    .select((e) =>
      e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'c.updated_by').as('updated_by_name'),
    )

/** Returns a canned reply as the contract describes it. */
export const presentCanned = (r: Row): z.infer<typeof CannedReply> => ({
  id: r.id,
  name: r.name,
  shortcut: r.shortcut,
  body: r.body,
  updatedAt: r.updated_at,
  updatedBy: r.updated_by_name,
  version: r.version,
})

/** Returns one canned reply. Throws NOT_FOUND when it does not exist. */
export async function readCanned(db: Db, id: string): Promise<z.infer<typeof CannedReply>> {
  const row = await cannedRows(db).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return presentCanned(row)
}

/** Throws UNPROCESSABLE, on the field `body`, when the template cannot be used. */
export function checkCanned(body: string): void {
  const problem = cannedProblem(body)
  if (problem) throw refuse('UNPROCESSABLE', { fields: { body: [problem] } })
}

/**
 * Throws SHORTCUT_TAKEN when another canned reply has the shortcut. The shortcut stays reserved until the transaction
 * ends.
 */
export async function checkShortcut(db: Db, actor: Actor, shortcut: string, except?: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`shortcut ${actor.companyId} ${shortcut}`}, 0))`.execute(db)
  let query = db
    .selectFrom('canned_replies')
    .select('id')
    .where('company_id', '=', actor.companyId)
    .where('shortcut', '=', shortcut)
  if (except) query = query.where('id', '!=', except)
  if (await query.executeTakeFirst())
    throw refuse('SHORTCUT_TAKEN', {
      fields: { shortcut: ['Another canned reply uses this shortcut. Choose a different one.'] },
    })
}
