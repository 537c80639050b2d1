import type { z } from 'zod'
import type { Message, Ticket, TicketChange, TicketRow } from '../../contract/tickets.ts'
import { type FileRow, presentFile } from '../files/index.ts'
import { can } from './policy.ts'

/** What somebody who has left the company is called. */
const FORMER = 'Former colleague'

type Row = {
  id: string
  number: number
  subject: string
  category: string
  impact: string
  urgency: string
  priority: string
  status: string
  company_id: string
  company: string | null
  requester_id: string
  requester: string | null
  assignee_id: string | null
  assignee: string | null
  version: number
  created_at: string
  updated_at: string
}

// Text columns with a check become the contract's unions here and nowhere else.
/** A row of a list. */
export const presentRow = (r: Row): z.infer<typeof TicketRow> => ({
  id: r.id,
  number: r.number,
  subject: r.subject,
  category: r.category as 'other',
  impact: r.impact as 'one',
  urgency: r.urgency as 'low',
  priority: r.priority as 'P4',
  status: r.status as 'new',
  company: { id: r.company_id, name: r.company ?? '' },
  requester: { id: r.requester_id, name: r.requester ?? FORMER },
  assignee: r.assignee_id ? { id: r.assignee_id, name: r.assignee ?? FORMER } : null,
  createdAt: r.created_at,
  updatedAt: r.updated_at,
  version: r.version,
})

type Whole = Row & {
  description: string
  priority_reason: string | null
  source: string
  tags: string[]
  first_response_at: string | null
  resolved_at: string | null
  closed_at: string | null
}

/** A whole ticket for one reader. */
export const presentTicket = (
  r: Whole,
  files: FileRow[],
  reader: { kind: 'tenant' | 'staff' },
): z.infer<typeof Ticket> => ({
  ...presentRow(r),
  description: r.description,
  attachments: files.map(presentFile),
  priorityReason: r.priority_reason,
  source: r.source as 'portal',
  tags: r.tags,
  firstResponseAt: r.first_response_at,
  resolvedAt: r.resolved_at,
  closedAt: r.closed_at,
  can: can(reader, r.status as 'new'),
})

type MessageRow = {
  id: string
  kind: string
  author_id: string | null
  author_kind: string
  author_name: string
  body: string
  data: unknown
  created_at: string
}

/** A message with its files. */
export const presentMessage = (r: MessageRow, files: FileRow[]): z.infer<typeof Message> => ({
  id: r.id,
  kind: r.kind as 'reply',
  author: { id: r.author_id, name: r.author_name, kind: r.author_kind as 'partner' },
  body: r.body,
  change: r.kind === 'event' ? (r.data as z.infer<typeof TicketChange>) : null,
  attachments: files.map(presentFile),
  createdAt: r.created_at,
})
