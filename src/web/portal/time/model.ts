// The contract's shapes as types: no schema reaches the browser.
import type { z } from 'zod'
import type * as contract from '../../../contract/time.ts'

export type TimeEntry = z.infer<typeof contract.TimeEntry>
export type Timer = z.infer<typeof contract.Timer>
export type WorkType = z.infer<typeof contract.WorkType>
export type FreeReason = z.infer<typeof contract.FreeReason>
/** Time as it is sent. */
export type BookTime = z.input<typeof contract.BookTime>
export type TimeChange = z.infer<typeof contract.TimeChange>

/** What time is about: a ticket, or a task of a project. */
export type WorkedOn = Pick<TimeEntry, 'ticket' | 'task'>
/** What stands before its name: T-1042, or P-1003 for a task. */
export const numberOf = ({ ticket, task }: WorkedOn): string =>
  ticket ? `T-${ticket.number}` : `P-${task?.project.number}`
/** Its name: the subject of the ticket, or the title of the task. */
export const nameOf = ({ ticket, task }: WorkedOn): string => ticket?.subject ?? task?.title ?? ''
/** Where it is, for staff. */
export const placeOf = ({ ticket, task }: WorkedOn): string =>
  ticket ? `/admin/tickets/${ticket.id}` : `/my-projects/${task?.project.id}?task=${task?.id}`
