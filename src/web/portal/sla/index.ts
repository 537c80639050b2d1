export { CompanyPolicy } from './company-policy.tsx'
