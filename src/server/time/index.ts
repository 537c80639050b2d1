// The public API and the declaration of the module. Other modules book and move time only through it. `writeBooking`,
// `moveTime` and `recalculateCharges` work in the caller's transaction and draw the hours there. What else others may
// read is in the view `shared_time_entries`.

import { defineModule } from '../platform/module.ts'
import { bookOnTask, bookTime } from './book.ts'
import { timeExport } from './company-export.ts'
import { editTimeAction } from './edit-time.ts'
import { exportTime } from './export.ts'
import { listTimeHistory } from './history.ts'
import { getTimeTotals, listTime } from './list.ts'
import { previewOnTask, previewTime } from './preview.ts'
import { removeTimeAction } from './remove-time.ts'
import { discardTimer, getTimer, pauseTimer, startTimer } from './timer.ts'

export { writeBooking } from './book-time.ts'
export { sumTicketMinutes } from './minutes.ts'
export { moveTime, recalculateCharges } from './move-time.ts'
export { chargedSince, hasTimeOn, minutesOn, minutesOnProject, minutesOnTask, minutesToday } from './queries.ts'

export const timeModule = defineModule({
  name: 'time',
  actions: {
    list: listTime,
    totals: getTimeTotals,
    book: bookTime,
    bookOnTask,
    preview: previewTime,
    previewOnTask,
    edit: editTimeAction,
    remove: removeTimeAction,
    history: listTimeHistory,
    timer: getTimer,
    startTimer: startTimer,
    pauseTimer: pauseTimer,
    discardTimer: discardTimer,
  },
  routes: [exportTime],
  companyExport: timeExport,
})
