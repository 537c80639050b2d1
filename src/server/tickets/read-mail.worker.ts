// Reads one mail in a thread of its own: whatever a mail is made to do to its reader, the product goes on, and the
// thread is ended when it takes too long or too much.
import { parentPort, workerData } from 'node:worker_threads'
import { parseMail } from './parse-mail.ts'

const result = await parseMail(workerData as Uint8Array)
// Handed over, not copied.
parentPort?.postMessage(result, [...new Set(result.files.map((f) => f.bytes.buffer as ArrayBuffer))])
