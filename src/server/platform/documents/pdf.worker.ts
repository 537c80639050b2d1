// Draws one sheet in a worker thread, so that it does not block requests.
import { parentPort, workerData } from 'node:worker_threads'
import { drawDocument } from './pdf-draw.ts'
import type { Sheet } from './sheet.ts'

const { sheet, fonts } = workerData as { sheet: Sheet; fonts: string | undefined }
const made = await drawDocument(sheet, fonts, (percent) => parentPort?.postMessage({ percent }))
// Copy it first, since a buffer from Node's pool cannot be transferred; then transfer it instead of copying it again.
const bytes = new Uint8Array(made)
parentPort?.postMessage({ bytes }, [bytes.buffer])
