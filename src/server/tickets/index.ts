// The public API of the module and its declaration.

import { defineModule } from '../platform/module.ts'
import { ticketActionItems } from './action-items.ts'
import {
  cannedReplies,
  createCannedReply,
  editCannedReply,
  removeCannedReply,
} from './canned-replies/canned-replies.ts'
import { previewCannedReply, renderCannedReply } from './canned-replies/render-canned.ts'
import { ticketsExport } from './company-export.ts'
import { addWatcher } from './conversation/add-watcher.ts'
import { getDraft, saveDraft } from './conversation/drafts.ts'
import { editMessage } from './conversation/edit-message.ts'
import { messageVersions } from './conversation/message-versions.ts'
import { listMessages } from './conversation/messages.ts'
import { removeWatcher } from './conversation/remove-watcher.ts'
import { replyAction } from './conversation/reply.ts'
import { decideEstimate } from './estimates/decide-estimate.ts'
import { estimateActionItems } from './estimates/estimate-action-items.ts'
import { listReserved, ticketHours } from './estimates/promised.ts'
import { proposeEstimate } from './estimates/propose-estimate.ts'
import { withdrawEstimate } from './estimates/withdraw-estimate.ts'
import { exportRoute } from './export.ts'
import { editTicket } from './facts/edit.ts'
import { linkTickets } from './facts/link.ts'
import { mergeAction } from './facts/merge.ts'
import { listWatchCandidates } from './facts/people.ts'
import { rateTicket } from './facts/rate.ts'
import { splitTicket } from './facts/split.ts'
import { listTags } from './facts/tags.ts'
import { unlinkTickets } from './facts/unlink.ts'
import { getTicket } from './get.ts'
import {
  closeQuietTicket,
  endEstimate,
  followSla,
  learnWords,
  processInbound,
  sweepDrafts,
  sweepInbound,
  sweepQueue,
  watchClocks,
} from './jobs.ts'
import { listTickets } from './list.ts'
import {
  dismissInbound,
  inboundMail,
  inboundMailCount,
  inboundMails,
  inboundOpen,
  inboundToTicket,
  retryInbound,
} from './mail/inbound.ts'
import { mailWebhook } from './mail/mail-webhook.ts'
import { originalRoute } from './mail/send-original.ts'
import { ticketNotifier } from './notices.ts'
import { openAction } from './open.ts'
import { leaveTicket, listPresence, recordPresence } from './presence/presence.ts'
import { assignTicket } from './queue/assign.ts'
import { changeTickets } from './queue/bulk.ts'
import { countTickets } from './queue/counts.ts'
import { setTicketStatus } from './queue/set-status.ts'
import { takeNext } from './queue/take-next.ts'
import { undoBulk } from './queue/undo-bulk.ts'
import { getWorkload } from './queue/workload.ts'
import { findTickets } from './search/search-provider.ts'
import { getSla } from './sla/get-sla.ts'

export { postToTicket } from './conversation/post-to-ticket.ts'
export { type Conversation, readConversation } from './conversation/read-conversation.ts'
export { editWithin } from './facts/edit.ts'
export { learnWords } from './jobs.ts'
export { listenForMail } from './mail/listen.ts'
export { openTicket } from './open-ticket.ts'
export { isOpen, TICKET_OPENED, type TicketOpenedData } from './policy.ts'
export { reportRecovery } from './report-recovery.ts'
export { PRIORITY_NAMES, TICKET_CATEGORY_NAMES } from './words.ts'

export const ticketsModule = defineModule({
  name: 'tickets',
  actions: {
    list: listTickets,
    counts: countTickets,
    open: openAction,
    get: getTicket,
    sla: getSla,
    edit: editTicket,
    messages: listMessages,
    reply: replyAction,
    proposeEstimate,
    withdrawEstimate,
    hours: ticketHours,
    reserved: listReserved,
    decideEstimate,
    setStatus: setTicketStatus,
    assign: assignTicket,
    tags: listTags,
    merge: mergeAction,
    split: splitTicket,
    link: linkTickets,
    unlink: unlinkTickets,
    rate: rateTicket,
    bulk: changeTickets,
    undoBulk,
    takeNext,
    workload: getWorkload,
    presence: listPresence,
    present: recordPresence,
    leave: leaveTicket,
    editMessage,
    messageVersions,
    addWatcher,
    removeWatcher,
    people: listWatchCandidates,
    draft: getDraft,
    saveDraft,
    cannedReplies,
    createCannedReply,
    editCannedReply,
    removeCannedReply,
    previewCannedReply,
    renderCannedReply,
    inboundMailCount,
    inboundMails,
    inboundMail,
    inboundToTicket,
    inboundOpen,
    retryInbound,
    dismissInbound,
  },
  routes: [exportRoute, originalRoute],
  openRoutes: [mailWebhook],
  jobs: [processInbound, closeQuietTicket, followSla, endEstimate],
  schedules: [learnWords, sweepInbound, sweepDrafts, sweepQueue, watchClocks],
  notifiers: [ticketNotifier],
  search: [findTickets],
  actionItems: [estimateActionItems, ticketActionItems],
  companyExport: ticketsExport,
})
