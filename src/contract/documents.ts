import { z } from 'zod'
import { everyone, Id, Instant, op } from './base.ts'

/** What there are PDFs of. Invoices are for owners and administrators. */
export const DOCUMENT_KINDS = ['invoice', 'agreement', 'report'] as const
export const DOCUMENT_STATES = ['queued', 'running', 'ready', 'failed'] as const

/** A PDF of one thing as it stood when it was asked for; the same state of it is made once. */
export const DocumentInfo = z.object({
  id: Id,
  kind: z.enum(DOCUMENT_KINDS),
  subjectId: Id,
  state: z.enum(DOCUMENT_STATES),
  /** Percent. */
  progress: z.number().int(),
  /** What it is called when it is saved. */
  name: z.string(),
  /** Bytes, and their SHA-256 in hex; null until it is ready. */
  size: z.number().int().nullable(),
  sha256: z.string().nullable(),
  madeAt: Instant.nullable(),
})

/** Operations of the room. The bytes are at `GET /documents/{id}/content`. */
export const documents = {
  request: op('POST', '/documents', {
    roles: everyone,
    creates: true,
    tag: 'documents',
    summary: 'Ask for the PDF of an invoice or an agreement as it stands now; asks again for one that failed',
  })
    .input(
      z.object({
        kind: z.enum(DOCUMENT_KINDS, 'Choose invoice, agreement or report.'),
        /** The invoice; the agreement, or one revision of it; what `POST /reports/papers` gave. */
        subjectId: Id,
      }),
    )
    .errors({
      DOCUMENT_NOT_THERE: {
        status: 422,
        message: 'There is no PDF of this yet: an invoice has one once it was issued, an agreement once it has a text.',
      },
    })
    .output(DocumentInfo),
  get: op('GET', '/documents/{id}', {
    roles: everyone,
    tag: 'documents',
    summary: 'How far a PDF is',
  })
    .input(z.object({ id: Id }))
    .output(DocumentInfo),
}
