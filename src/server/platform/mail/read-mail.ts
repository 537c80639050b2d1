import { Worker } from 'node:worker_threads'

/** A delivery report: the status of each recipient, and the Message-ID of our mail that it is about. */
export type Reported = {
  recipients: { address: string; action: string; status: string; detail: string }[]
  originalId: string | undefined
}
/** A parsed mail. Its content is not trusted. */
export type ReadMail = {
  /** Values by lower-case name, topmost first. */
  headers: Record<string, string[]>
  from: { address: string; name: string } | undefined
  /** Addresses in To, Cc, Delivered-To and X-Original-To. */
  to: string[]
  subject: string
  messageId: string | undefined
  /** Message-IDs of the mails that it answers, most recent first. */
  references: string[]
  /** The full text. */
  text: string
  /** The new text. */
  said: string
  /** The rest of the text, shown on demand: probably quoted text and signatures. Empty if nothing was left out. */
  folded: string
  /** True when the text was too long and was cut. */
  cut: boolean
  files: { name: string; bytes: Uint8Array }[]
  /** Files that were left out, and why. */
  left: { name: string; why: string }[]
  report: Reported | undefined
}

/** Maximum number of files in one mail. */
export const FILES_MAX = 20

/** Thrown when a mail cannot be read, because it is too broken or was made to overload its reader. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** Time limit for a mail. Normal ones take well under one second. */
const SECONDS = 10

/** Thrown when a mail was not read in time. */
class Late extends Unreadable {}

/** Mails that are read at the same time. Each can take a thread and 512 MB of memory. The others wait. */
const READ_AT_ONCE = 2
let reading = 0
const waiting: (() => void)[] = []

/**
 * Reads a mail in a worker thread. If it takes too long, reads only the text at its beginning, in half the time. Throws
 * Unreadable when that takes too long as well, or when the mail needs more memory, nesting or headers than normal mails
 * do.
 */
export async function readMail(bytes: Uint8Array, seconds = SECONDS): Promise<ReadMail> {
  if (reading >= READ_AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else reading++
  try {
    return await inThread(bytes, seconds).catch((e: unknown) => {
      if (e instanceof Late) return inThread(bytes, seconds / 2, true)
      throw e
    })
  } finally {
    // Pass the turn to the next waiting mail, or release it.
    const next = waiting.shift()
    if (next) next()
    else reading--
  }
}

/** Settles when the thread has ended, since it holds its memory until then and the next mail has to wait. */
function inThread(bytes: Uint8Array, seconds: number, beginning = false): Promise<ReadMail> {
  return new Promise((ok, no) => {
    // Copy the bytes, so that the copy can be transferred.
    const own = new Uint8Array(bytes)
    const worker = new Worker(new URL('./read-mail.worker.ts', import.meta.url), {
      workerData: { bytes: own, beginning },
      transferList: [own.buffer],
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      execArgv: [],
    })
    let read: ReadMail | undefined
    let problem = new Unreadable('The email could not be read.')
    const late = setTimeout(() => {
      problem = new Late(`Reading the email took longer than ${seconds} seconds.`)
      void worker.terminate()
    }, seconds * 1000)
    worker.once('message', (mail: ReadMail) => {
      read = mail
      void worker.terminate()
    })
    worker.once('error', (e) => {
      problem = new Unreadable((e as Error).message)
    })
    worker.once('exit', () => {
      clearTimeout(late)
      if (read) ok(read)
      else no(problem)
    })
  })
}
