// The door of the room: figures of everything over a time. It reads what other rooms keep and is asked by none of them.
export { exportReport } from './export.ts'
export { countReports, reconcileReports, sendReports } from './jobs.ts'
export { reportTeller } from './notices.ts'
export { reportPaper } from './paper.ts'
export { reports } from './router.ts'
