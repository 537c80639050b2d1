// The public API of the module and its declaration.

import { defineModule } from '../platform/module.ts'
import { profileActionItems } from './action-items.ts'
import { listCompanyActivity } from './activity.ts'
import { approveMail } from './approve-mail.ts'
import { companiesExport } from './company-export.ts'
import { createCompany } from './create.ts'
import { exportCompanies } from './csv.ts'
import { checkMine, updateCompany, updateMine } from './edit.ts'
import { archiveRoute, companyExports, startExport } from './export.ts'
import { getCompany, getCompanySummary, getMine } from './get.ts'
import { buildExportJob, sweepExports } from './jobs.ts'
import { createKey, keysOf, listKeys, revokeKey } from './keys.ts'
import { listCompanies } from './list.ts'
import { listTools } from './list-tools.ts'
import { listNotes } from './notes.ts'
import { removeLogo, removePhoto } from './remove-picture.ts'
import { findCompanies } from './search-provider.ts'
import { listStaff } from './staff.ts'
import { addCompanyNote, deleteNote, editNote } from './write-note.ts'

export { addCompany } from './create.ts'
export { listKeysMadeBy, makeKeyFor } from './keys.ts'
export { setLoadedRate, setModelAllowed } from './settings.ts'

export const companiesModule = defineModule({
  name: 'companies',
  actions: {
    list: listCompanies,
    create: createCompany,
    get: getCompany,
    summary: getCompanySummary,
    mine: getMine,
    updateMine,
    checkMine,
    update: updateCompany,
    approveMail,
    tools: listTools,
    removeLogo,
    removePhoto,
    notes: listNotes,
    addNote: addCompanyNote,
    editNote,
    deleteNote,
    activity: listCompanyActivity,
    keys: listKeys,
    keysOf,
    createKey,
    revokeKey,
    exports: companyExports,
    startExport,
    staff: listStaff,
  },
  routes: [exportCompanies, archiveRoute],
  jobs: [buildExportJob],
  schedules: [sweepExports],
  search: [findCompanies],
  actionItems: [profileActionItems],
  companyExport: companiesExport,
})
