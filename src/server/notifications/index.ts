// The public API of the module and its declaration.

import { defineModule } from '../platform/module.ts'
import { mailDigests, notifyOfEvents, retrySetAside, sweepNotifications } from './jobs.ts'
import { listNotifications } from './list.ts'
import { listActionItems } from './list-action-items.ts'
import { streamEvents } from './live.ts'
import { getOutboxMail, listOutbox } from './outbox.ts'
import { previewRoute } from './preview.ts'
import { markRead } from './read.ts'
import { getNotificationSettings, setSettings } from './settings.ts'
import { getShellSummary } from './summary.ts'
import { unsubscribePage, unsubscribeRoute } from './unsubscribe.ts'

export { notifyOfEvents, runNotifiers } from './jobs.ts'
export { listHeaders, unsubscribeLink } from './unsubscribe.ts'

export const notificationsModule = defineModule({
  name: 'notifications',
  actions: {
    outbox: listOutbox,
    mail: getOutboxMail,
    list: listNotifications,
    summary: getShellSummary,
    read: markRead,
    settings: getNotificationSettings,
    setSettings,
    waiting: listActionItems,
    live: streamEvents,
  },
  openRoutes: [previewRoute, unsubscribePage, unsubscribeRoute],
  jobs: [retrySetAside],
  schedules: [notifyOfEvents, mailDigests, sweepNotifications],
  companyExport: {
    leftOut: {
      personal: ['notification_digests', 'notification_preferences', 'notifications'],
      internal: ['mail_refusals'],
    },
  },
})
