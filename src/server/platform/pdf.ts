// PDFs, drawn by pdf-draw.ts in a thread.
import { Worker } from 'node:worker_threads'
import type { Sheet } from './sheet.ts'

const SECONDS = 30
/** Threads at the same time; others wait. Each holds the typefaces and a whole document. */
const AT_ONCE = 2
let drawing = 0
const waiting: (() => void)[] = []

/**
 * The bytes of a sheet; the same sheet gives the same. `fonts` is a folder with more typefaces, `tell` hears how far it is
 * in percent. Throws when it takes too long or too much memory.
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
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      execArgv: [],
    })
    const end = (settle: () => void) => {
      clearTimeout(late)
      settle()
      void worker.terminate()
    }
    const late = setTimeout(
      () => end(() => no(new Error(`A PDF took longer than ${SECONDS} seconds.`))),
      SECONDS * 1000,
    )
    worker.on('message', (said: { percent?: number; bytes?: Uint8Array }) => {
      const { bytes } = said
      if (bytes) end(() => ok(bytes))
      else if (said.percent !== undefined) tell?.(said.percent)
    })
    worker.once('error', (e) => end(() => no(e as Error)))
    worker.once('exit', () => end(() => no(new Error('A PDF could not be drawn.'))))
  })
}
