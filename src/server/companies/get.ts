import type { z } from 'zod'
import type { Company } from '../../contract/companies.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { COLUMNS, present } from './present.ts'

/** One company. A partner asking for another than the own finds nothing. */
export async function get({ platform, actor }: Actored, { id }: { id: string }): Promise<z.infer<typeof Company>> {
  const row = await platform.db.askAs(actor, (db) =>
    db.selectFrom('companies').select(COLUMNS).where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw refuse('NOT_FOUND')
  return present(row)
}
