// The module's public API.
export { CompanyProjects } from './company-projects.tsx'
