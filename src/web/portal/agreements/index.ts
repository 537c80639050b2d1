// What other rooms show of time. Only what is light is here; the rest is loaded by who needs it.
export { parseDuration } from './duration.ts'
export type { BookTime } from './model.ts'
export type { ReplyTimeHandle } from './reply-time.tsx'
export { startOrStop } from './timer-acts.ts'
export { TimerMark } from './timer-mark.tsx'

/** The time of a ticket, beside its facts. */
export const loadTimePanel = () => import('./time-panel.tsx')
/** The field for time beneath an answer. */
export const loadReplyTime = () => import('./reply-time.tsx')
/** The time of one company, on its page. */
export const loadCompanyTime = () => import('./company-time.tsx')
