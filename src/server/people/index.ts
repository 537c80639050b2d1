export { people } from './router.ts'
