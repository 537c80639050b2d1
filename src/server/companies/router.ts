import { removePicture } from '../files/index.ts'
import { type Actored, api } from '../platform/api.ts'
import { activity } from './activity.ts'
import { create } from './create.ts'
import { edit } from './edit.ts'
import { companyExports, startExport } from './export.ts'
import { get, summary } from './get.ts'
import { createKey, keys, keysOf, revokeKey } from './keys.ts'
import { list } from './list.ts'
import { notes } from './notes.ts'
import { staff } from './staff.ts'
import { TOOLS } from './tools.ts'
import { addNote, deleteNote, editNote } from './write-note.ts'

const { companies: of } = api
export const companies = {
  list: of.list.handler(({ context, input }) => list(context as Actored, input)),
  create: of.create.handler(({ context, input }) => create(context as Actored, input)),
  get: of.get.handler(({ context, input }) => get(context as Actored, input)),
  summary: of.summary.handler(({ context, input }) => summary(context as Actored, input)),
  mine: of.mine.handler(({ context }) => get(context as Actored, { id: (context as Actored).actor.companyId })),
  updateMine: of.updateMine.handler(({ context, input }) =>
    edit(context as Actored, (context as Actored).actor.companyId, input),
  ),
  update: of.update.handler(({ context, input: { id, ...input } }) => edit(context as Actored, id, input)),
  tools: of.tools.handler(() => ({ items: [...TOOLS] })),
  removeLogo: of.removeLogo.handler(({ context }) => removePicture(context as Actored, 'logo')),
  removePhoto: of.removePhoto.handler(({ context }) => removePicture(context as Actored, 'photo')),
  notes: of.notes.handler(({ context, input }) => notes(context as Actored, input)),
  addNote: of.addNote.handler(({ context, input }) => addNote(context as Actored, input)),
  editNote: of.editNote.handler(({ context, input }) => editNote(context as Actored, input)),
  deleteNote: of.deleteNote.handler(({ context, input }) => deleteNote(context as Actored, input)),
  activity: of.activity.handler(({ context, input }) => activity(context as Actored, input)),
  keys: of.keys.handler(({ context, input }) => keys(context as Actored, input)),
  keysOf: of.keysOf.handler(({ context, input }) => keysOf(context as Actored, input)),
  createKey: of.createKey.handler(({ context, input }) => createKey(context as Actored, input)),
  revokeKey: of.revokeKey.handler(({ context, input }) => revokeKey(context as Actored, input)),
  exports: of.exports.handler(({ context, input }) => companyExports(context as Actored, input)),
  startExport: of.startExport.handler(({ context, input }) => startExport(context as Actored, input)),
  staff: of.staff.handler(({ context }) => staff(context as Actored)),
}
