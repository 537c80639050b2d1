import type { z } from 'zod'
import type { Company } from '../../contract/companies/index.ts'
import { contract } from '../../contract/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { presentFields } from '../platform/fields.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { companyRowFields } from './fields.ts'
import { presentCompany } from './present.ts'
import { companyRows, wholeCompany } from './queries.ts'

/** Returns a company as the actor sees it. Throws NOT_FOUND when the actor cannot see it. */
export async function readCompany(db: Db, actor: Actor, id: string): Promise<z.infer<typeof Company>> {
  const row = await wholeCompany(db).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return presentCompany(row, actor)
}

/** Returns one company. Throws NOT_FOUND for a partner's user who requests another company. */
export const getCompany = action(contract.companies.get, ({ platform, actor }, { id }) =>
  platform.db.askAs(actor, (db) => readCompany(db, actor, id)),
)

/** Returns the actor's own company. */
export const getMine = action(contract.companies.mine, ({ platform, actor }) =>
  platform.db.askAs(actor, (db) => readCompany(db, actor, actor.companyId)),
)

/** Returns a company as the staff list shows it. Throws NOT_FOUND. */
export const getCompanySummary = action(contract.companies.summary, async ({ platform, actor }, { id }) => {
  const row = await platform.db.askAs(actor, (db) => companyRows(db).where('c.id', '=', id).executeTakeFirst())
  if (!row) throw refuse('NOT_FOUND')
  return presentFields(companyRowFields, 'list', row)
})
