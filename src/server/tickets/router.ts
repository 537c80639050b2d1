import { type Actored, api } from '../platform/api.ts'
import { addWatcher } from './add-watcher.ts'
import { assign } from './assign.ts'
import { bulk } from './bulk.ts'
import { counts } from './counts.ts'
import { createCannedReply } from './create-canned.ts'
import { decideEstimate } from './decide-estimate.ts'
import { draft, saveDraft } from './drafts.ts'
import { edit } from './edit.ts'
import { editCannedReply } from './edit-canned.ts'
import { editMessage } from './edit-message.ts'
import { get } from './get.ts'
import { getSla } from './get-sla.ts'
import { dismissInbound, inboundMail, inboundMails, inboundOpen, inboundToTicket } from './inbound.ts'
import { link } from './link.ts'
import { list } from './list.ts'
import { cannedReplies } from './list-canned.ts'
import { merge } from './merge.ts'
import { messageVersions } from './message-versions.ts'
import { messages } from './messages.ts'
import { open } from './open.ts'
import { people } from './people.ts'
import { beThere, leave, presence } from './presence.ts'
import { reserved, ticketHours } from './promised.ts'
import { proposeEstimate } from './propose-estimate.ts'
import { rate } from './rate.ts'
import { removeCannedReply } from './remove-canned.ts'
import { removeWatcher } from './remove-watcher.ts'
import { previewCannedReply, renderCannedReply } from './render-canned.ts'
import { reply } from './reply.ts'
import { setStatus } from './set-status.ts'
import { split } from './split.ts'
import { tags } from './tags.ts'
import { takeNext } from './take-next.ts'
import { undoBulk } from './undo-bulk.ts'
import { unlink } from './unlink.ts'
import { withdrawEstimate } from './withdraw-estimate.ts'
import { workload } from './workload.ts'

export const tickets = {
  list: api.tickets.list.handler(({ context, input }) => list(context as Actored, input)),
  counts: api.tickets.counts.handler(({ context, input }) => counts(context as Actored, input)),
  open: api.tickets.open.handler(({ context, input }) => open(context as Actored, input)),
  get: api.tickets.get.handler(({ context, input }) => get(context as Actored, input)),
  sla: api.tickets.sla.handler(({ context, input }) => getSla(context as Actored, input)),
  edit: api.tickets.edit.handler(({ context, input }) => edit(context as Actored, input)),
  messages: api.tickets.messages.handler(({ context, input }) => messages(context as Actored, input)),
  reply: api.tickets.reply.handler(({ context, input }) => reply(context as Actored, input)),
  proposeEstimate: api.tickets.proposeEstimate.handler(({ context, input }) =>
    proposeEstimate(context as Actored, input),
  ),
  withdrawEstimate: api.tickets.withdrawEstimate.handler(({ context, input }) =>
    withdrawEstimate(context as Actored, input),
  ),
  hours: api.tickets.hours.handler(({ context, input }) => ticketHours(context as Actored, input)),
  reserved: api.tickets.reserved.handler(({ context, input }) => reserved(context as Actored, input)),
  decideEstimate: api.tickets.decideEstimate.handler(({ context, input }) => decideEstimate(context as Actored, input)),
  setStatus: api.tickets.setStatus.handler(({ context, input }) => setStatus(context as Actored, input)),
  assign: api.tickets.assign.handler(({ context, input }) => assign(context as Actored, input)),
  tags: api.tickets.tags.handler(({ context, input }) => tags(context as Actored, input)),
  merge: api.tickets.merge.handler(({ context, input }) => merge(context as Actored, input)),
  split: api.tickets.split.handler(({ context, input }) => split(context as Actored, input)),
  link: api.tickets.link.handler(({ context, input }) => link(context as Actored, input)),
  unlink: api.tickets.unlink.handler(({ context, input }) => unlink(context as Actored, input)),
  rate: api.tickets.rate.handler(({ context, input }) => rate(context as Actored, input)),
  bulk: api.tickets.bulk.handler(({ context, input }) => bulk(context as Actored, input)),
  undoBulk: api.tickets.undoBulk.handler(({ context, input }) => undoBulk(context as Actored, input)),
  takeNext: api.tickets.takeNext.handler(({ context }) => takeNext(context as Actored)),
  workload: api.tickets.workload.handler(({ context }) => workload(context as Actored)),
  presence: api.tickets.presence.handler(({ context }) => presence(context as Actored)),
  present: api.tickets.present.handler(({ context, input }) => beThere(context as Actored, input)),
  leave: api.tickets.leave.handler(({ context, input }) => leave(context as Actored, input)),
  editMessage: api.tickets.editMessage.handler(({ context, input }) => editMessage(context as Actored, input)),
  messageVersions: api.tickets.messageVersions.handler(({ context, input }) =>
    messageVersions(context as Actored, input),
  ),
  addWatcher: api.tickets.addWatcher.handler(({ context, input }) => addWatcher(context as Actored, input)),
  removeWatcher: api.tickets.removeWatcher.handler(({ context, input }) => removeWatcher(context as Actored, input)),
  people: api.tickets.people.handler(({ context, input }) => people(context as Actored, input)),
  draft: api.tickets.draft.handler(({ context, input }) => draft(context as Actored, input)),
  saveDraft: api.tickets.saveDraft.handler(({ context, input }) => saveDraft(context as Actored, input)),
  cannedReplies: api.tickets.cannedReplies.handler(({ context, input }) => cannedReplies(context as Actored, input)),
  createCannedReply: api.tickets.createCannedReply.handler(({ context, input }) =>
    createCannedReply(context as Actored, input),
  ),
  editCannedReply: api.tickets.editCannedReply.handler(({ context, input }) =>
    editCannedReply(context as Actored, input),
  ),
  removeCannedReply: api.tickets.removeCannedReply.handler(({ context, input }) =>
    removeCannedReply(context as Actored, input),
  ),
  previewCannedReply: api.tickets.previewCannedReply.handler(({ context, input }) =>
    previewCannedReply(context as Actored, input),
  ),
  renderCannedReply: api.tickets.renderCannedReply.handler(({ context, input }) =>
    renderCannedReply(context as Actored, input),
  ),
  inboundMails: api.tickets.inboundMails.handler(({ context, input }) => inboundMails(context as Actored, input)),
  inboundMail: api.tickets.inboundMail.handler(({ context, input }) => inboundMail(context as Actored, input)),
  inboundToTicket: api.tickets.inboundToTicket.handler(({ context, input }) =>
    inboundToTicket(context as Actored, input),
  ),
  inboundOpen: api.tickets.inboundOpen.handler(({ context, input }) => inboundOpen(context as Actored, input)),
  dismissInbound: api.tickets.dismissInbound.handler(({ context, input }) => dismissInbound(context as Actored, input)),
}
