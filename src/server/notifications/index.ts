export { followEvents, mailDigests, sweepNotifications, tellOfEvents } from './jobs.ts'
export { previewRoute } from './preview.ts'
export { notifications } from './router.ts'
export { listHeaders, unsubscribeLink, unsubscribePage, unsubscribeRoute } from './unsubscribe.ts'
