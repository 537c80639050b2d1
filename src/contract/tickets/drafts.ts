// Unsent texts.
import { z } from 'zod'
import { everyone, Id, Instant, op } from '../base.ts'
import { FileInfo } from '../files.ts'

const DRAFT_KINDS = ['reply', 'note', 'new'] as const

/** An unsent reply, note or new ticket. */
export const TicketDraft = z.object({
  body: z.string(),
  /** The other fields of a ticket that is not open yet. */
  fields: z.record(z.string(), z.unknown()).nullable(),
  files: z.array(FileInfo),
  /** Changes with every save. */
  revision: Id,
  updatedAt: Instant,
})

const DraftPlace = z
  .object({ kind: z.enum(DRAFT_KINDS), ticketId: Id.optional() })
  .refine(({ kind, ticketId }) => (kind === 'new') === (ticketId === undefined), {
    message: 'Send ticketId for a reply or note. Leave it out for a new ticket.',
    path: ['ticketId'],
  })

/**
 * Maximum size of the other fields as JSON. The database writes numbers out in full, with up to some hundred digits.
 */
const FIELDS_MAX = 10_000

const fieldsFit = (fields: unknown) =>
  // Checked first as they are: many short numbers, written out, would be a text of hundreds of megabytes.
  JSON.stringify(fields).length <= FIELDS_MAX &&
  JSON.stringify(fields, (_, v) => (typeof v === 'number' ? '0'.repeat(400) : v)).length <= FIELDS_MAX

const SaveDraft = DraftPlace.safeExtend({
  body: z.string().max(100_000, 'This draft is too long to save.').default(''),
  fields: z
    .record(z.string().max(40), z.unknown())
    .refine(fieldsFit, 'This draft is too large to save.')
    .nullable()
    .default(null),
  fileIds: z.array(Id).max(40, 'At most 40 files.').default([]),
  /**
   * The revision that this save is based on, or null if there was none. If it has changed, the answer is 409 with the
   * current draft.
   */
  revision: Id.nullable(),
})

export const draftOperations = {
  draft: op('GET', '/drafts', { roles: everyone, tag: 'tickets', summary: 'Get your unsent draft' })
    .input(DraftPlace)
    .output(z.object({ draft: TicketDraft.nullable() })),
  saveDraft: op('PUT', '/drafts', {
    roles: everyone,
    tag: 'tickets',
    summary: 'Save your draft; an empty draft is deleted',
  })
    .errors({
      CONFLICT: {
        status: 409,
        message: 'You changed this draft in another tab or on another device. Review the current text and try again.',
        data: z.object({ current: TicketDraft.nullable().optional() }).optional(),
      },
    })
    .input(SaveDraft)
    .output(z.object({ draft: TicketDraft.nullable() })),
}
