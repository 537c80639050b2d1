// What other rooms show of this one.
export { CompanyProjects } from './company-projects.tsx'
