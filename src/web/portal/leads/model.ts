// The contract's shapes as types, so that no schema is bundled for the browser.
import type { z } from 'zod'
import type * as contract from '../../../contract/leads/index.ts'

export type Lead = z.infer<typeof contract.Lead>
export type LeadRow = z.infer<typeof contract.LeadRow>
export type Submission = z.infer<typeof contract.Submission>
export type Activity = z.infer<typeof contract.LeadActivity>
export type Stage = z.infer<typeof contract.Stage>
export type Status = z.infer<typeof contract.LeadStatus>
export type Source = z.infer<typeof contract.LeadSource>
export type Person = { id: string; name: string }
