// Renders the HTML of mails in a process with limits on time and memory.
import { startBounded } from '../bounded-process.ts'
import { makeTurns } from '../turns.ts'
import type { Content } from './mail-template.ts'

/** Processor time per mail, in seconds. Normal mails take a few hundredths of a second. */
const SECONDS = 5
/** Processor time to load the template, in seconds. */
const LOADING_SECONDS = 60
/** Megabytes of heap. */
const MEGABYTES = 192
/** Milliseconds after the last mail until the process ends. */
const IDLE_MS = 60_000
const PROGRAM = new URL('./mail-render.process.ts', import.meta.url)

const start = (megabytes: number) =>
  startBounded<{ content: Content }, string>(PROGRAM, { megabytes, what: 'Rendering an email' })
/** The limits of one mail. */
export type Limits = { seconds?: number; megabytes?: number }

let running: ReturnType<typeof start> | undefined
let idle: NodeJS.Timeout | undefined
const inTurn = makeTurns(1)

async function inProcess(content: Content, { seconds = SECONDS, megabytes = MEGABYTES }: Limits): Promise<string> {
  clearTimeout(idle)
  if (running && running.megabytes !== megabytes) await running.end()
  if (!running || running.hasEnded()) {
    running = start(megabytes)
    running.unref()
  }
  const own = running
  try {
    await own.ready(LOADING_SECONDS)
    return await own.ask({ content }, seconds)
  } finally {
    idle = setTimeout(() => void own.end(), IDLE_MS).unref()
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] as string)

/**
 * Returns the HTML of a mail that cannot be rendered: its whole text as it was typed. Takes linear time, because it
 * runs in the main thread.
 */
export const plainMail = (heading: string, text: string): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${escaped(heading)}</title></head><body>` +
  `<pre style="white-space:pre-wrap;overflow-wrap:anywhere;font-family:sans-serif;font-size:15px">${escaped(text)}</pre></body></html>`

/**
 * Returns the HTML of a mail. Mails are rendered one after the other. Throws LimitExceeded if rendering takes too much
 * time or memory.
 */
export const renderMail = (content: Content, limits: Limits = {}): Promise<string> =>
  inTurn(() => inProcess(content, limits))
