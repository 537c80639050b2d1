export { companies } from './router.ts'
