// Notes of staff about a company.

import { z } from 'zod'
import { Id, Instant, op, page, pageOf, staff } from '../base.ts'
import { deletedAnswer, Person } from './fields.ts'

/** A note that staff wrote about a company. */
export const CompanyNote = z.object({
  id: Id,
  author: Person,
  /** Markdown. */
  body: z.string(),
  version: z.number().int(),
  createdAt: Instant,
  editedAt: Instant.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
const NOTE_MAX = 10_000
const NoteBody = z
  .string('Enter a note.')
  .trim()
  .min(1, 'Enter a note.')
  .max(NOTE_MAX, `At most ${NOTE_MAX.toLocaleString('en-US')} characters.`)
const noteChanged = {
  CONFLICT: {
    status: 409,
    message: 'You changed this note in another window. Review the current text and try again.',
    data: z.object({ current: CompanyNote.optional() }).optional(),
  },
}

export const noteOperations = {
  notes: op('GET', '/companies/{id}/notes', {
    roles: staff,
    tag: 'companies',
    summary: 'List staff notes about a company, newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(CompanyNote)),
  addNote: op('POST', '/companies/{id}/notes', {
    roles: staff,
    tag: 'companies',
    summary: 'Add a staff note about a company',
    status: 201,
    creates: true,
  })
    .input(z.object({ id: Id, body: NoteBody }))
    .output(CompanyNote),
  editNote: op('PATCH', '/company-notes/{id}', { roles: staff, tag: 'companies', summary: 'Update your own note' })
    .errors(noteChanged)
    .input(z.object({ id: Id, body: NoteBody, version: z.coerce.number().int().optional() }))
    .output(CompanyNote),
  deleteNote: op('DELETE', '/company-notes/{id}', { roles: staff, tag: 'companies', summary: 'Delete your own note' })
    .input(z.object({ id: Id }))
    .output(deletedAnswer),
}
