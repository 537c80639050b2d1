// Reads one mail in a process of its own, so that a malicious mail cannot block or end the server: an engine that is
// out of memory ends its whole process, also when that happens in a worker thread. The process is ended when it takes
// too long.
import { serialize } from 'node:v8'
import { parseMail } from './parse-mail.ts'
import type { MailAnswer, Reading } from './read-mail.ts'

const [how, size] = process.argv.slice(2)
const bytes = new Uint8Array(Number(size))
let at = 0
for await (const part of process.stdin) {
  bytes.set(part as Buffer, at)
  at += (part as Buffer).length
}
const answer: MailAnswer = await parseMail(bytes, how as Reading).then(
  (mail) => ({ mail }),
  (e: unknown) => ({ problem: (e as Error).message }),
)
process.stdout.write(serialize(answer))
