import type { z } from 'zod'
import type { Lead } from '../../contract/leads.ts'
import type { Actored } from '../platform/api.ts'
import { read } from './write.ts'

/** One lead. A merged one answers with the lead that it is in now: links to it stay good. */
export const get = ({ platform, actor }: Actored, { id }: { id: string }): Promise<z.infer<typeof Lead>> =>
  platform.db.asActor(actor, async (db) => {
    const merged = await db
      .selectFrom('leads')
      .select('merged_into')
      .where('company_id', '=', actor.companyId)
      .where('id', '=', id)
      .executeTakeFirst()
    return read(db, actor, merged?.merged_into ?? id)
  })
