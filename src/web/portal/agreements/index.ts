// The module's public API.
export { CompanyAgreements } from './company-agreements.tsx'
