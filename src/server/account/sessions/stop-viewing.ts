import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { sameOrigin } from './cookies.ts'
import { refreshSession } from './refresh.ts'
import { endView } from './view-as.ts'

/**
 * Ends viewing as another user and returns the administrator's own session. Throws UNAUTHORIZED when that has ended
 * too.
 */
export const stopViewing = action(contract.account.stopViewing, async (context) => {
  sameOrigin(context)
  await endView(context)
  return refreshSession(context, { own: true })
})
