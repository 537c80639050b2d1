export { followDrafts, sweepCalls, triageNew } from './jobs.ts'
export { countWords, reword, rewordedBy, sumUpReport, type Worded } from './reword.ts'
export { prompts } from './router.ts'
