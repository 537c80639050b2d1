// The door of the room: others book, move and sum time through here, and nowhere else. Each of these works within the
// caller's transaction, as `editTime` and `removeTime` do for the room's own operations: what time draws from is drawn there.
export { bookTime } from './book-time.ts'
export { exportTime } from './export.ts'
export { minutesOf } from './minutes.ts'
export { countAnew, moveTime } from './move-time.ts'
export { chargedSince, minutesOn, minutesOnProject, minutesOnTask, minutesToday } from './queries.ts'
export { time } from './router.ts'
