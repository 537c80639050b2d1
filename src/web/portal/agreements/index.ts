// What other rooms show of this one.
export { CompanyAgreements } from './company-agreements.tsx'
