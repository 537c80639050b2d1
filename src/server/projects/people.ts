import type { z } from 'zod'
import type { Side } from '../../contract/projects.ts'
import type { Actored } from '../platform/api.ts'
import { placeOf } from './read.ts'

type Found = { id: string; name: string; side: z.infer<typeof Side> }

/** Who can be given a task: everybody of the provider and of the company who can sign in. NOT_FOUND. */
export const people = ({ platform, actor }: Actored, { id }: { id: string }): Promise<{ items: Found[] }> =>
  platform.db.asActor(actor, async (db) => {
    const project = await placeOf(db, id)
    const found = await db
      .selectFrom('profiles as p')
      .innerJoin('companies as c', 'c.id', 'p.company_id')
      .select(['p.id', 'p.full_name', 'c.is_internal'])
      .where('p.deactivated_at', 'is', null)
      .where((e) => e.or([e('c.is_internal', '=', true), e('p.company_id', '=', project.company_id)]))
      .orderBy('c.is_internal', 'desc')
      .orderBy('p.full_name')
      .orderBy('p.id')
      .limit(500)
      .execute()
    return {
      items: found.map((p) => ({ id: p.id, name: p.full_name, side: p.is_internal ? 'provider' : 'partner' })),
    }
  })
