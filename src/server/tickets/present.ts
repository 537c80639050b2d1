import type { z } from 'zod'
import {
  EDIT_MINUTES,
  type Message,
  type Ticket,
  type TicketChange,
  type TicketLink,
  type TicketRef,
  type TicketReview,
  type TicketRow,
  type Watcher,
} from '../../contract/tickets.ts'
import { type FileRow, presentFile } from '../files/index.ts'
import { FORMER } from '../platform/words.ts'
import { type EstimateRow, presentEstimates } from './estimates.ts'
import { can, changeableUntil } from './policy.ts'
import { presentSla } from './sla.ts'

type Row = Parameters<typeof presentSla>[0] & {
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
  client_id: string | null
  client: string | null
  contact_id: string | null
  contact: string | null
  agreement_id: string | null
  agreement: { number: number; name: string } | null
  installation_id: string | null
  installation: string | null
  tags: string[]
  source: string
  rating: number | null
  minutes: number
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
  client: r.client_id ? { id: r.client_id, name: r.client ?? '' } : null,
  contact: r.contact_id ? { id: r.contact_id, name: r.contact ?? '' } : null,
  agreement: r.agreement_id && r.agreement ? { id: r.agreement_id, ...r.agreement } : null,
  installation: r.installation_id ? { id: r.installation_id, name: r.installation ?? '' } : null,
  tags: r.tags,
  source: r.source as 'portal',
  rating: r.rating,
  createdAt: r.created_at,
  updatedAt: r.updated_at,
  sla: presentSla(r),
  minutes: r.minutes,
  version: r.version,
})

type Whole = Row & {
  description: string
  inbound_id: string | null
  priority_reason: string | null
  merged_into: string | null
  target: z.infer<typeof TicketRef> | null
  links: z.infer<typeof TicketLink>[]
  rating_comment: string | null
  rated_by: string | null
  rater: string | null
  rated_at: string | null
  first_response_at: string | null
  resolved_at: string | null
  closed_at: string | null
  estimates: EstimateRow[]
  used: number
  watchers: unknown
  files: FileRow[]
}

/** A whole ticket for one reader. */
export const presentTicket = (
  r: Whole,
  reader: { kind: 'tenant' | 'staff'; role?: string },
): z.infer<typeof Ticket> => ({
  ...presentRow(r),
  ...presentEstimates(r.estimates, r.used, Date.now()),
  description: r.description,
  mail: r.inbound_id,
  attachments: r.files.map(presentFile),
  priorityReason: r.priority_reason,
  mergedInto: r.target,
  links: r.links,
  review: reviewOf(r),
  firstResponseAt: r.first_response_at,
  resolvedAt: r.resolved_at,
  closedAt: r.closed_at,
  watchers: r.watchers as z.infer<typeof Watcher>[],
  can: can(reader, r.status as 'new', r),
})

const reviewOf = (r: Whole): z.infer<typeof TicketReview> | null =>
  r.rating !== null && r.rated_at !== null
    ? {
        rating: r.rating,
        comment: r.rating_comment,
        by: { id: r.rated_by ?? r.requester_id, name: r.rater ?? FORMER },
        at: r.rated_at,
        changeableUntil: new Date(changeableUntil(r.rated_at)).toISOString(),
      }
    : null

type MessageRow = {
  id: string
  kind: string
  author_id: string | null
  author_kind: string
  author_name: string
  body: string
  data: unknown
  created_at: string
  edited_at: string | null
  version: number
  inbound_id: string | null
  /** The number of the ticket that it came from; not asked for what was just written. */
  moved_number?: number | null
}

/** Until when the reader may put the message right; null for what is not theirs, or too old by now. */
function editableUntil(r: MessageRow, reader?: { userId: string }): string | null {
  if (!reader || r.kind === 'event' || r.author_id !== reader.userId) return null
  const until = new Date(r.created_at).getTime() + EDIT_MINUTES * 60_000
  return until > Date.now() ? new Date(until).toISOString() : null
}

/** A message for one reader, with its files and those who are named in it. */
export const presentMessage = (
  r: MessageRow,
  files: FileRow[],
  mentions: { id: string; name: string }[] = [],
  reader?: { userId: string },
): z.infer<typeof Message> => ({
  id: r.id,
  kind: r.kind as 'reply',
  author: { id: r.author_id, name: r.author_name, kind: r.author_kind as 'partner' },
  body: r.body,
  change: r.kind === 'event' ? (r.data as z.infer<typeof TicketChange>) : null,
  movedFrom: r.moved_number ?? null,
  attachments: files.map(presentFile),
  mail: r.inbound_id,
  mentions: mentions.map(({ id, name }) => ({ id, name })),
  createdAt: r.created_at,
  editedAt: r.edited_at,
  editableUntil: editableUntil(r, reader),
  version: r.version,
})
