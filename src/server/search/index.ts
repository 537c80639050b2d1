export { search } from './router.ts'
