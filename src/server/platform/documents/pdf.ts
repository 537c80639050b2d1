// Makes PDFs: runs pdf-draw.ts in a worker thread.
import { Worker } from 'node:worker_threads'
import type { Sheet } from './sheet.ts'

const SECONDS = 30
/**
 * Worker threads that run at the same time; others wait. Each holds the typefaces and a complete document in memory.
 */
const AT_ONCE = 2
let drawing = 0
const waiting: (() => void)[] = []

/** Thrown when a sheet takes more time or memory to draw than the limits allow. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}

/**
 * Returns the PDF of a sheet; the same sheet gives the same bytes. `fonts` is a folder with additional typefaces;
 * `tell` receives the progress in percent. Throws TooLarge for one that takes too long or too much memory.
 */
export async function pdf(
  sheet: Sheet,
  { fonts, tell }: { fonts?: string; tell?: (percent: number) => void } = {},
): Promise<Uint8Array> {
  if (drawing >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else drawing++
  try {
    return await inThread({ sheet, fonts }, tell)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else drawing--
  }
}

function inThread(workerData: object, tell: ((percent: number) => void) | undefined): Promise<Uint8Array> {
  return new Promise((ok, no) => {
    const worker = new Worker(new URL('./pdf.worker.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      execArgv: [],
    })
    const end = (settle: () => void) => {
      clearTimeout(late)
      settle()
      void worker.terminate()
    }
    const late = setTimeout(
      () => end(() => no(new TooLarge(`A PDF took longer than ${SECONDS} seconds.`))),
      SECONDS * 1000,
    )
    worker.on('message', (said: { percent?: number; bytes?: Uint8Array }) => {
      const { bytes } = said
      if (bytes) end(() => ok(bytes))
      else if (said.percent !== undefined) tell?.(said.percent)
    })
    worker.once('error', (e: NodeJS.ErrnoException) =>
      end(() => no(e.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooLarge('A PDF took too much memory.') : e)),
    )
    worker.once('exit', () => end(() => no(new Error('A PDF could not be drawn.'))))
  })
}
