import { contract } from '../../contract/index.ts'
import { makeKeyFor } from '../companies/index.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'

/**
 * Creates an API key of a company for sending runs, so that staff can set up its automation. The company's owners are
 * notified, and can see and revoke the key. Throws NOT_FOUND, TOO_MANY_KEYS and CONFIRM_IDENTITY.
 */
export const makeKey = action(contract.automations.makeKey, async (context, { id, name }) => {
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
})
