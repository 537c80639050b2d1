import { type Actored, api } from '../platform/api.ts'
import { list } from './list.ts'
import { live } from './live.ts'
import { mail, outbox } from './outbox.ts'
import { read } from './read.ts'
import { setSettings, settings } from './settings.ts'
import { summary } from './summary.ts'
import { waiting } from './waiting.ts'

export const notifications = {
  outbox: api.notifications.outbox.handler(({ context }) => outbox(context as Actored)),
  mail: api.notifications.mail.handler(({ context, input }) => mail(context as Actored, input)),
  list: api.notifications.list.handler(({ context, input }) => list(context as Actored, input)),
  summary: api.notifications.summary.handler(({ context }) => summary(context as Actored)),
  read: api.notifications.read.handler(({ context, input }) => read(context as Actored, input)),
  settings: api.notifications.settings.handler(({ context }) => settings(context as Actored)),
  setSettings: api.notifications.setSettings.handler(({ context, input }) => setSettings(context as Actored, input)),
  waiting: api.notifications.waiting.handler(({ context, input }) => waiting(context as Actored, input)),
  live: api.notifications.live.handler(({ context, input, lastEventId, signal }) =>
    live(context as Actored, { lastEventId, since: input?.since }, signal),
  ),
}
