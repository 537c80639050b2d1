import { type Actored, api } from '../platform/api.ts'
import { live } from './live.ts'

export const notifications = {
  live: api.notifications.live.handler(({ context, lastEventId, signal }) =>
    live(context as Actored, lastEventId, signal),
  ),
}
