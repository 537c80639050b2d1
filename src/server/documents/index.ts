export { makeDocument, sweepDocuments } from './jobs.ts'
export { documents } from './router.ts'
export { documentRoute } from './send.ts'
