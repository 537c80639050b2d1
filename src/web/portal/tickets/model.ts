// The contract's schemas as types, so that no schema code reaches the browser.
import type { z } from 'zod'
import type { FileInfo as FileInfoSchema } from '../../../contract/files.ts'
import type * as contract from '../../../contract/tickets/index.ts'

export type Ticket = z.infer<typeof contract.Ticket>
export type TicketRow = z.infer<typeof contract.TicketRow>
export type TicketChange = z.infer<typeof contract.TicketChange>
export type SlaState = (typeof contract.SLA_STATES)[number]
export type TicketClocks = z.infer<typeof contract.TicketClocks>
export type Message = z.infer<typeof contract.Message>
export type FileInfo = z.infer<typeof FileInfoSchema>
export type Status = z.infer<typeof contract.Status>
export type Priority = z.infer<typeof contract.Priority>
export type Source = z.infer<typeof contract.TicketSource>
export type Category = z.infer<typeof contract.TicketCategory>
export type Impact = z.infer<typeof contract.Impact>
export type Urgency = z.infer<typeof contract.Urgency>
export type CannedReply = z.infer<typeof contract.CannedReply>
export type CannedVariable = keyof typeof contract.CANNED_VARIABLES
export type SortKey = (typeof contract.SORTS)[number]

/** The kinds of message that a person writes in a ticket. */
export type MessageKind = 'reply' | 'note'
