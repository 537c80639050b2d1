// Reads one mail in a worker thread, so that a malicious mail cannot block the process. The thread is terminated when
// it takes too long or too much memory.
import { parentPort, workerData } from 'node:worker_threads'
import { parseMail } from './parse-mail.ts'

const { bytes, beginning } = workerData as { bytes: Uint8Array; beginning: boolean }
const result = await parseMail(bytes, { beginning })
// Transfer the buffers instead of copying them.
parentPort?.postMessage(result, [...new Set(result.files.map((f) => f.bytes.buffer as ArrayBuffer))])
