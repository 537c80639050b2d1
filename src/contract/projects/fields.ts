// Fields, roles and errors that several files of this module share.

import { z } from 'zod'
import { current, Day, Id, Instant } from '../base.ts'
import { Person } from '../companies/index.ts'
import { EDIT_MINUTES } from '../tickets/index.ts'

const PROJECT_STATUSES = ['planned', 'active', 'waiting_on_partner', 'on_hold', 'done', 'canceled'] as const
/** The health of a project. In an update staff choose it; on the project it is calculated. */
const PROJECT_HEALTHS = ['on_track', 'at_risk', 'delayed'] as const
const SIDES = ['provider', 'partner'] as const
export const ProjectStatus = z.enum(PROJECT_STATUSES, 'Choose a status.')
export const ProjectHealth = z.enum(PROJECT_HEALTHS, 'Choose a health status.')
export const Side = z.enum(SIDES, 'Choose provider or partner.')
/** Returns a schema of one line of required text. `words` is the message when it is missing. */
export const requiredLine = (max: number, words: string) =>
  z
    .string(words)
    .trim()
    .min(1, words)
    .max(max, `At most ${max} characters.`)
    .regex(/^[^\p{Cc}]*$/u, 'Use a single line.')
/** Returns a schema of text, which may be empty. */
export const text = (max: number) =>
  z
    .string('Enter text.')
    .trim()
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`)
/** Returns a schema of the required text of a comment or an update. `words` is the message when it is missing. */
export const requiredText = (words: string) => text(10_000).min(1, words)
/** Returns a schema of a number of minutes, at least 1. `words` is the message when it is not valid. */
export const minutes = (max: number, words: string) =>
  z
    .int(words)
    .min(1, words)
    .max(max, `At most ${(max / 60).toLocaleString('en-US')} hours.`)
export const Ref = z.object({ id: Id, name: z.string() })
export const NumberedRef = Ref.extend({ number: z.number().int() })
export const projectFields = {
  name: requiredLine(200, 'Enter a name.'),
  /** Markdown. Visible to the partner. */
  description: text(20_000),
  /** The agreement that its work counts toward, or null for the company's default. */
  agreementId: Id.nullable(),
  /** An engineer or administrator of the provider. */
  leadId: Id,
  startsOn: Day.nullable(),
  dueOn: Day.nullable(),
  budgetMinutes: minutes(600_000, 'Enter the number of hours.').nullable(),
}
export const PersonOfSide = Person.extend({ side: Side })
/** Fields of texts that their author can edit for some minutes. */
export const editState = {
  editedAt: Instant.nullable(),
  /** Until when the reader may edit it. Null when it is not theirs or that time has passed. */
  editableUntil: Instant.nullable(),
  version: z.number().int(),
}
export const editErrors = {
  CONFLICT: {
    status: 409,
    message: 'You changed this text in another window. Review that change and try again.',
    data: current(z.unknown()),
  },
  EDIT_OVER: {
    status: 409,
    message: `Comments and updates can only be edited for ${EDIT_MINUTES} minutes. Post a new one instead.`,
  },
}
export const attachmentGone = {
  ATTACHMENT_GONE: { status: 422, message: 'An attachment no longer exists. Upload it again.', data: z.any() },
}
export const byId = z.object({ id: Id })
