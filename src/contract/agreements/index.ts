// Operations on agreements.
import { agreementOperations } from './agreements.ts'
import { signingOperations } from './signing.ts'
import { agreementTemplateOperations } from './templates.ts'

export {
  Agreement,
  AgreementAct,
  AgreementCan,
  AgreementFilter,
  AgreementNow,
  AgreementRow,
  AgreementStatus,
  Revision,
  RevisionRow,
  Signature,
} from './agreements.ts'
export { AGREEMENT_BODY_MAX } from './fields.ts'
export { Template, Variable } from './templates.ts'
export { AgreementType, FIELDS_OF, MONTHLY, OVERAGES, Terms, TermsPart } from './terms.ts'

export const agreements = {
  ...agreementOperations,
  ...signingOperations,
  ...agreementTemplateOperations,
}
