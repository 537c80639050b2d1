// Canned replies: texts that staff insert into a reply.
import { z } from 'zod'
import { Id, Instant, op, page, pageOf, staff } from '../base.ts'

/** Variables of a canned reply, which are replaced by names of people, tickets and companies. */
export const CANNED_VARIABLES = {
  'requester.name': 'The requester’s full name',
  'requester.first_name': 'The requester’s first name',
  'ticket.number': 'The ticket number, such as T-1042',
  'ticket.subject': 'The ticket subject',
  'ticket.priority': 'The priority, from P1 to P4',
  'ticket.url': 'A link to the ticket in the portal',
  'company.name': 'The requester’s company',
  'me.name': 'Your full name',
  'me.first_name': 'Your first name',
  'provider.name': 'The provider’s name',
} as const

export const CannedReply = z.object({
  id: Id,
  name: z.string(),
  shortcut: z.string(),
  body: z.string(),
  updatedAt: Instant,
  updatedBy: z.string().nullable(),
  version: z.number().int(),
})

const CannedName = z
  .string('Enter a name.')
  .trim()
  .min(1, 'Enter a name.')
  .max(80, 'At most 80 characters.')
  .regex(/^[^\p{Cc}]*$/u, 'Use a single line.')

const CannedShortcut = z
  .string('Enter a shortcut.')
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9-]{0,29}$/, 'Use up to 30 lowercase letters, digits and hyphens, such as “need-logs”.')

const CannedBody = z
  .string('Enter the text of the reply.')
  .max(20_000, 'At most 20,000 characters.')
  .refine((text) => text.trim() !== '', 'Enter the text of the reply.')

const NewCannedReply = z.object({ name: CannedName, shortcut: CannedShortcut, body: CannedBody })

const EditCannedReply = NewCannedReply.partial().extend({ id: Id, version: z.coerce.number().int() })

const shortcutTaken = {
  SHORTCUT_TAKEN: { status: 409, message: 'Another canned reply uses this shortcut. Choose a different one.' },
}

export const cannedReplyOperations = {
  cannedReplies: op('GET', '/canned-replies', {
    roles: staff,
    tag: 'tickets',
    summary: 'List canned replies by name',
  })
    .input(z.object({ q: z.string().max(100).optional(), ...page }))
    .output(pageOf(CannedReply)),
  createCannedReply: op('POST', '/canned-replies', {
    roles: staff,
    tag: 'tickets',
    summary: 'Add a canned reply',
    status: 201,
    creates: true,
  })
    .errors(shortcutTaken)
    .input(NewCannedReply)
    .output(CannedReply),
  editCannedReply: op('PATCH', '/canned-replies/{id}', {
    roles: staff,
    tag: 'tickets',
    summary: 'Edit a canned reply',
  })
    .errors({
      ...shortcutTaken,
      CONFLICT: {
        status: 409,
        message: 'Someone else changed this canned reply. Review their changes and try again.',
        data: z.object({ current: CannedReply.optional() }).optional(),
      },
    })
    .input(EditCannedReply)
    .output(CannedReply),
  removeCannedReply: op('DELETE', '/canned-replies/{id}', {
    roles: staff,
    tag: 'tickets',
    summary: 'Delete a canned reply',
  })
    .input(z.object({ id: Id }))
    .output(z.object({ id: Id })),
  previewCannedReply: op('POST', '/canned-replies/preview', {
    roles: staff,
    tag: 'tickets',
    summary: 'Preview a canned reply with sample values',
  })
    .input(z.object({ body: CannedBody }))
    .output(z.object({ text: z.string() })),
  renderCannedReply: op('GET', '/tickets/{id}/canned-replies/{cannedReplyId}', {
    roles: staff,
    tag: 'tickets',
    summary: 'Fill in a canned reply for a ticket',
  })
    .input(z.object({ id: Id, cannedReplyId: Id }))
    .output(z.object({ text: z.string() })),
}
