import { makeKeyFor } from '../companies/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { publish } from '../platform/publish.ts'

type Key = Awaited<ReturnType<typeof makeKeyFor>>

/**
 * Makes a key for a company with which its runs are sent, for whoever sets its automation up. Its owners are told, see it
 * among theirs and can revoke it. NOT_FOUND, TOO_MANY_KEYS, CONFIRM_IDENTITY.
 */
export async function makeKey(context: Actored, { id, name }: { id: string; name: string }): Promise<Key> {
  const { platform, actor } = context
  const of = await platform.db.askAs(actor, (db) =>
    db.selectFrom('installations').select(['company_id', 'name']).where('id', '=', id).executeTakeFirst(),
  )
  if (!of) throw refuse('NOT_FOUND')
  return makeKeyFor(context, of.company_id, { name, scopes: ['runs:write'], expiresInDays: null }, (db, key) =>
    publish(db, actor, {
      companyId: of.company_id,
      topic: 'automation',
      kind: 'key_made',
      subjectId: id,
      data: { key: key.name, prefix: key.prefix },
    }),
  )
}
