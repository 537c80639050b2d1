export { lists } from './router.ts'
