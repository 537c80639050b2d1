import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { admin, everyone, Id, Instant, op, page, pageOf, staff } from './base.ts'
import { Person } from './companies/index.ts'
import { Impact, Ticket, TicketCategory, Urgency } from './tickets/index.ts'

export const PROMPT_KEYS = [
  'ticket.triage',
  'ticket.reply-draft',
  'ticket.summary',
  'automation.recommendation',
  'report.summary',
] as const
export const PromptKey = z.enum(PROMPT_KEYS, 'This prompt does not exist.')
/** A prompt key in a URL. Unknown keys answer NOT_FOUND instead of a validation error. */
const Key = z.string().max(60)
export const PROMPT_BODY_MAX = 20_000
const REASON_MAX = 2_000
export const OUTCOMES = ['running', 'ok', 'busy', 'slow', 'unavailable', 'broken', 'cut', 'stopped', 'lost'] as const
export const SUGGESTION_STATES = ['open', 'accepted', 'edited', 'rejected'] as const

const Body = z
  .string('Enter the prompt.')
  .max(PROMPT_BODY_MAX, `At most ${PROMPT_BODY_MAX.toLocaleString('en-US')} characters.`)
  .refine((text) => text.trim() !== '', 'Enter the prompt.')
const Line = (max: number, words: string) =>
  z
    .string(words)
    .trim()
    .min(1, words)
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`)
/** A version number; 0 is the built-in text. */
const Number_ = z.coerce.number('Choose a version.').int('Choose a version.').min(0, 'Choose a version.').max(1_000_000)

/** The model and its budget. Amounts are in millionths of a dollar, per UTC day. */
export const ModelStatus = z.object({
  /** Null when no model is configured: then nothing is suggested anywhere. */
  model: z.object({ provider: z.string(), name: z.string() }).nullable(),
  /** Whether the price of the model is known. */
  priced: z.boolean(),
  spentMicros: z.number().int(),
  budgetMicros: z.number().nullable(),
  companyBudgetMicros: z.number().nullable(),
})

/** The results of a version in the last 30 days. */
export const Figures = z.object({
  runs: z.number().int(),
  /** Runs without a usable answer. */
  failed: z.number().int(),
  tokensIn: z.number().int(),
  tokensOut: z.number().int(),
  /** Milliseconds. Null when no run succeeded. */
  p50: z.number().int().nullable(),
  p95: z.number().int().nullable(),
  /** Millionths of a dollar. Null when the price of the model is not configured. */
  costMicros: z.number().int().nullable(),
  accepted: z.number().int(),
  edited: z.number().int(),
  rejected: z.number().int(),
})

export const PromptRow = z.object({
  key: PromptKey,
  title: z.string(),
  about: z.string(),
  /** The live version; 0 is the built-in text. */
  live: z.number().int(),
  /** The newest version. 0 when there is only the built-in text. */
  newest: z.number().int(),
  liveSince: Instant.nullable(),
  figures: Figures,
})
export const PromptVariable = z.object({ name: z.string(), about: z.string(), sample: z.string() })
export const PromptVersionRow = z.object({
  number: z.number().int(),
  note: z.string(),
  basedOn: z.number().int(),
  createdBy: Person.nullable(),
  /** Null for the built-in text. */
  createdAt: Instant.nullable(),
  figures: Figures,
})
export const PromptVersion = PromptVersionRow.omit({ figures: true }).extend({ body: z.string() })
export const Prompt = PromptRow.extend({
  /** The version of the prompt's record, which says which text is live. For `makeLive`. */
  version: z.number().int(),
  variables: z.array(PromptVariable),
  /** A description of the answer. */
  answers: z.string(),
  /** A description of how a suggestion counts as accepted, edited or rejected. */
  counted: z.string(),
  /** Newest first, at most 100. The last one is the built-in text. */
  versions: z.array(PromptVersionRow),
  can: z.object({ draft: z.boolean(), makeLive: z.boolean() }),
})
export const PointerMove = z.object({
  id: Id,
  from: z.number().int(),
  to: z.number().int(),
  reason: z.string(),
  by: Person.nullable(),
  at: Instant,
})

/** A real input that a prompt was used on, with secrets removed. */
export const PastInput = z.object({
  id: Id,
  at: Instant,
  company: z.object({ id: Id, name: z.string() }),
  /** The start of the input, on one line. */
  excerpt: z.string(),
  number: z.number().int(),
  /** The model's answer at that time, or null when there was none. */
  output: z.string().nullable(),
})

/** The result of one request to the model. */
export const TestRun = z.object({
  number: z.number().int().nullable(),
  outcome: z.enum(OUTCOMES),
  /** The answer as users would see it, or null when there is none. */
  output: z.string().nullable(),
  /** Why there is no answer, as a sentence. */
  problem: z.string().nullable(),
  tokensIn: z.number().int(),
  tokensOut: z.number().int(),
  ms: z.number().int(),
  costMicros: z.number().int().nullable(),
  /** The prompt text that was sent. */
  sent: z.string(),
})

export const TriageOutput = z.object({
  category: TicketCategory,
  impact: Impact,
  urgency: Urgency,
  summary: z.string(),
})
export const Suggestion = z.object({
  id: Id,
  key: PromptKey,
  ticketId: Id,
  state: z.enum(SUGGESTION_STATES),
  /** Set for triage. */
  triage: TriageOutput.nullable(),
  /** Set for suggestions that are text. Links, pictures and addresses are removed. */
  text: z.string().nullable(),
  createdAt: Instant,
  decidedBy: Person.nullable(),
  decidedAt: Instant.nullable(),
})
/** A suggestion with its ticket. */
export const OpenSuggestion = Suggestion.extend({
  ticket: z.object({
    id: Id,
    number: z.number().int(),
    subject: z.string(),
    company: z.string(),
    category: TicketCategory,
    impact: Impact,
    urgency: Urgency,
    version: z.number().int(),
  }),
})

const modelErrors = {
  NO_MODEL: { status: 409, message: 'No language model is set up.' },
  MODEL_OFF: { status: 409, message: 'The language model is turned off for this company.' },
  BUDGET_SPENT: {
    status: 409,
    message: 'Today’s budget for the language model is used up. It resets at midnight UTC.',
  },
  MODEL_FAILED: { status: 503, message: 'The language model didn’t return a usable answer. Try again in a moment.' },
}
const wrongText = { UNPROCESSABLE: { status: 422, message: 'This prompt can’t be used. Correct its text.' } }
const moved = {
  CONFLICT: {
    status: 409,
    message: 'Someone else made another version live while you were editing. Review it and try again.',
    data: z.object({ current: Prompt.optional() }).optional(),
  },
}
const decided = { DECIDED: { status: 409, message: 'Someone has already reviewed this suggestion.' } }
const changedTicket = {
  CONFLICT: {
    status: 409,
    message:
      'Someone else changed this ticket while you were reviewing the suggestion. Review their changes and try again.',
    data: z.object({ current: Ticket.optional() }).optional(),
  },
  TICKET_CLOSED: { status: 409, message: 'This ticket is closed. Reopen it to continue.' },
  TICKET_MERGED: {
    status: 409,
    message: 'This ticket was merged into another one. Continue there.',
    data: z.object({ into: Id }).optional(),
  },
}
/** Which text to use: an unsaved one, or a version. */
const which = { body: Body.optional(), number: Number_.optional() }
/** The test input: a past one, or values by variable name. */
const onWhat = {
  inputId: Id.optional(),
  values: z.record(z.string().max(100), z.string().max(20_000, 'At most 20,000 characters.').nullable()).optional(),
}

export const prompts = {
  list: op('GET', '/prompts', {
    roles: staff,
    tag: 'prompts',
    summary: 'List the prompts with their live version and figures for the last 30 days, and the model with its budget',
  }).output(z.object({ items: z.array(PromptRow), status: ModelStatus })),
  get: op('GET', '/prompts/{key}', {
    roles: staff,
    tag: 'prompts',
    summary: 'Get a prompt with its variables, versions and figures',
  })
    .input(z.object({ key: Key }))
    .output(Prompt),
  promptVersion: op('GET', '/prompts/{key}/versions/{number}', {
    roles: staff,
    tag: 'prompts',
    summary: 'Get the text of a version. 0 is the built-in text.',
  })
    .input(z.object({ key: Key, number: Number_ }))
    .output(PromptVersion),
  check: op('POST', '/prompts/{key}/check', {
    roles: staff,
    tag: 'prompts',
    summary: 'Check a text and preview it with sample values. Changes nothing.',
  })
    .input(z.object({ key: Key, body: z.string().max(PROMPT_BODY_MAX) }))
    .output(z.object({ problem: z.string().nullable(), reads: z.string().nullable() })),
  draft: op('POST', '/prompts/{key}/versions', {
    roles: staff,
    tag: 'prompts',
    status: 201,
    creates: true,
    summary: 'Add a version. It never changes, and is not used until an administrator makes it live.',
  })
    .errors(wrongText)
    .input(z.object({ key: Key, body: Body, note: Line(500, 'Describe your change in one line.'), basedOn: Number_ }))
    .output(PromptVersion),
  makeLive: op('POST', '/prompts/{key}/live', {
    roles: admin,
    tag: 'prompts',
    summary: 'Make a version live',
  })
    .errors({ ...moved, ...wrongText })
    .input(
      z.object({
        key: Key,
        number: Number_,
        reason: Line(REASON_MAX, 'Enter a reason.'),
        version: z.coerce.number().int(),
      }),
    )
    .output(Prompt),
  moves: op('GET', '/prompts/{key}/moves', {
    roles: staff,
    tag: 'prompts',
    summary: 'List the versions that were made live, with who did it, when and why, newest first',
  })
    .input(z.object({ key: Key, ...page }))
    .output(pageOf(PointerMove)),
  inputs: op('GET', '/prompts/{key}/inputs', {
    roles: staff,
    tag: 'prompts',
    summary: 'List recent inputs of a prompt with secrets removed, newest first',
  })
    .input(z.object({ key: Key, ...page }))
    .output(pageOf(PastInput)),
  test: op('POST', '/prompts/{key}/test', {
    roles: staff,
    tag: 'prompts',
    summary: 'Test a text or version on a past input or on given values. Changes nothing.',
  })
    .errors({ ...modelErrors, ...wrongText })
    .input(z.object({ key: Key, ...which, ...onWhat }))
    .output(TestRun),
  replay: op('POST', '/prompts/{key}/replay', {
    roles: staff,
    tag: 'prompts',
    summary: 'Run one past input twice: with a text or version, and with the live version',
  })
    .errors({ ...modelErrors, ...wrongText })
    .input(z.object({ key: Key, ...which, inputId: Id }))
    .output(z.object({ live: TestRun, other: TestRun })),

  modelChoice: op('GET', '/companies/{id}/model', {
    roles: everyone,
    tag: 'prompts',
    summary: 'Check whether a language model may read the data of a company',
  })
    .input(z.object({ id: Id }))
    .output(
      z.object({
        allowed: z.boolean(),
        /** Whether a model is configured at all. */
        model: z.boolean(),
        can: z.object({ change: z.boolean() }),
      }),
    ),
  setModelChoice: op('PUT', '/companies/{id}/model', {
    roles: ['owner', 'admin'],
    tag: 'prompts',
    summary: 'Allow or forbid a language model to read the data of a company',
  })
    .input(z.object({ id: Id, allowed: z.boolean('Choose yes or no.') }))
    .output(z.object({ allowed: z.boolean() })),

  suggestions: op('GET', '/suggestions', {
    roles: staff,
    tag: 'prompts',
    summary: 'List triage suggestions of open tickets that no one has reviewed yet, newest first',
  })
    .input(z.object(page))
    .output(pageOf(OpenSuggestion)),
  ofTicket: op('GET', '/tickets/{id}/suggestions', {
    roles: staff,
    tag: 'prompts',
    summary: 'List the open suggestions for a ticket, and which ones can be requested',
  })
    .input(z.object({ id: Id }))
    .output(
      z.object({
        /** The newest open one of each kind, without drafted replies. */
        items: z.array(Suggestion),
        /**
         * Empty when there is no model, the company has turned it off, or the ticket is closed or merged and too short
         * to be summarized.
         */
        can: z.array(PromptKey),
        /** Why no suggestion can be requested, as a sentence. */
        why: z.string().nullable(),
      }),
    ),
  triage: op('POST', '/tickets/{id}/triage', {
    roles: staff,
    tag: 'prompts',
    summary: 'Request a suggestion of category, impact and urgency for a ticket',
  })
    .errors(modelErrors)
    .input(z.object({ id: Id }))
    .output(Suggestion),
  summarize: op('POST', '/tickets/{id}/summary', {
    roles: staff,
    tag: 'prompts',
    summary: 'Request a summary of a long conversation, for staff',
  })
    .errors({ ...modelErrors, TOO_SHORT: { status: 409, message: 'This conversation is too short to summarize.' } })
    .input(z.object({ id: Id }))
    .output(Suggestion),
  draftReply: op('POST', '/tickets/{id}/reply-draft', {
    roles: staff,
    tag: 'prompts',
    summary: 'Request a drafted reply. Each server-sent event contains the full text up to that point.',
  })
    .errors({ ...modelErrors, TICKET_CLOSED: changedTicket.TICKET_CLOSED })
    .input(
      z.object({
        id: Id,
        /** The instruction for the reply. */
        wish: z.string().trim().max(1_000, 'At most 1,000 characters.').optional(),
      }),
    )
    .output(
      eventIterator(
        z.object({
          text: z.string(),
          /** Sent with the last event. */
          suggestionId: Id.optional(),
          /** Why the answer ended early, as a sentence. */
          problem: z.string().optional(),
        }),
      ),
    ),
  decide: op('POST', '/suggestions/{id}/decision', {
    roles: staff,
    tag: 'prompts',
    summary: 'Accept a suggestion, unchanged or edited, or reject it. Accepting triage edits the ticket.',
  })
    .errors({ ...decided, ...changedTicket })
    .input(
      z.object({
        id: Id,
        decision: z.enum(['accept', 'reject'], 'Choose accept or reject.'),
        /** The version of the ticket that was on the screen. Needed to accept a triage suggestion. */
        version: z.coerce.number().int().optional(),
        /** Values to use instead of the suggested ones. */
        category: TicketCategory.optional(),
        impact: Impact.optional(),
        urgency: Urgency.optional(),
      }),
    )
    .output(Suggestion),
}
