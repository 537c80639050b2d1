// The public API of the module and its declaration.

import { defineModule } from '../platform/module.ts'
import { archiveClient, archiveContact } from './archive.ts'
import { createClient } from './clients/create-client.ts'
import { editClient } from './clients/edit-client.ts'
import { getClient } from './clients/get-client.ts'
import { listClients } from './clients/list-clients.ts'
import { removeClient } from './clients/remove-client.ts'
import { contactsExport } from './company-export.ts'
import { askMail } from './consent/ask-mail.ts'
import { consentPage, consentRoute } from './consent/consent-page.ts'
import { resumeMail } from './consent/resume-mail.ts'
import { createContact } from './create.ts'
import { listDuplicates } from './duplicates.ts'
import { editContact } from './edit.ts'
import { exportClients, exportContacts } from './export.ts'
import { getContact } from './get.ts'
import { checkImport } from './imports/check-import.ts'
import { getImport } from './imports/get-import.ts'
import { importPreviewRows } from './imports/import-preview-rows.ts'
import { problemsRoute } from './imports/import-problems.ts'
import { listImports } from './imports/list-imports.ts'
import { receiveImportRoute } from './imports/receive-import.ts'
import { runImport } from './imports/run-import.ts'
import { undoImport } from './imports/undo-import.ts'
import { resumeImports, runContactImport, sweepImports } from './jobs.ts'
import { listContacts } from './list.ts'
import { mergeContacts } from './merge.ts'
import { removeContact } from './remove.ts'
import { findClients, findContacts } from './search-provider.ts'

export { addContact } from './add-contact.ts'
export { clientOf, contactOf, shareClient } from './choose.ts'
export { forgetBounces, keepBounces } from './consent/bounces.ts'
export { saveConsent, welcomeContacts } from './consent/consent.ts'

export const contactsModule = defineModule({
  name: 'contacts',
  actions: {
    list: listContacts,
    duplicates: listDuplicates,
    create: createContact,
    get: getContact,
    edit: editContact,
    archive: archiveContact,
    askMail,
    resumeMail,
    remove: removeContact,
    merge: mergeContacts,
    listClients,
    createClient,
    getClient,
    editClient,
    archiveClient,
    removeClient,
    listImports,
    getImport,
    checkImport,
    importRows: importPreviewRows,
    runImport,
    undoImport,
  },
  routes: [exportContacts, exportClients, receiveImportRoute, problemsRoute],
  openRoutes: [consentPage, consentRoute],
  jobs: [runContactImport],
  schedules: [resumeImports, sweepImports],
  search: [findContacts, findClients],
  companyExport: contactsExport,
})
