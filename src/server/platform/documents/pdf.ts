// Makes PDFs: runs pdf-draw.ts in a process with limits.
import { startBounded } from '../bounded-process.ts'
import { makeTurns } from '../turns.ts'
import type { Drawing } from './pdf.process.ts'
import type { Sheet } from './sheet.ts'

/** Processor time per PDF, in seconds. */
const SECONDS = 30
/** Megabytes of heap per PDF. */
export const MEGABYTES = 256
/** Processes that run at the same time; others wait. Each holds the typefaces and a complete document in memory. */
const AT_ONCE = 2
const inTurn = makeTurns(AT_ONCE)
const PROGRAM = new URL('./pdf.process.ts', import.meta.url)

/**
 * Returns the PDF of a sheet; the same sheet gives the same bytes. `fonts` is a folder with additional typefaces;
 * `tell` receives the progress in percent. Throws LimitExceeded for one that takes too much time or memory.
 */
export function pdf(
  sheet: Sheet,
  {
    fonts,
    tell,
    seconds = SECONDS,
    megabytes = MEGABYTES,
  }: { fonts?: string; tell?: (percent: number) => void; seconds?: number; megabytes?: number } = {},
): Promise<Uint8Array> {
  return inTurn(async () => {
    const own = startBounded<Drawing, Uint8Array>(PROGRAM, { megabytes, what: 'Drawing a PDF' })
    try {
      return await own.ask({ sheet, fonts }, seconds, tell)
    } finally {
      await own.end()
    }
  })
}
