import { contract } from '../../contract/index.ts'
import { countWaysIn } from '../account/index.ts'
import { listKeysMadeBy } from '../companies/index.ts'
import { action } from '../platform/http/action.ts'
import { managesUsers } from './policy.ts'
import { readUser } from './write.ts'

/** Returns one user or open invitation. Only staff and users who manage the company's users see the sign-in methods. */
export const getUser = action(contract.people.get, async ({ platform, actor }, { id }) => {
  const { user, apiKeys } = await platform.db.asActor(actor, async (db) => {
    const user = await readUser(db, actor, id)
    const tells = user.kind === 'user' && (actor.kind === 'staff' || managesUsers(actor, user.company.id))
    const apiKeys = tells ? await listKeysMadeBy(db, user.company.id, id) : null
    return { user, apiKeys }
  })
  if (!apiKeys) return { ...user, access: null }
  // The app's database roles cannot read the sign-in tables. The row-level security policies let the actor see this
  // user above.
  return { ...user, access: { ...(await countWaysIn(platform.db.system, id)), apiKeys } }
})
