// Renders the HTML of mails in a thread with limits on time and memory. Mails that exceed them are sent as shortened
// text.
import { Worker } from 'node:worker_threads'
import type { Log } from '../observability/log.ts'
import type { Block } from './mail.ts'
import type { Content } from './mail-template.ts'

/** Time limit per mail once the thread is ready, in milliseconds. Normal mails take a few tens of milliseconds. */
const PATIENCE_MS = 5_000
/** Time limit for the thread to load the template, in milliseconds. */
const LOADING_MS = 60_000
/** Megabytes of heap in the thread. */
const HEAP_MB = 192
/** Milliseconds after the last mail until the thread ends. */
const IDLE_MS = 60_000
/** Maximum characters of each part in a shortened mail. */
const SHORTENED = 2_000

type Answer = { ready: true } | { id: number; html: string }
type Thread = { worker: Worker; ready: Promise<void>; ended: Promise<never> }

let thread: Thread | undefined
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()
let count = 0

function start(): Thread {
  const worker = new Worker(new URL('./mail-render.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    execArgv: [],
  })
  // The thread must not keep the process running while it waits for the next mail.
  worker.unref()
  const ready = new Promise<void>((ok) => worker.once('message', () => ok()))
  const ended = new Promise<never>((_, no) => {
    worker.once('error', no)
    worker.once('exit', () => {
      if (thread?.worker === worker) thread = undefined
      no(new Error('The thread that renders emails ended.'))
    })
  })
  // Avoid an unhandled rejection if the thread ends while idle.
  ended.catch(() => {})
  return { worker, ready, ended }
}

function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, no) => {
    timer = setTimeout(() => no(new Error(`An email took longer than ${milliseconds} ms to render.`)), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function inThread(content: Content, patience: number): Promise<string> {
  clearTimeout(idle)
  thread ??= start()
  const own = thread
  const { worker, ready, ended } = own
  try {
    await within(Promise.race([ready, ended]), LOADING_MS)
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
    return await within(Promise.race([answer, ended]), patience)
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

const cut = (text: string) => (text.length > SHORTENED ? `${text.slice(0, SHORTENED).toWellFormed()} …` : text)

/** Returns a mail's blocks as shortened plain text, so that rendering does not parse Markdown. */
export function shortenText(blocks: Block[]): Block[] {
  const parts = blocks.flatMap((b): Block[] => {
    if (typeof b === 'string') return [cut(b)]
    if ('facts' in b) return [{ facts: b.facts.map(([name, value]) => [cut(name), cut(value)]) }]
    if ('note' in b) return [{ note: cut(b.note) }]
    if ('markdown' in b) return [cut(b.markdown)]
    if ('earlier' in b) return b.earlier.slice(0, 5).map((e) => ({ note: `${e.who}: ${cut(e.markdown)}` }))
    return [b]
  })
  return [...parts, { note: 'This email was shortened. Read the full text in the portal.' }]
}

/**
 * Returns the HTML of a mail. Mails are rendered one after the other. If rendering takes too long or too much memory,
 * returns the mail as shortened text and logs a warning.
 */
export function renderMail(content: Content, log?: Pick<Log, 'warn'>, patience = PATIENCE_MS): Promise<string> {
  const turn = last.then(async () => {
    try {
      return await inThread(content, patience)
    } catch (err) {
      log?.warn({ err }, 'an email is sent as shortened text')
      const { mailHtml } = await import('./mail-template.ts')
      return mailHtml({ ...content, blocks: shortenText(content.blocks) })
    }
  })
  last = turn.catch(() => {})
  return turn
}
