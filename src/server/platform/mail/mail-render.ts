// Renders the HTML of mails in a thread with limits on time and memory.
import { Worker } from 'node:worker_threads'
import { errorOfWorker, limitWorker } from '../worker-limit.ts'
import type { Content } from './mail-template.ts'

/** Processor time of the thread per mail, in seconds. Normal mails take a few hundredths of a second. */
const SECONDS = 5
/** Processor time of the thread to load the template, in seconds. */
const LOADING_SECONDS = 60
/** Megabytes of heap in the thread. */
const MEGABYTES = 192
/** Milliseconds after the last mail until the thread ends. */
const IDLE_MS = 60_000
const WHAT = 'Rendering an email'

type Answer = { ready: true } | { id: number; html: string }
type Thread = { worker: Worker; megabytes: number; ready: Promise<void>; ended: Promise<never> }
/** The limits of one mail. */
export type Limits = { seconds?: number; megabytes?: number }

let thread: Thread | undefined
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()
let count = 0

function start(megabytes: number): Thread {
  const worker = new Worker(new URL('./mail-render.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    execArgv: [],
  })
  // The thread must not keep the process running while it waits for the next mail.
  worker.unref()
  const ready = new Promise<void>((ok) => worker.once('message', () => ok()))
  const ended = new Promise<never>((_, no) => {
    worker.once('error', (e) => no(errorOfWorker(e, WHAT)))
    worker.once('exit', () => {
      if (thread?.worker === worker) thread = undefined
      no(new Error('The thread that renders emails ended.'))
    })
  })
  // Avoid an unhandled rejection if the thread ends while idle.
  ended.catch(() => {})
  return { worker, megabytes, ready, ended }
}

/** Waits for the work of a thread, but not longer than its processor time allows. */
async function within<T>({ worker, ended }: Thread, work: Promise<T>, seconds: number): Promise<T> {
  const limit = limitWorker(worker, seconds, WHAT)
  try {
    return await Promise.race([work, ended, limit.exceeded])
  } finally {
    limit.stop()
  }
}

async function inThread(content: Content, { seconds = SECONDS, megabytes = MEGABYTES }: Limits): Promise<string> {
  clearTimeout(idle)
  if (thread && thread.megabytes !== megabytes) {
    await thread.worker.terminate()
    thread = undefined
  }
  thread ??= start(megabytes)
  const own = thread
  const { worker, ready } = own
  try {
    await within(own, ready, LOADING_SECONDS)
    const id = ++count
    const answer = new Promise<string>((ok) => {
      const hear = (said: Answer) => {
        if (!('id' in said) || said.id !== id) return
        worker.off('message', hear)
        ok(said.html)
      }
      worker.on('message', hear)
      worker.postMessage({ id, content })
    })
    return await within(own, answer, seconds)
  } catch (e) {
    if (thread === own) thread = undefined
    await worker.terminate()
    throw e
  } finally {
    idle = setTimeout(() => {
      void thread?.worker.terminate()
      thread = undefined
    }, IDLE_MS).unref()
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
export function renderMail(content: Content, limits: Limits = {}): Promise<string> {
  const turn = last.then(() => inThread(content, limits))
  last = turn.catch(() => {})
  return turn
}
