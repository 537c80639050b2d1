// The public API of the module and its declaration.

import { defineModule } from '../platform/module.ts'
import { getDocument } from './get.ts'
import { makeDocument, sweepDocuments } from './jobs.ts'
import { requestDocumentAction } from './request.ts'
import { documentRoute } from './send.ts'

export const documentsModule = defineModule({
  name: 'documents',
  actions: {
    request: requestDocumentAction,
    get: getDocument,
  },
  routes: [documentRoute],
  jobs: [makeDocument],
  schedules: [sweepDocuments],
  companyExport: { leftOut: { drawn: ['documents'] } },
})
