// Company exports.

import { z } from 'zod'
import { Id, Instant, op, owner, page, pageOf } from '../base.ts'
import { Person } from './fields.ts'

/** A company export: an archive of everything that a company has. */
export const Export = z.object({
  id: Id,
  state: z.enum(['queued', 'running', 'ready', 'failed']),
  /** In percent. */
  progress: z.number().int(),
  withFiles: z.boolean(),
  /** Size in bytes. Null until it is ready. */
  size: z.number().int().nullable(),
  requestedBy: Person,
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  /** When it is deleted. */
  expiresAt: Instant.nullable(),
})
/** Days until a finished export is deleted. */
export const EXPORT_DAYS = 7
/** Finished exports of one company that are kept. A newer one replaces the oldest. */
export const EXPORTS_KEPT = 2

export const exportOperations = {
  exports: op('GET', '/exports', {
    roles: owner,
    tag: 'companies',
    summary: 'List your company’s data exports, newest first',
  })
    .input(z.object(page))
    .output(pageOf(Export)),
  startExport: op('POST', '/exports', {
    roles: owner,
    tag: 'companies',
    summary: 'Start an export of all company data to one archive',
    status: 201,
    creates: true,
  })
    .errors({ EXPORT_RUNNING: { status: 409, message: 'An export is already in progress. Wait until it is ready.' } })
    .input(z.object({ withFiles: z.boolean('Choose whether to include attachments.') }))
    .output(Export),
}
