// Renders the HTML of mails in a process of its own, so that no content of a mail can block or end the server.
import { answerAll } from '../bounded-work.ts'
import { type Content, mailHtml } from './mail-template.ts'

answerAll<{ content: Content }, string>(({ content }) => mailHtml(content))
