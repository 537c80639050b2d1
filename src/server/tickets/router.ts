import { type Actored, api } from '../platform/api.ts'
import { assign } from './assign.ts'
import { counts } from './counts.ts'
import { edit } from './edit.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { messages } from './messages.ts'
import { open } from './open.ts'
import { reply } from './reply.ts'
import { setStatus } from './set-status.ts'

export const tickets = {
  list: api.tickets.list.handler(({ context, input }) => list(context as Actored, input)),
  counts: api.tickets.counts.handler(({ context, input }) => counts(context as Actored, input)),
  open: api.tickets.open.handler(({ context, input }) => open(context as Actored, input)),
  get: api.tickets.get.handler(({ context, input }) => get(context as Actored, input)),
  edit: api.tickets.edit.handler(({ context, input }) => edit(context as Actored, input)),
  messages: api.tickets.messages.handler(({ context, input }) => messages(context as Actored, input)),
  reply: api.tickets.reply.handler(({ context, input }) => reply(context as Actored, input)),
  setStatus: api.tickets.setStatus.handler(({ context, input }) => setStatus(context as Actored, input)),
  assign: api.tickets.assign.handler(({ context, input }) => assign(context as Actored, input)),
}
