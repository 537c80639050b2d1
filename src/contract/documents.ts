import { z } from 'zod'
import { everyone, Id, Instant, op } from './base.ts'

/** The kinds of records that have a PDF. Invoices are for owners and administrators only. */
export const DOCUMENT_KINDS = ['invoice', 'agreement', 'report'] as const
export const DOCUMENT_STATES = ['queued', 'running', 'ready', 'failed'] as const
export const DOCUMENT_PROBLEMS = ['too_large'] as const

/** A PDF of a record as it was when the PDF was requested. The same state of a record is rendered once. */
export const DocumentInfo = z.object({
  id: Id,
  kind: z.enum(DOCUMENT_KINDS),
  subjectId: Id,
  state: z.enum(DOCUMENT_STATES),
  /** Why it failed, if retrying does not help. */
  problem: z.enum(DOCUMENT_PROBLEMS).nullable(),
  /** In percent. */
  progress: z.number().int(),
  /** The file name for saving it. */
  name: z.string(),
  /** Size in bytes, and the SHA-256 in hex. Null until it is ready. */
  size: z.number().int().nullable(),
  sha256: z.string().nullable(),
  madeAt: Instant.nullable(),
})

/** Operations of the module. The bytes are at `GET /documents/{id}/content`. */
export const documents = {
  request: op('POST', '/documents', {
    roles: everyone,
    creates: true,
    tag: 'documents',
    summary: 'Request the PDF of an invoice, agreement or report in its current state. Retries a PDF that failed.',
  })
    .input(
      z.object({
        kind: z.enum(DOCUMENT_KINDS, 'Choose invoice, agreement or report.'),
        /**
         * The id of an invoice, of an agreement or one of its revisions, or from the response of
         * `POST /reports/papers`.
         */
        subjectId: Id,
      }),
    )
    .errors({
      DOCUMENT_NOT_THERE: {
        status: 422,
        message: 'There is no PDF yet. An invoice has one once it is issued, and an agreement once it has text.',
      },
    })
    .output(DocumentInfo),
  get: op('GET', '/documents/{id}', {
    roles: everyone,
    tag: 'documents',
    summary: 'Get the status of a PDF',
  })
    .input(z.object({ id: Id }))
    .output(DocumentInfo),
}
