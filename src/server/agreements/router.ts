import { type Actored, api } from '../platform/api.ts'
import { book } from './book.ts'
import { edit } from './edit-time.ts'
import { history } from './history.ts'
import { time, totals } from './list.ts'
import { remove } from './remove-time.ts'
import { discard, pause, start, timer } from './timer.ts'

export const agreements = {
  time: api.agreements.time.handler(({ context, input }) => time(context as Actored, input)),
  totals: api.agreements.totals.handler(({ context, input }) => totals(context as Actored, input)),
  bookTime: api.agreements.bookTime.handler(({ context, input }) => book(context as Actored, input)),
  editTime: api.agreements.editTime.handler(({ context, input }) => edit(context as Actored, input)),
  removeTime: api.agreements.removeTime.handler(({ context, input }) => remove(context as Actored, input)),
  timeHistory: api.agreements.timeHistory.handler(({ context, input }) => history(context as Actored, input)),
  timer: api.agreements.timer.handler(({ context }) => timer(context as Actored)),
  startTimer: api.agreements.startTimer.handler(({ context, input }) => start(context as Actored, input)),
  pauseTimer: api.agreements.pauseTimer.handler(({ context, input }) => pause(context as Actored, input)),
  discardTimer: api.agreements.discardTimer.handler(({ context, input }) => discard(context as Actored, input)),
}
