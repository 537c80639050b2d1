// The module's public API. Large parts are loaded on demand.
export type { BookTime } from './model.ts'
export type { ReplyTimeHandle } from './reply-time.tsx'
export { TimerMark } from './timer-mark.tsx'

/** Loads the panel with the time entries of a ticket. */
export const loadTimePanel = () => import('./time-panel.tsx')
/** Loads the time field below a reply. */
export const loadReplyTime = () => import('./reply-time.tsx')
/** Loads the code of the list of time entries of a project or one of its tasks. */
export const loadProjectTime = () => import('./project-time.tsx')
/** Loads the code of the list of a company's time entries. */
export const loadCompanyTime = () => import('./company-time.tsx')
/** Loads the functions that start and stop the timer. */
export const loadTimerActs = () => import('./timer-acts.ts')
