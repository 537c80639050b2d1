// The contract's schemas as types, so that no schema code reaches the browser.
import type { z } from 'zod'
import type * as contract from '../../../contract/contacts/index.ts'

export type ContactRow = z.infer<typeof contract.ContactRow>
export type Contact = z.infer<typeof contract.Contact>
export type ClientRow = z.infer<typeof contract.ClientRow>
export type Client = z.infer<typeof contract.Client>
/** The input that the form of a contact sends. */
export type NewContact = z.input<typeof contract.NewContact>
/** The input that the form of a client sends. */
export type NewClient = z.input<typeof contract.NewClient>
export type ContactImport = z.infer<typeof contract.ContactImport>
export type ImportDetail = z.infer<typeof contract.ImportDetail>
export type ImportPlan = z.infer<typeof contract.ImportPlan>
export type ImportPreview = z.infer<typeof contract.ImportPreview>
export type ImportField = z.infer<typeof contract.ImportField>
export type ImportCounts = z.infer<typeof contract.ImportCounts>

/** Who reads the screen: a partner with the contacts of their company, or staff with those of all companies. */
export type Side = 'partner' | 'staff'

/** A record that can be chosen by name. */
export type Choice = { id: string; name: string }
