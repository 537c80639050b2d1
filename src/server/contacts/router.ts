import { type Actored, api } from '../platform/api.ts'
import { archive } from './archive.ts'
import { archiveClient } from './archive-client.ts'
import { checkImport } from './check-import.ts'
import { create } from './create.ts'
import { createClient } from './create-client.ts'
import { duplicates } from './duplicates.ts'
import { edit } from './edit.ts'
import { editClient } from './edit-client.ts'
import { get } from './get.ts'
import { getClient } from './get-client.ts'
import { getImport } from './get-import.ts'
import { list } from './list.ts'
import { listClients } from './list-clients.ts'
import { listImports } from './list-imports.ts'
import { merge } from './merge.ts'
import { remove } from './remove.ts'
import { removeClient } from './remove-client.ts'
import { resumeMail } from './resume-mail.ts'
import { runImport } from './run-import.ts'
import { undoImport } from './undo-import.ts'

export const contacts = {
  list: api.contacts.list.handler(({ context, input }) => list(context as Actored, input)),
  duplicates: api.contacts.duplicates.handler(({ context, input }) => duplicates(context as Actored, input)),
  create: api.contacts.create.handler(({ context, input }) => create(context as Actored, input)),
  get: api.contacts.get.handler(({ context, input }) => get(context as Actored, input)),
  edit: api.contacts.edit.handler(({ context, input }) => edit(context as Actored, input)),
  archive: api.contacts.archive.handler(({ context, input }) => archive(context as Actored, input)),
  resumeMail: api.contacts.resumeMail.handler(({ context, input }) => resumeMail(context as Actored, input)),
  remove: api.contacts.remove.handler(({ context, input }) => remove(context as Actored, input)),
  merge: api.contacts.merge.handler(({ context, input }) => merge(context as Actored, input)),
  listClients: api.contacts.listClients.handler(({ context, input }) => listClients(context as Actored, input)),
  createClient: api.contacts.createClient.handler(({ context, input }) => createClient(context as Actored, input)),
  getClient: api.contacts.getClient.handler(({ context, input }) => getClient(context as Actored, input)),
  editClient: api.contacts.editClient.handler(({ context, input }) => editClient(context as Actored, input)),
  archiveClient: api.contacts.archiveClient.handler(({ context, input }) => archiveClient(context as Actored, input)),
  removeClient: api.contacts.removeClient.handler(({ context, input }) => removeClient(context as Actored, input)),
  listImports: api.contacts.listImports.handler(({ context, input }) => listImports(context as Actored, input)),
  getImport: api.contacts.getImport.handler(({ context, input }) => getImport(context as Actored, input)),
  checkImport: api.contacts.checkImport.handler(({ context, input }) => checkImport(context as Actored, input)),
  runImport: api.contacts.runImport.handler(({ context, input }) => runImport(context as Actored, input)),
  undoImport: api.contacts.undoImport.handler(({ context, input }) => undoImport(context as Actored, input)),
}
