import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { previewPath } from './preview.ts'

/** Returns the mails that are stored because no mail server is configured. `kept` is false when there is a server. */
export const listOutbox = action(contract.notifications.outbox, async ({ platform }) => {
  const items = await platform.mail.kept()
  return { kept: items !== undefined, items: items ?? [] }
})

/** Returns one stored mail. Throws NOT_FOUND when it does not exist. */
export const getOutboxMail = action(contract.notifications.mail, async ({ platform }, { id }) => {
  const found = await platform.mail.read(id)
  if (!found) throw refuse('NOT_FOUND')
  return { ...found, preview: previewPath(platform.env, id) }
})
