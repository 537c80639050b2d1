export { createAdministrator } from './create-administrator.ts'
export { account } from './router.ts'
