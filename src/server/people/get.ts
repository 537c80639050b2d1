import { contract } from '../../contract/index.ts'
import { countSignInMethods } from '../account/index.ts'
import { listKeysMadeBy } from '../companies/index.ts'
import { action } from '../platform/http/action.ts'
import { managesUsers } from './policy.ts'
import { readUser } from './write.ts'

/**
 * Returns one user or open invitation. Only staff and users who manage the company's users see the sign-in methods and
 * API keys. Throws NOT_FOUND.
 */
export const getUser = action(contract.people.get, async ({ platform, actor }, { id }) => {
  const { user, apiKeys } = await platform.db.asActor(actor, async (db) => {
    const user = await readUser(db, actor, id)
    const tells = user.kind === 'user' && (actor.kind === 'staff' || managesUsers(actor, user.company.id))
    const apiKeys = tells ? await listKeysMadeBy(db, user.company.id, id) : null
    return { user, apiKeys }
  })
  if (!apiKeys) return { ...user, access: null }
  // The database roles of requests cannot read the sign-in tables. The query above has checked that the actor may see
  // this user.
  return { ...user, access: { ...(await countSignInMethods(platform.db.system, id)), apiKeys } }
})
