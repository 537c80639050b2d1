import { type Actored, api } from '../platform/api.ts'
import { cancel } from './cancel.ts'
import { create } from './create.ts'
import { edit } from './edit.ts'
import { giveBack, opened } from './give-back.ts'
import { history } from './history.ts'
import { list } from './list.ts'
import { preview } from './preview.ts'
import { get, revision } from './read.ts'
import { discard, revise } from './revise.ts'
import { send, withdraw } from './send.ts'
import { sign } from './sign.ts'
import { archiveTemplate, createTemplate, editTemplate, templates } from './templates.ts'

export const agreements = {
  list: api.agreements.list.handler(({ context, input }) => list(context as Actored, input)),
  get: api.agreements.get.handler(({ context, input }) => get(context as Actored, input)),
  revision: api.agreements.revision.handler(({ context, input }) => revision(context as Actored, input)),
  history: api.agreements.history.handler(({ context, input }) => history(context as Actored, input)),
  preview: api.agreements.preview.handler(({ context, input }) => preview(context as Actored, input)),
  create: api.agreements.create.handler(({ context, input }) => create(context as Actored, input)),
  edit: api.agreements.edit.handler(({ context, input }) => edit(context as Actored, input)),
  send: api.agreements.send.handler(({ context, input }) => send(context as Actored, input)),
  withdraw: api.agreements.withdraw.handler(({ context, input }) => withdraw(context as Actored, input)),
  revise: api.agreements.revise.handler(({ context, input }) => revise(context as Actored, input)),
  discard: api.agreements.discard.handler(({ context, input }) => discard(context as Actored, input)),
  cancel: api.agreements.cancel.handler(({ context, input }) => cancel(context as Actored, input)),
  opened: api.agreements.opened.handler(({ context, input }) => opened(context as Actored, input)),
  giveBack: api.agreements.giveBack.handler(({ context, input }) => giveBack(context as Actored, input)),
  sign: api.agreements.sign.handler(({ context, input }) => sign(context as Actored, input)),
  templates: api.agreements.templates.handler(({ context }) => templates(context as Actored)),
  createTemplate: api.agreements.createTemplate.handler(({ context, input }) =>
    createTemplate(context as Actored, input),
  ),
  editTemplate: api.agreements.editTemplate.handler(({ context, input }) =>
    editTemplate(context as Actored, input as never),
  ),
  archiveTemplate: api.agreements.archiveTemplate.handler(({ context, input }) =>
    archiveTemplate(context as Actored, input),
  ),
}
