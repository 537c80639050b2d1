export { leads } from './router.ts'
