// Draws one sheet in a thread of its own, so that requests go on while it does.
import { parentPort, workerData } from 'node:worker_threads'
import { draw } from './pdf-draw.ts'
import type { Sheet } from './sheet.ts'

const { sheet, fonts } = workerData as { sheet: Sheet; fonts: string | undefined }
const made = await draw(sheet, fonts, (percent) => parentPort?.postMessage({ percent }))
// Handed over, not copied; a buffer out of Node's pool is copied first.
const bytes = new Uint8Array(made)
parentPort?.postMessage({ bytes }, [bytes.buffer])
