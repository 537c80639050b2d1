// Fields, roles and errors that several files of this module share.

import { z } from 'zod'
import { Id } from '../base.ts'
import { printed } from '../printed.ts'

export const admin = ['admin'] as const
export const BODY_MAX = 100_000
export const COMMENT_MAX = 2_000
/** Returns a schema of required text. `words` is the message when it is missing. */
export const Text = (max: number, words: string) =>
  z
    .string(words)
    .trim()
    .min(1, words)
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`)
/** Markdown with variables, such as `{{ company.name }}`. */
export const Source = printed(
  z
    .string('Enter the text.')
    .max(BODY_MAX, `At most ${BODY_MAX.toLocaleString('en-US')} characters.`)
    .refine((text) => text.trim() !== '', 'Enter the text.'),
  'in agreements',
)
/** Returns a schema of the data of a CONFLICT error: the current record. */
export const current = (What: z.ZodType) => z.object({ current: What.optional() }).optional()
export const versioned = { id: Id, version: z.coerce.number().int() }
