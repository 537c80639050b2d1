export { exportRoute } from './export.ts'
export { closeQuietTicket } from './jobs.ts'
export { tickets } from './router.ts'
