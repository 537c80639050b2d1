import { startBounded } from '../bounded-process.ts'
import { LimitExceeded } from '../jobs/limit-exceeded.ts'
import { makeTurns } from '../turns.ts'
import type { Split } from './mail-text.ts'

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
  /** The text split as one that answers nothing of ours: only a signature is folded. */
  first: Split
  /** The text split as an answer to one of our mails: quoted messages and the signature are folded. */
  answer: Split
  /** How the texts of `answer` are written. */
  format: Split['format']
  /** The new text of `answer`. */
  newText: string
  /** The rest of `answer`, shown on demand: probably quoted text and signatures. Empty if nothing was left out. */
  folded: string
  /** True when not all of the text was read. */
  cut: boolean
  /** The whole text, if a message can't hold all of it. */
  long: string | undefined
  files: { name: string; bytes: Uint8Array }[]
  /** Files that were left out, and why. */
  left: { name: string; why: string }[]
  report: Reported | undefined
}

/** Maximum number of files in one mail. */
export const FILES_MAX = 20

/** Thrown when a mail cannot be read, because it is too broken or was made to overload its reader. */
export class UnreadableMail extends Error {
  override name = 'UnreadableMail'
}

/** Processor time for a mail, in seconds. Normal ones take well under one second. */
const SECONDS = 10
/** Processor time to load the parser, in seconds. */
const LOADING_SECONDS = 60

/**
 * Megabytes of heap: 64 for a mail and 16 for the loaded parser. A mail’s bytes and its files are outside of the heap.
 */
const HEAP_MB = 64 + 16
/** Mails that are read at the same time. Only these are in memory. The others wait. */
const READ_AT_ONCE = 2

/**
 * How a mail is read: all of it, only the text at its beginning, or its text without the structure of its parts.
 */
export type Reading = 'whole' | 'beginning' | 'flat'
/** The request to the process that reads a mail. */
export type MailQuestion = { bytes: Uint8Array; how: Reading }
/** The bytes of a mail, or a function that loads them: it is called when the mail's turn has come. */
export type MailSource = Uint8Array | (() => Promise<Uint8Array>)

/** Maximum number of mails that one process reads, so that nothing it keeps can add up. */
const MAILS_PER_PROCESS = 50
/** A process ends after a mail that is larger than this, in bytes, because it would keep the memory. */
const SMALL_BYTES = 1024 * 1024
/** Milliseconds that a process waits for the next mail. */
const IDLE_MS = 10_000

const inTurn = makeTurns(READ_AT_ONCE)

/** Turns the excess of a limit into UnreadableMail. */
const orUnreadable = (read: Promise<ReadMail>): Promise<ReadMail> =>
  read.catch((e: unknown) => {
    throw e instanceof LimitExceeded ? new UnreadableMail(e.message) : e
  })

/**
 * Reads a mail in a separate process and returns it. If reading takes too much time or memory, reads only the text at
 * its beginning, in half the time. Throws UnreadableMail when that takes too much as well, or when the mail has more
 * nesting or headers than normal mails do. Throws what `source` throws.
 */
export const readMail = (source: MailSource, seconds = SECONDS): Promise<ReadMail> =>
  inTurn(() =>
    inProcess(source, seconds, 'whole').catch((e: unknown) => {
      if (e instanceof LimitExceeded) return orUnreadable(inProcess(source, seconds / 2, 'beginning'))
      throw e
    }),
  )

/**
 * Reads the text of an unreadable mail, without the structure of its parts and without files. Throws UnreadableMail
 * when that takes too long as well. Throws what `source` throws.
 */
export const readMailFlat = (source: MailSource): Promise<ReadMail> =>
  inTurn(() => orUnreadable(inProcess(source, SECONDS / 2, 'flat')))

const PROGRAM = new URL('./read-mail.process.ts', import.meta.url)

const start = () => startBounded<MailQuestion, ReadMail>(PROGRAM, { megabytes: HEAP_MB, what: 'Reading an email' })
type Reader = { process: ReturnType<typeof start>; mails: number; idle?: NodeJS.Timeout }
/** Processes that wait for a mail. Starting one takes longer than reading a normal mail. */
const waiting: Reader[] = []

function takeReader(): Reader {
  for (let reader = waiting.pop(); reader; reader = waiting.pop()) {
    clearTimeout(reader.idle)
    if (!reader.process.hasEnded()) return reader
  }
  const reader = { process: start(), mails: 0 }
  reader.process.unref()
  return reader
}

/** Keeps a process for the next mail. */
function keepReader(reader: Reader): void {
  waiting.push(reader)
  reader.idle = setTimeout(() => {
    waiting.splice(waiting.indexOf(reader), 1)
    void reader.process.end()
  }, IDLE_MS).unref()
}

async function inProcess(source: MailSource, seconds: number, how: Reading): Promise<ReadMail> {
  const bytes = typeof source === 'function' ? await source() : source
  const reader = takeReader()
  let read: ReadMail
  try {
    await reader.process.ready(LOADING_SECONDS)
    read = await reader.process.ask({ bytes, how }, seconds)
  } catch (e) {
    // The process has ended.
    throw e instanceof LimitExceeded ? e : new UnreadableMail((e as Error).message)
  }
  reader.mails++
  if (bytes.length <= SMALL_BYTES && reader.mails < MAILS_PER_PROCESS) keepReader(reader)
  // The process holds its memory until it has ended, so the next mail has to wait.
  else await reader.process.end()
  return read
}
