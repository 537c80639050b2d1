// Everything the process can do, put together: a line per room.
import { account, googleReturnRoute } from './account/index.ts'
import { agreements, exportTime } from './agreements/index.ts'
import {
  archiveRoute,
  buildExport,
  companies,
  exportCompanies,
  findCompanies,
  sweepExports,
  waitingProfile,
} from './companies/index.ts'
import {
  contacts,
  exportClients,
  exportContacts,
  findClients,
  findContacts,
  problemsRoute,
  receiveImportRoute,
  resumeImports,
  runContactImport,
  sweepImports,
} from './contacts/index.ts'
import { logoRoute, photoRoute, pictureRoute, receiveRoute, sendRoute, sweepUnclaimed } from './files/index.ts'
import { exportLeads, findLeads, leads, mailLead, mailReminder, remindOwners } from './leads/index.ts'
import { lists } from './lists/index.ts'
import {
  mailDigests,
  notifications,
  previewRoute,
  sweepNotifications,
  tellOfEvents,
  unsubscribePage,
  unsubscribeRoute,
} from './notifications/index.ts'
import { exportUsers, findUsers, people, sweepInvitations } from './people/index.ts'
import { api } from './platform/api.ts'
import type { Finder } from './platform/finders.ts'
import { sendQueued } from './platform/mail-queue.ts'
import type { Teller } from './platform/notices.ts'
import type { OpenRoute } from './platform/plain.ts'
import { sweepHouse } from './platform/sweep.ts'
import type { WaitingSource } from './platform/waiting.ts'
import { search } from './search/index.ts'
import { site } from './site/index.ts'
import { sla } from './sla/index.ts'
import {
  closeQuietTicket,
  endEstimate,
  exportRoute,
  findTickets,
  followSla,
  learnWords,
  mailDoor,
  sweepDrafts,
  sweepInbound,
  sweepQueue,
  takeInbound,
  tickets,
  ticketTeller,
  waitingEstimates,
  waitingTickets,
  watchClocks,
} from './tickets/index.ts'

export const router = api.router({
  account,
  agreements,
  companies,
  contacts,
  leads,
  lists,
  notifications,
  people,
  search,
  site,
  sla,
  tickets,
})
export const plainRoutes = [
  googleReturnRoute,
  receiveRoute,
  sendRoute,
  exportRoute,
  exportTime,
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
export const openRoutes: OpenRoute[] = [mailDoor, previewRoute, unsubscribePage, unsubscribeRoute]
export const jobDefinitions = [
  takeInbound,
  closeQuietTicket,
  followSla,
  endEstimate,
  mailLead,
  mailReminder,
  sendQueued,
  buildExport,
  runContactImport,
]
export const schedules = [
  learnWords,
  sweepInbound,
  sweepDrafts,
  sweepQueue,
  watchClocks,
  sweepUnclaimed,
  sweepHouse,
  remindOwners,
  sweepExports,
  resumeImports,
  sweepImports,
  sweepInvitations,
  tellOfEvents,
  mailDigests,
  sweepNotifications,
]
/** What each room tells people of, finds for them, and lets wait for them. */
export const tellers: Teller[] = [ticketTeller]
export const finders: Finder[] = [findTickets, findCompanies, findContacts, findClients, findUsers, findLeads]
export const waiting: WaitingSource[] = [waitingProfile, waitingEstimates, waitingTickets]
