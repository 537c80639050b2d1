export { site } from './router.ts'
