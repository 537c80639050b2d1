export { followDrafts, sweepCalls, triageNew } from './jobs.ts'
export { reword, sumUpReport } from './reword.ts'
export { prompts } from './router.ts'
