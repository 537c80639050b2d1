// Everything the process can do, put together: a line per room.
import { account, googleReturnRoute } from './account/index.ts'
import {
  agreementPaper,
  agreementPeriods,
  agreements,
  agreementTeller,
  exportAgreements,
  findAgreements,
  waitingAgreements,
} from './agreements/index.ts'
import {
  alertTeller,
  automations,
  exportAutomations,
  exportRuns,
  findAutomations,
  lookAtAutomation,
  recountRuns,
  setupTeller,
  staffActsTeller,
  waitingIntakes,
  watchAutomations,
  watchConnections,
  wordRecommendations,
} from './automations/index.ts'
import {
  billing,
  billingTeller,
  billOverages,
  cancelLeftOrders,
  chargeCards,
  closePages,
  exportCustomers,
  exportInvoices,
  findInvoices,
  followPayments,
  forgetCards,
  invoicePaper,
  keepCards,
  reconcilePayments,
  remindOfInvoices,
  sendRefunds,
  stripeDoor,
  topUpLater,
  topUpWhenLow,
  waitingInvoices,
  waitingTopUps,
} from './billing/index.ts'
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
import { documentRoute, documents, makeDocument, sweepDocuments } from './documents/index.ts'
import { logoRoute, photoRoute, pictureRoute, receiveRoute, sendRoute, sweepUnclaimed } from './files/index.ts'
import { expireHours, exportLedger, hours, hoursTeller, reconcileHours } from './hours/index.ts'
import { exportLeads, findLeads, leads, mailLead, mailReminder, remindOwners } from './leads/index.ts'
import { lists } from './lists/index.ts'
import {
  exportCatalogue,
  findProducts,
  keepPopularity,
  marketplace,
  marketplaceTeller,
  orderSettled,
  orderUndone,
} from './marketplace/index.ts'
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
import type { Papers } from './platform/papers.ts'
import type { OpenRoute } from './platform/plain.ts'
import { sweepHouse } from './platform/sweep.ts'
import type { WaitingSource } from './platform/waiting.ts'
import { exportProjects, findProjects, projects, projectTeller, waitingProjectTasks } from './projects/index.ts'
import { followDrafts, prompts, sweepCalls, triageNew } from './prompts/index.ts'
import {
  countReports,
  exportReport,
  reconcileReports,
  reportPaper,
  reports,
  reportTeller,
  sendReports,
} from './reports/index.ts'
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
import { exportTime, time } from './time/index.ts'

export const router = api.router({
  account,
  agreements,
  automations,
  billing,
  companies,
  contacts,
  documents,
  hours,
  leads,
  lists,
  marketplace,
  notifications,
  people,
  projects,
  prompts,
  reports,
  search,
  site,
  sla,
  tickets,
  time,
})
export const plainRoutes = [
  googleReturnRoute,
  receiveRoute,
  sendRoute,
  documentRoute,
  exportRoute,
  exportTime,
  exportCustomers,
  exportInvoices,
  exportLedger,
  exportReport,
  exportAgreements,
  exportProjects,
  exportAutomations,
  exportRuns,
  exportCatalogue,
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
export const openRoutes: OpenRoute[] = [mailDoor, stripeDoor, previewRoute, unsubscribePage, unsubscribeRoute]
export const jobDefinitions = [
  lookAtAutomation,
  keepCards,
  forgetCards,
  closePages,
  sendRefunds,
  topUpWhenLow,
  orderSettled,
  orderUndone,
  takeInbound,
  closeQuietTicket,
  followSla,
  endEstimate,
  mailLead,
  mailReminder,
  sendQueued,
  buildExport,
  runContactImport,
  makeDocument,
  triageNew,
]
export const schedules = [
  followPayments,
  reconcilePayments,
  remindOfInvoices,
  chargeCards,
  billOverages,
  cancelLeftOrders,
  topUpLater,
  keepPopularity,
  expireHours,
  reconcileHours,
  countReports,
  reconcileReports,
  sendReports,
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
  watchConnections,
  watchAutomations,
  wordRecommendations,
  recountRuns,
  agreementPeriods,
  sweepDocuments,
  followDrafts,
  sweepCalls,
]
/** What each room tells people of, finds for them, and lets wait for them. */
export const tellers: Teller[] = [
  reportTeller,
  ticketTeller,
  hoursTeller,
  agreementTeller,
  billingTeller,
  alertTeller,
  staffActsTeller,
  setupTeller,
  marketplaceTeller,
  projectTeller,
]
export const finders: Finder[] = [
  findTickets,
  findAutomations,
  findCompanies,
  findContacts,
  findClients,
  findUsers,
  findLeads,
  findAgreements,
  findInvoices,
  findProducts,
  findProjects,
]
export const waiting: WaitingSource[] = [
  waitingProfile,
  waitingEstimates,
  waitingAgreements,
  waitingTopUps,
  waitingInvoices,
  waitingIntakes,
  waitingProjectTasks,
  waitingTickets,
]
/** What there are documents of. */
export const papers: Papers = { invoice: invoicePaper, agreement: agreementPaper, report: reportPaper }
