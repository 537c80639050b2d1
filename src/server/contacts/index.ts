export { contacts } from './router.ts'
