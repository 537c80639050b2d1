import { Worker } from 'node:worker_threads'

/** What a delivery report says of each recipient, and which mail of ours it is about. */
export type Reported = {
  recipients: { address: string; action: string; status: string; detail: string }[]
  originalId: string | undefined
}
/** A mail, read: nothing in it is believed yet. */
export type ReadMail = {
  /** Values by lower-case name, topmost first. */
  headers: Record<string, string[]>
  from: { address: string; name: string } | undefined
  /** Addresses in To, Cc and what servers noted of where it went. */
  to: string[]
  subject: string
  messageId: string | undefined
  /** What it answers, nearest first. */
  references: string[]
  /** All that stands in it. */
  text: string
  /** What is new in it. */
  said: string
  /** More was new than a message may hold. */
  cut: boolean
  files: { name: string; bytes: Uint8Array }[]
  /** Files that were left out, and why. */
  left: { name: string; why: string }[]
  report: Reported | undefined
}

/** Files that one mail may bring. */
export const FILES_MAX = 20

/** This mail cannot be read: broken beyond that, or made to keep its reader busy. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

const SECONDS = 30

/** Mails that are read at the same time: each may take a thread and half a gigabyte. The others wait. */
const READ_AT_ONCE = 2
let reading = 0
const waiting: (() => void)[] = []

/** Reads a mail. Throws Unreadable for one that takes more time, memory, depth or headers than any honest mail does. */
export async function readMail(bytes: Uint8Array, seconds = SECONDS): Promise<ReadMail> {
  if (reading >= READ_AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else reading++
  try {
    return await inThread(bytes, seconds)
  } finally {
    // The turn is handed on, or given back.
    const next = waiting.shift()
    if (next) next()
    else reading--
  }
}

/** Ends when the thread has: until then it takes its memory, and nobody else's turn begins. */
function inThread(bytes: Uint8Array, seconds: number): Promise<ReadMail> {
  return new Promise((ok, no) => {
    // A copy of its own can be handed over.
    const own = new Uint8Array(bytes)
    const worker = new Worker(new URL('./read-mail.worker.ts', import.meta.url), {
      workerData: own,
      transferList: [own.buffer],
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      execArgv: [],
    })
    let read: ReadMail | undefined
    let problem = 'It could not be read.'
    const late = setTimeout(() => {
      problem = `It took longer than ${seconds} seconds.`
      void worker.terminate()
    }, seconds * 1000)
    worker.once('message', (mail: ReadMail) => {
      read = mail
      void worker.terminate()
    })
    worker.once('error', (e) => {
      problem = (e as Error).message
    })
    worker.once('exit', () => {
      clearTimeout(late)
      if (read) ok(read)
      else no(new Unreadable(problem))
    })
  })
}
