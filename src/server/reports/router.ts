import { type Actored, api } from '../platform/api.ts'
import { askPaper } from './ask-paper.ts'
import { get } from './get.ts'
import { mails, sends } from './mails.ts'
import { preview } from './preview.ts'
import { removeMail, setMail } from './set-mail.ts'

const { reports: of } = api
export const reports = {
  get: of.get.handler(({ context, input }) => get(context as Actored, input)),
  paper: of.paper.handler(({ context, input }) => askPaper(context as Actored, input)),
  mails: of.mails.handler(({ context, input }) => mails(context as Actored, input)),
  setMail: of.setMail.handler(({ context, input }) => setMail(context as Actored, input)),
  removeMail: of.removeMail.handler(({ context, input }) => removeMail(context as Actored, input)),
  preview: of.preview.handler(({ context, input }) => preview(context as Actored, input)),
  sends: of.sends.handler(({ context, input }) => sends(context as Actored, input)),
}
