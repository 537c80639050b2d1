export { exportUsers } from './export.ts'
export { inviteTo } from './invite.ts'
export { sweepInvitations } from './jobs.ts'
export { people } from './router.ts'
