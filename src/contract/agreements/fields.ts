// Fields, roles and errors that several files of this module share.

import { z } from 'zod'
import { printed } from '../printed.ts'

export const AGREEMENT_BODY_MAX = 100_000
export const COMMENT_MAX = 2_000
/** Returns a schema of required text. `words` is the message when it is missing. */
export const Text = (max: number, words: string) =>
  z
    .string(words)
    .trim()
    .min(1, words)
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`)
/** Markdown with variables, such as `{{ company.name }}`. */
export const AgreementSource = printed(
  z
    .string('Enter the text.')
    .max(AGREEMENT_BODY_MAX, `At most ${AGREEMENT_BODY_MAX.toLocaleString('en-US')} characters.`)
    .refine((text) => text.trim() !== '', 'Enter the text.'),
  'in agreements',
)
