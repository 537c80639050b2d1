import { type Actored, api } from '../platform/api.ts'
import { live } from './live.ts'
import { mail, outbox } from './outbox.ts'

export const notifications = {
  outbox: api.notifications.outbox.handler(({ context }) => outbox(context as Actored)),
  mail: api.notifications.mail.handler(({ context, input }) => mail(context as Actored, input)),
  live: api.notifications.live.handler(({ context, lastEventId, signal }) =>
    live(context as Actored, lastEventId, signal),
  ),
}
