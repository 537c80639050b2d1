// Operations on companies.

import { activityOperations } from './activity.ts'
import { companyOperations } from './companies.ts'
import { exportOperations } from './exports.ts'
import { keyOperations } from './keys.ts'
import { noteOperations } from './notes.ts'

export { ACTIVITY_KINDS, CompanyActivity } from './activity.ts'
export {
  BusinessHours,
  COMPANY_KINDS,
  Company,
  CompanyFilter,
  CompanyRef,
  CompanyRow,
  CreateCompany,
  DAYS,
  EditCompany,
  Health,
  isTimeZone,
  MailTrust,
} from './companies.ts'
export { EXPORT_DAYS, EXPORTS_KEPT, Export } from './exports.ts'
export { Person } from './fields.ts'
export { ApiKey, CreateApiKey, MAX_KEYS } from './keys.ts'
export { CompanyNote } from './notes.ts'

export const companies = {
  ...companyOperations,
  ...noteOperations,
  ...activityOperations,
  ...keyOperations,
  ...exportOperations,
}
