// Makes PDFs: runs pdf-draw.ts in a worker thread.
import { Worker } from 'node:worker_threads'
import { errorOfWorker, limitWorker } from '../worker-limit.ts'
import type { Sheet } from './sheet.ts'

/** Processor time of the thread per PDF, in seconds. */
const SECONDS = 30
/** Megabytes of memory of the thread per PDF. */
const MEGABYTES = 256
const WHAT = 'Drawing a PDF'
/**
 * Worker threads that run at the same time; others wait. Each holds the typefaces and a complete document in memory.
 */
const AT_ONCE = 2
let drawing = 0
const waiting: (() => void)[] = []

/**
 * Returns the PDF of a sheet; the same sheet gives the same bytes. `fonts` is a folder with additional typefaces;
 * `tell` receives the progress in percent. Throws LimitExceeded for one that takes too much time or memory.
 */
export async function pdf(
  sheet: Sheet,
  {
    fonts,
    tell,
    seconds = SECONDS,
    megabytes = MEGABYTES,
  }: { fonts?: string; tell?: (percent: number) => void; seconds?: number; megabytes?: number } = {},
): Promise<Uint8Array> {
  if (drawing >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else drawing++
  try {
    return await inThread({ sheet, fonts }, tell, { seconds, megabytes })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else drawing--
  }
}

function inThread(
  workerData: object,
  tell: ((percent: number) => void) | undefined,
  { seconds, megabytes }: { seconds: number; megabytes: number },
): Promise<Uint8Array> {
  return new Promise((ok, no) => {
    const worker = new Worker(new URL('./pdf.worker.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
      execArgv: [],
    })
    const limit = limitWorker(worker, seconds, WHAT)
    let settled = false
    // Settle when the thread has ended, since it holds its memory until then and the next document has to wait.
    const end = (settle: () => void) => {
      if (settled) return
      settled = true
      limit.stop()
      void worker.terminate().finally(settle)
    }
    limit.exceeded.catch((e) => end(() => no(e)))
    worker.on('message', (said: { percent?: number; bytes?: Uint8Array }) => {
      const { bytes } = said
      if (bytes) end(() => ok(bytes))
      else if (said.percent !== undefined) tell?.(said.percent)
    })
    worker.once('error', (e) => end(() => no(errorOfWorker(e, WHAT))))
    worker.once('exit', () => end(() => no(new Error('A PDF could not be drawn.'))))
  })
}
