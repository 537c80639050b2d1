// Renders the HTML of mails in a worker thread, so that no content of a mail can block or crash the process.
import { parentPort } from 'node:worker_threads'
import { type Content, mailHtml } from './mail-template.ts'

parentPort?.on('message', async ({ id, content }: { id: number; content: Content }) => {
  parentPort?.postMessage({ id, html: await mailHtml(content) })
})
parentPort?.postMessage({ ready: true })
