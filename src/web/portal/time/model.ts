// The contract's shapes as types, so that no schema is bundled for the browser.
import type { z } from 'zod'
import type * as contract from '../../../contract/time.ts'

export type TimeEntry = z.infer<typeof contract.TimeEntry>
export type Timer = z.infer<typeof contract.Timer>
export type WorkType = z.infer<typeof contract.WorkType>
export type FreeReason = z.infer<typeof contract.FreeReason>
/** A time entry as the API accepts it. */
export type BookTime = z.input<typeof contract.BookTime>
export type TimeChange = z.infer<typeof contract.TimeChange>

/** The subject of a time entry: a ticket, or a task of a project. */
export type WorkedOn = Pick<TimeEntry, 'ticket' | 'task'>
/** Returns the number to show before the name: T-1042, or P-1003 for a task. */
export const formatWorkNumber = ({ ticket, task }: WorkedOn): string =>
  ticket ? `T-${ticket.number}` : `P-${task?.project.number}`
/** Returns the subject of the ticket, or the title of the task. */
export const formatWorkName = ({ ticket, task }: WorkedOn): string => ticket?.subject ?? task?.title ?? ''
/** Returns the address of the ticket or task in the screens for staff. */
export const buildWorkPath = ({ ticket, task }: WorkedOn): string =>
  ticket ? `/admin/tickets/${ticket.id}` : `/my-projects/${task?.project.id}?task=${task?.id}`
