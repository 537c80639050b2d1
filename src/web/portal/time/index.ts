// What other rooms show of time. Only what is light is here; the rest is loaded by who needs it.
export type { BookTime } from './model.ts'
export type { ReplyTimeHandle } from './reply-time.tsx'
export { TimerMark } from './timer-mark.tsx'

/** The time of a ticket, beside its facts. */
export const loadTimePanel = () => import('./time-panel.tsx')
/** The field for time beneath an answer. */
export const loadReplyTime = () => import('./reply-time.tsx')
/** The time of a project, or of one of its tasks. */
export const loadProjectTime = () => import('./project-time.tsx')
/** The time of one company, on its page. */
export const loadCompanyTime = () => import('./company-time.tsx')
/** Starting and stopping the timer. */
export const loadTimerActs = () => import('./timer-acts.ts')
