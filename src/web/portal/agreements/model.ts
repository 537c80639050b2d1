// The contract's shapes as types: no schema reaches the browser.
import type { z } from 'zod'
import type * as contract from '../../../contract/agreements.ts'

export type TimeEntry = z.infer<typeof contract.TimeEntry>
export type Timer = z.infer<typeof contract.Timer>
export type WorkType = z.infer<typeof contract.WorkType>
export type FreeReason = z.infer<typeof contract.FreeReason>
/** Time as it is sent. */
export type BookTime = z.input<typeof contract.BookTime>
export type TimeChange = z.infer<typeof contract.TimeChange>
