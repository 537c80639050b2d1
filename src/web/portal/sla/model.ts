// The contract's shapes as types, so that no schema is bundled for the browser.
import type { z } from 'zod'
import type * as contract from '../../../contract/sla.ts'

export type Policy = z.infer<typeof contract.Policy>
export type Calendar = z.infer<typeof contract.Calendar>
export type Targets = z.infer<typeof contract.Targets>
export type Target = z.infer<typeof contract.Target>
export type Week = Calendar['hours']
export type Day = keyof Week
export type Period = Week['mon'][number]
export type Holiday = Calendar['holidays'][number]
export type CompanyPolicy = z.infer<typeof contract.CompanyPolicy>
export type Change = z.infer<typeof contract.SlaChange>

export const targetPriorities = ['P1', 'P2', 'P3', 'P4'] as const
export type Priority = (typeof targetPriorities)[number]
export const clocks = ['response', 'resolution'] as const
export type ClockName = (typeof clocks)[number]
export const clockLabels: Record<ClockName, string> = { response: 'First response', resolution: 'Resolution' }
