import { type Actored, api } from '../platform/api.ts'
import { activities } from './activities.ts'
import { addLead } from './add-lead.ts'
import { addNote } from './add-note.ts'
import { convert } from './convert.ts'
import { counts } from './counts.ts'
import { create } from './create.ts'
import { edit } from './edit.ts'
import { makeFormToken } from './form-token.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { merge } from './merge.ts'
import { remove } from './remove.ts'
import { setStage } from './set-stage.ts'
import { setStatus } from './set-status.ts'

export const leads = {
  formToken: api.leads.formToken.handler(({ context }) => ({ token: makeFormToken(context.platform) })),
  addLead: api.leads.addLead.handler(({ context, input }) => addLead(context, input)),
  list: api.leads.list.handler(({ context, input }) => list(context as Actored, input)),
  counts: api.leads.counts.handler(({ context }) => counts(context as Actored)),
  create: api.leads.create.handler(({ context, input }) => create(context as Actored, input)),
  get: api.leads.get.handler(({ context, input }) => get(context as Actored, input)),
  activities: api.leads.activities.handler(({ context, input }) => activities(context as Actored, input)),
  edit: api.leads.edit.handler(({ context, input }) => edit(context as Actored, input)),
  setStage: api.leads.setStage.handler(({ context, input }) => setStage(context as Actored, input)),
  setStatus: api.leads.setStatus.handler(({ context, input }) => setStatus(context as Actored, input)),
  addNote: api.leads.addNote.handler(({ context, input }) => addNote(context as Actored, input)),
  convert: api.leads.convert.handler(({ context, input }) => convert(context as Actored, input)),
  merge: api.leads.merge.handler(({ context, input }) => merge(context as Actored, input)),
  remove: api.leads.remove.handler(({ context, input }) => remove(context as Actored, input)),
}
