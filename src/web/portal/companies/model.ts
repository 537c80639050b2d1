import type { z } from 'zod'
import type * as contract from '../../../contract/companies/index.ts'

export type Company = z.infer<typeof contract.Company>
export type CompanyRow = z.infer<typeof contract.CompanyRow>
export type Health = z.infer<typeof contract.Health>
export type CompanyNote = z.infer<typeof contract.CompanyNote>
export type Activity = z.infer<typeof contract.CompanyActivity>
export type ActivityKind = (typeof contract.ACTIVITY_KINDS)[number]
export type ApiKey = z.infer<typeof contract.ApiKey>
export type Scope = z.infer<typeof contract.CreateApiKey>['scopes'][number]
export type Export = z.infer<typeof contract.Export>
export type BusinessHours = z.infer<typeof contract.BusinessHours>
export type Day = (typeof contract.DAYS)[number]
