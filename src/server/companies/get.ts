import type { z } from 'zod'
import type { Company, CompanyRow } from '../../contract/companies.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Actor, Db } from '../platform/db.ts'
import { present, presentRow } from './present.ts'
import { rows, whole } from './queries.ts'

/** The company as the actor sees it. NOT_FOUND when there is none for him. */
export async function read(db: Db, actor: Actor, id: string): Promise<z.infer<typeof Company>> {
  const row = await whole(db).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return present(row, actor)
}

/** One company. A partner asking for another than the own finds nothing. */
export const get = ({ platform, actor }: Actored, { id }: { id: string }): Promise<z.infer<typeof Company>> =>
  platform.db.askAs(actor, (db) => read(db, actor, id))

/** A company as the list of staff shows it. */
export async function summary(
  { platform, actor }: Actored,
  { id }: { id: string },
): Promise<z.infer<typeof CompanyRow>> {
  const row = await platform.db.askAs(actor, (db) => rows(db).where('c.id', '=', id).executeTakeFirst())
  if (!row) throw refuse('NOT_FOUND')
  return presentRow(row, new Date())
}
