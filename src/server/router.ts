// Everything the process can do, put together: a line per room.
import { account, googleReturnRoute } from './account/index.ts'
import { archiveRoute, buildExport, companies, exportCompanies, sweepExports } from './companies/index.ts'
import {
  contacts,
  exportClients,
  exportContacts,
  problemsRoute,
  receiveImportRoute,
  resumeImports,
  runContactImport,
  sweepImports,
} from './contacts/index.ts'
import { logoRoute, photoRoute, pictureRoute, receiveRoute, sendRoute, sweepUnclaimed } from './files/index.ts'
import { exportLeads, leads, mailLead, mailReminder, remindOwners } from './leads/index.ts'
import { lists } from './lists/index.ts'
import { notifications, previewRoute } from './notifications/index.ts'
import { exportUsers, people, sweepInvitations } from './people/index.ts'
import { api } from './platform/api.ts'
import type { Finder } from './platform/finders.ts'
import { sendQueued } from './platform/mail-queue.ts'
import type { Teller } from './platform/notices.ts'
import { sweepHouse } from './platform/sweep.ts'
import type { WaitingSource } from './platform/waiting.ts'
import { search } from './search/index.ts'
import { site } from './site/index.ts'
import { closeQuietTicket, exportRoute, tickets } from './tickets/index.ts'

export const router = api.router({
  account,
  companies,
  contacts,
  leads,
  lists,
  notifications,
  people,
  search,
  site,
  tickets,
})
export const plainRoutes = [
  googleReturnRoute,
  receiveRoute,
  sendRoute,
  exportRoute,
  exportLeads,
  exportUsers,
  photoRoute,
  logoRoute,
  pictureRoute,
  exportCompanies,
  archiveRoute,
  exportContacts,
  exportClients,
  receiveImportRoute,
  problemsRoute,
]
/** Not below /api. */
export const openRoutes = [previewRoute]
export const jobDefinitions = [closeQuietTicket, mailLead, mailReminder, sendQueued, buildExport, runContactImport]
export const schedules = [
  sweepUnclaimed,
  sweepHouse,
  remindOwners,
  sweepExports,
  resumeImports,
  sweepImports,
  sweepInvitations,
]
/** What each room tells people of, finds for them, and lets wait for them. */
export const tellers: Teller[] = []
export const finders: Finder[] = []
export const waiting: WaitingSource[] = []
