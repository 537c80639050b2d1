import { type Actored, api } from '../platform/api.ts'
import { answer } from './answer.ts'
import { ask, unask } from './ask.ts'
import { addConnection, dueConnections, editConnection, removeConnection } from './connections.ts'
import { create } from './create.ts'
import { days } from './days.ts'
import { edit } from './edit.ts'
import { list } from './list.ts'
import { makeKey } from './make-key.ts'
import { get } from './read.ts'
import { dismiss, recommendations, restore } from './recommendations.ts'
import { report } from './report.ts'
import { run, runs } from './runs.ts'
import { send } from './send.ts'
import { setClients } from './set-clients.ts'
import { setRate } from './set-rate.ts'
import { setStatus } from './set-status.ts'
import { history } from './staff-history.ts'
import { summary } from './summary.ts'

const { automations: of } = api
/** The room's operations. */
export const automations = {
  list: of.list.handler(({ context, input }) => list(context as Actored, input)),
  summary: of.summary.handler(({ context, input }) => summary(context as Actored, input)),
  get: of.get.handler(({ context, input }) => get(context as Actored, input)),
  runs: of.runs.handler(({ context, input }) => runs(context as Actored, input)),
  send: of.send.handler(({ context, input }) => send(context as Actored, input)),
  run: of.run.handler(({ context, input }) => run(context as Actored, input)),
  days: of.days.handler(({ context, input }) => days(context as Actored, input)),
  ask: of.ask.handler(({ context, input }) => ask(context as Actored, input)),
  unask: of.unask.handler(({ context, input }) => unask(context as Actored, input)),
  answer: of.answer.handler(({ context, input }) => answer(context as Actored, input)),
  setClients: of.setClients.handler(({ context, input }) => setClients(context as Actored, input)),
  report: of.report.handler(({ context, input }) => report(context as Actored, input)),
  setRate: of.setRate.handler(({ context, input }) => setRate(context as Actored, input)),
  recommendations: of.recommendations.handler(({ context }) => recommendations(context as Actored)),
  dismiss: of.dismiss.handler(({ context, input }) => dismiss(context as Actored, input)),
  restore: of.restore.handler(({ context, input }) => restore(context as Actored, input)),
  create: of.create.handler(({ context, input }) => create(context as Actored, input)),
  edit: of.edit.handler(({ context, input }) => edit(context as Actored, input)),
  setStatus: of.setStatus.handler(({ context, input }) => setStatus(context as Actored, input)),
  history: of.history.handler(({ context, input }) => history(context as Actored, input)),
  addConnection: of.addConnection.handler(({ context, input }) => addConnection(context as Actored, input)),
  editConnection: of.editConnection.handler(({ context, input }) => editConnection(context as Actored, input)),
  removeConnection: of.removeConnection.handler(({ context, input }) => removeConnection(context as Actored, input)),
  dueConnections: of.dueConnections.handler(({ context }) => dueConnections(context as Actored)),
  makeKey: of.makeKey.handler(({ context, input }) => makeKey(context as Actored, input)),
}
