import { contract } from '../../contract/index.ts'
import { beginSession, demandStrength, hashOf, sameOrigin } from '../account/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { demandName } from '../platform/sign-in/names.ts'
import { joinAsNew, readInvitation } from './accept.ts'

/**
 * Accepts an invitation as a new user and signs in. The token from the mail proves that the address is theirs. Of
 * several parallel calls, only one creates the account. Throws INVITATION_GONE when the invitation is not open,
 * ACCOUNT_EXISTS when the address has an account, PASSWORD_WEAK, and UNPROCESSABLE for a name that is not allowed.
 */
export const acceptInvitation = action(contract.people.acceptInvitation, async (context, input) => {
  const { token, fullName, password } = input
  const { platform } = context
  sameOrigin(context)
  // Check the token first, so that an invalid one does not cost a slow password hash.
  const { email, account, companyName, role } = await readInvitation(context, { token })
  if (account !== 'none') throw refuse('ACCOUNT_EXISTS')
  if (role === 'member' || role === 'owner') demandName(fullName, 'fullName')
  await demandStrength(platform, password, [email, fullName, companyName])
  const passwordHash = await hashOf(platform, password, email)
  const { userId } = await joinAsNew(context, { token, fullName, passwordHash })
  return beginSession(context, { userId, way: 'link' })
})
