// Reads mails in a separate process, so that a malicious mail cannot block or end the server.
import { answerAll } from '../bounded-work.ts'
import { parseMail } from './parse-mail.ts'
import type { MailQuestion, ReadMail } from './read-mail.ts'

answerAll<MailQuestion, ReadMail>(({ bytes, how }) => parseMail(bytes, how))
