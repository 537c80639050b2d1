// The contract's shapes as types: no schema reaches the browser.
import type { z } from 'zod'
import type * as contract from '../../../contract/contacts.ts'

export type ContactRow = z.infer<typeof contract.ContactRow>
export type Contact = z.infer<typeof contract.Contact>
export type ClientRow = z.infer<typeof contract.ClientRow>
export type Client = z.infer<typeof contract.Client>
export type ContactImport = z.infer<typeof contract.ContactImport>
export type ImportDetail = z.infer<typeof contract.ImportDetail>
export type ImportPlan = z.infer<typeof contract.ImportPlan>
export type ImportPreview = z.infer<typeof contract.ImportPreview>
export type ImportField = z.infer<typeof contract.ImportField>
export type ImportCounts = z.infer<typeof contract.ImportCounts>

/** Whose screen it is: a partner's own book, or those of all companies for the provider's staff. */
export type Side = 'partner' | 'staff'

/** What may be chosen by name. */
export type Choice = { id: string; name: string }
