// The public API and the declaration of the module. `termsFor`, `agreementOf` and the other functions work within the
// caller's transaction.

import { defineModule } from '../platform/module.ts'
import { agreementActionItems } from './action-items.ts'
import { cancelAgreement } from './cancel.ts'
import { agreementsExport } from './company-export.ts'
import { createAgreement } from './create.ts'
import { agreementDocumentTemplate } from './document-template.ts'
import { editAgreement } from './edit.ts'
import { exportAgreements } from './export.ts'
import { listAgreementHistory } from './history.ts'
import { agreementPeriods } from './jobs.ts'
import { listAgreements } from './list.ts'
import { agreementNotifier } from './notices.ts'
import { getAgreement, getRevision } from './read.ts'
import { discardRevision, reviseAgreement } from './revise.ts'
import { findAgreements } from './search-provider.ts'
import { recallAgreement, sendAgreement } from './send.ts'
import { recordOpened, returnRevision } from './signing/return-revision.ts'
import { signAgreement } from './signing/sign.ts'
import { previewAgreement } from './text/preview.ts'
import {
  archiveAgreementTemplate,
  createAgreementTemplate,
  editAgreementTemplate,
  listAgreementTemplates,
} from './text/templates.ts'

export { agreementOf } from './agreement-of.ts'
export { agreementPeriods } from './jobs.ts'
export { checkLeaves } from './leaves.ts'
export { consentFor } from './policy.ts'
export {
  activatePurchasedAgreement,
  agreeAtPurchase,
  calculateFirstPeriod,
  endPurchasedAgreement,
  purchaseCommitment,
  textToSign,
} from './signing/at-purchase.ts'
export { billCompletion } from './signing/entitle.ts'
export { STANDARD, termsFor, type WorkTerms } from './terms-for.ts'

export const agreementsModule = defineModule({
  name: 'agreements',
  actions: {
    list: listAgreements,
    get: getAgreement,
    revision: getRevision,
    history: listAgreementHistory,
    preview: previewAgreement,
    create: createAgreement,
    edit: editAgreement,
    send: sendAgreement,
    withdraw: recallAgreement,
    revise: reviseAgreement,
    discard: discardRevision,
    cancel: cancelAgreement,
    opened: recordOpened,
    return: returnRevision,
    sign: signAgreement,
    templates: listAgreementTemplates,
    createTemplate: createAgreementTemplate,
    editTemplate: editAgreementTemplate,
    archiveTemplate: archiveAgreementTemplate,
  },
  routes: [exportAgreements],
  schedules: [agreementPeriods],
  notifiers: [agreementNotifier],
  search: [findAgreements],
  actionItems: [agreementActionItems],
  documents: { agreement: agreementDocumentTemplate },
  companyExport: agreementsExport,
})
