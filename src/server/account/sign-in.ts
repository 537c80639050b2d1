import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { checkPassword } from './credentials.ts'
import { recordFailure } from './record-act.ts'
import { beginSession } from './sessions/begin-session.ts'
import { sameOrigin } from './sessions/cookies.ts'
import { isKnownDevice } from './sessions/device.ts'

/**
 * Signs in with email and password. Throws INVALID_CREDENTIALS, with the same message, for an unknown address, an
 * unverified address and a wrong password. Throws what `beginSession` throws.
 */
export const signIn = action(contract.account.signIn, async (context, { email, password }) => {
  const { platform, address } = context
  sameOrigin(context)
  const account = email.toLowerCase()
  const user = await platform.limits.attempt(
    account,
    address,
    async () => {
      const found = await checkPassword(platform, account, password)
      return found !== false && found.emailVerified ? found : false
    },
    { known: await isKnownDevice(context, account) },
  )
  if (!user) {
    context.seen.account = account
    recordFailure(context, { email: account })
    throw refuse('INVALID_CREDENTIALS')
  }
  return beginSession(context, { userId: user.id, way: 'password', mark: user.mark })
})
