import { type Actored, api } from '../platform/api.ts'
import { book, bookOnTask } from './book.ts'
import { edit } from './edit-time.ts'
import { history } from './history.ts'
import { list, totals } from './list.ts'
import { preview, previewOnTask } from './preview.ts'
import { remove } from './remove-time.ts'
import { discard, pause, start, timer } from './timer.ts'

export const time = {
  list: api.time.list.handler(({ context, input }) => list(context as Actored, input)),
  totals: api.time.totals.handler(({ context, input }) => totals(context as Actored, input)),
  book: api.time.book.handler(({ context, input }) => book(context as Actored, input)),
  bookOnTask: api.time.bookOnTask.handler(({ context, input }) => bookOnTask(context as Actored, input)),
  preview: api.time.preview.handler(({ context, input }) => preview(context as Actored, input)),
  previewOnTask: api.time.previewOnTask.handler(({ context, input }) => previewOnTask(context as Actored, input)),
  edit: api.time.edit.handler(({ context, input }) => edit(context as Actored, input)),
  remove: api.time.remove.handler(({ context, input }) => remove(context as Actored, input)),
  history: api.time.history.handler(({ context, input }) => history(context as Actored, input)),
  timer: api.time.timer.handler(({ context }) => timer(context as Actored)),
  startTimer: api.time.startTimer.handler(({ context, input }) => start(context as Actored, input)),
  pauseTimer: api.time.pauseTimer.handler(({ context, input }) => pause(context as Actored, input)),
  discardTimer: api.time.discardTimer.handler(({ context, input }) => discard(context as Actored, input)),
}
