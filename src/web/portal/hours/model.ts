// The contract's shapes as types, so that no schema is bundled for the browser.
import type { z } from 'zod'
import type * as contract from '../../../contract/hours.ts'

export type Balance = z.infer<typeof contract.Balance>
export type Forecast = z.infer<typeof contract.Forecast>
export type Block = z.infer<typeof contract.Block>
export type LedgerLine = z.infer<typeof contract.LedgerLine>
export type LedgerKind = LedgerLine['kind']
export type LedgerTotals = z.infer<typeof contract.LedgerTotals>
export type Finding = z.infer<typeof contract.Finding>
