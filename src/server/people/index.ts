export { exportUsers } from './export.ts'
export { inviteTo } from './invite.ts'
export { people } from './router.ts'
