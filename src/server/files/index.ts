// The public API of the module and its declaration.

import { defineModule } from '../platform/module.ts'
import { sweepUnclaimed } from './jobs.ts'
import { logoRoute, photoRoute, pictureRoute } from './pictures.ts'
import { receiveRoute } from './receive.ts'
import { sendRoute } from './send.ts'

export { refusePicture } from './check-picture.ts'
export { claimFiles } from './claim.ts'
export { sweepUnclaimed } from './jobs.ts'
export { DRAFT_DAYS, keepDraftFiles } from './keep.ts'
export { deletePicture, getPicture, removePicture } from './pictures.ts'
export { contentDisposition } from './policy.ts'
export { describeFile, type FileRow } from './present.ts'
export { storeUpload } from './store-upload.ts'

export const filesModule = defineModule({
  name: 'files',
  routes: [receiveRoute, sendRoute, photoRoute, logoRoute, pictureRoute],
  schedules: [sweepUnclaimed],
})
