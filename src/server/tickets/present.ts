import type { z } from 'zod'
import {
  EDIT_MINUTES,
  type Message,
  type Ticket,
  type TicketChange,
  type TicketRow,
} from '../../contract/tickets/index.ts'
import { describeFile, type FileRow } from '../files/index.ts'
import { presentFields } from '../platform/fields.ts'
import { ticketFields } from './fields.ts'
import { type TicketStatus, ticketPermissions } from './policy.ts'
import type { Row, Whole } from './queries.ts'

/** Returns a ticket as a row of a list. */
export const presentTicketRow = (r: Row): z.infer<typeof TicketRow> => presentFields(ticketFields, 'list', r)

/** Returns a ticket with all its fields and the reader's permissions. */
export const presentTicket = (
  r: Whole,
  reader: { kind: 'tenant' | 'staff'; role?: string },
): z.infer<typeof Ticket> => ({
  ...presentTicketRow(r),
  ...presentFields(ticketFields, 'record', r),
  can: ticketPermissions(reader, r.status as TicketStatus, r),
})

type MessageRow = {
  id: string
  kind: string
  author_id: string | null
  author_kind: string
  author_name: string
  body: string
  format: string
  data: unknown
  created_at: string
  edited_at: string | null
  version: number
  inbound_id: string | null
  folded: string | null
  /** The number of the ticket that the message was moved from. Not selected for a message that was just written. */
  moved_number?: number | null
}

/** Returns until when the reader may edit the message. Null when it is not the reader's or is too old. */
function editableUntil(r: MessageRow, reader?: { userId: string }): string | null {
  if (!reader || r.kind === 'event' || r.author_id !== reader.userId) return null
  const until = new Date(r.created_at).getTime() + EDIT_MINUTES * 60_000
  return until > Date.now() ? new Date(until).toISOString() : null
}

/** Returns a message for one reader, with its files and the people mentioned in it. */
export const presentMessage = (
  r: MessageRow,
  files: FileRow[],
  mentions: { id: string; name: string }[] = [],
  reader?: { userId: string },
): z.infer<typeof Message> => ({
  id: r.id,
  kind: r.kind as z.infer<typeof Message>['kind'],
  author: { id: r.author_id, name: r.author_name, kind: r.author_kind as z.infer<typeof Message>['author']['kind'] },
  body: r.body,
  format: r.format as z.infer<typeof Message>['format'],
  folded: r.folded,
  change: r.kind === 'event' ? (r.data as z.infer<typeof TicketChange>) : null,
  movedFrom: r.moved_number ?? null,
  attachments: files.map(describeFile),
  mail: r.inbound_id,
  mentions: mentions.map(({ id, name }) => ({ id, name })),
  createdAt: r.created_at,
  editedAt: r.edited_at,
  editableUntil: editableUntil(r, reader),
  version: r.version,
})
