export { notifications } from './router.ts'
