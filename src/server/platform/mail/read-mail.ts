import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { deserialize } from 'node:v8'

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

/** Thrown when a mail was not read in time, or took too much memory. */
class TooCostly extends Unreadable {}

/** Megabytes of heap for a mail. Its bytes and its files are outside of the heap. */
const HEAP_MB = 64
/** Mails that are read at the same time. Only these are in memory. The others wait. */
const READ_AT_ONCE = 2

/**
 * How a mail is read: all of it, only the text at its beginning, or its text without the structure of its parts.
 */
export type Reading = 'whole' | 'beginning' | 'flat'
/** What the process that reads a mail writes at its end. */
export type MailAnswer = { mail: ReadMail } | { problem: string }
/** The bytes of a mail, or a function that loads them: it is called when the mail's turn has come. */
export type MailSource = Uint8Array | (() => Promise<Uint8Array>)

/** Returns a function that runs at most `atOnce` of its works at the same time. The others wait. */
export function makeTurns(atOnce: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go))
    else running++
    try {
      return await work()
    } finally {
      // Pass the turn to the next that waits, or release it.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
const inTurn = makeTurns(READ_AT_ONCE)

/**
 * Reads a mail in a process of its own. If it takes too much time or memory, reads only the text at its beginning, in
 * half the time. Throws Unreadable when that takes too much as well, or when the mail has more nesting or headers than
 * normal mails do. Throws what `source` throws.
 */
export const readMail = (source: MailSource, seconds = SECONDS): Promise<ReadMail> =>
  inTurn(() =>
    inProcess(source, seconds, 'whole').catch((e: unknown) => {
      if (e instanceof TooCostly) return inProcess(source, seconds / 2, 'beginning')
      throw e
    }),
  )

/**
 * Reads the text of a mail that is Unreadable, without the structure of its parts and without files. Throws Unreadable
 * when that takes too long as well. Throws what `source` throws.
 */
export const readMailFlat = (source: MailSource): Promise<ReadMail> =>
  inTurn(() => inProcess(source, SECONDS / 2, 'flat'))

const PROGRAM = fileURLToPath(new URL('./read-mail.process.ts', import.meta.url))

/** Settles when the process has ended, since it holds its memory until then and the next mail has to wait. */
async function inProcess(source: MailSource, seconds: number, how: Reading): Promise<ReadMail> {
  const bytes = typeof source === 'function' ? await source() : source
  return new Promise((ok, no) => {
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=2', PROGRAM, how, String(bytes.length)],
      // What a mail may take over must not find the settings of the server.
      { env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
    )
    const parts: Buffer[] = []
    let problem: Error | undefined
    const late = setTimeout(() => {
      problem = new TooCostly(`Reading the email took longer than ${seconds} seconds.`)
      child.kill('SIGKILL')
    }, seconds * 1000)
    child.stdout.on('data', (part: Buffer) => parts.push(part))
    // The process can end before it has read everything.
    child.stdin.on('error', () => {})
    child.stdin.end(bytes)
    child.once('error', (e) => {
      problem = e
    })
    child.once('close', (code) => {
      clearTimeout(late)
      if (problem) return no(problem)
      if (code !== 0) return no(new TooCostly('Reading the email took too much memory.'))
      const answer = deserialize(Buffer.concat(parts)) as MailAnswer
      if ('mail' in answer) ok(answer.mail)
      else no(new Unreadable(answer.problem))
    })
  })
}
