import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { everyone, Id, Instant, op, page, pageOf, staff } from './base.ts'
import { Person } from './companies.ts'
import { Category, Impact, Ticket, Urgency } from './tickets.ts'

const admin = ['admin'] as const

export const PROMPT_KEYS = [
  'ticket.triage',
  'ticket.reply-draft',
  'ticket.summary',
  'automation.recommendation',
  'report.summary',
] as const
export const PromptKey = z.enum(PROMPT_KEYS, 'There is no such prompt.')
/** In an address: another one is not found. */
const Key = z.string().max(60)
export const BODY_MAX = 20_000
const REASON_MAX = 2_000
export const OUTCOMES = ['running', 'ok', 'busy', 'slow', 'unavailable', 'broken', 'cut', 'stopped', 'lost'] as const
export const SUGGESTION_STATES = ['open', 'accepted', 'edited', 'rejected'] as const

const Body = z
  .string('Write the prompt.')
  .max(BODY_MAX, `At most ${BODY_MAX.toLocaleString('en-US')} characters.`)
  .refine((text) => text.trim() !== '', 'Write the prompt.')
const Line = (max: number, words: string) =>
  z
    .string(words)
    .trim()
    .min(1, words)
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`)
/** The number of a version; 0 is the text that the product comes with. */
const Number_ = z.coerce.number('Which version?').int('Which version?').min(0, 'Which version?').max(1_000_000)

/** The model and what may be spent on it. Money in millionths of a dollar, per day in UTC. */
export const ModelStatus = z.object({
  /** Null: none is set up, and nothing is suggested anywhere. */
  model: z.object({ provider: z.string(), name: z.string() }).nullable(),
  /** Whether it is known what the model costs. */
  priced: z.boolean(),
  spentMicros: z.number().int(),
  budgetMicros: z.number().nullable(),
  companyBudgetMicros: z.number().nullable(),
})

/** What a version did in the last 30 days. */
export const Figures = z.object({
  runs: z.number().int(),
  /** Those that gave no usable answer. */
  failed: z.number().int(),
  tokensIn: z.number().int(),
  tokensOut: z.number().int(),
  /** Milliseconds; null without a run that ended well. */
  p50: z.number().int().nullable(),
  p95: z.number().int().nullable(),
  /** Millionths of a dollar; null when nobody said what the model costs. */
  costMicros: z.number().int().nullable(),
  accepted: z.number().int(),
  edited: z.number().int(),
  rejected: z.number().int(),
})

export const PromptRow = z.object({
  key: PromptKey,
  title: z.string(),
  about: z.string(),
  /** 0: the text that the product comes with. */
  live: z.number().int(),
  /** The newest number; 0 when none was written. */
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
  /** Null: it came with the product. */
  createdAt: Instant.nullable(),
  figures: Figures,
})
export const PromptVersion = PromptVersionRow.omit({ figures: true }).extend({ body: z.string() })
export const Prompt = PromptRow.extend({
  /** Of the pointer, for `makeLive`. */
  version: z.number().int(),
  variables: z.array(PromptVariable),
  /** What an answer looks like, in words. */
  answers: z.string(),
  /** Who says what became of a suggestion, in words. */
  counted: z.string(),
  /** Newest first; the last is the text that the product comes with. At most 100. */
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

/** Something real that a prompt was used on, secrets taken out. */
export const PastInput = z.object({
  id: Id,
  at: Instant,
  company: z.object({ id: Id, name: z.string() }),
  /** Its beginning, in a line. */
  excerpt: z.string(),
  number: z.number().int(),
  /** What the model answered then; null when it did not. */
  output: z.string().nullable(),
})

/** What one question gave. */
export const TestRun = z.object({
  number: z.number().int().nullable(),
  outcome: z.enum(OUTCOMES),
  /** The answer as people would see it; null when there is none. */
  output: z.string().nullable(),
  /** Why there is none, in words. */
  problem: z.string().nullable(),
  tokensIn: z.number().int(),
  tokensOut: z.number().int(),
  ms: z.number().int(),
  costMicros: z.number().int().nullable(),
  /** The text that was sent. */
  sent: z.string(),
})

export const TriageOutput = z.object({
  category: Category,
  impact: Impact,
  urgency: Urgency,
  summary: z.string(),
})
export const Suggestion = z.object({
  id: Id,
  key: PromptKey,
  ticketId: Id,
  state: z.enum(SUGGESTION_STATES),
  /** For triage. */
  triage: TriageOutput.nullable(),
  /** For what is text: no links, pictures or addresses. */
  text: z.string().nullable(),
  createdAt: Instant,
  decidedBy: Person.nullable(),
  decidedAt: Instant.nullable(),
})
/** A suggestion with the ticket that it is about. */
export const OpenSuggestion = Suggestion.extend({
  ticket: z.object({
    id: Id,
    number: z.number().int(),
    subject: z.string(),
    company: z.string(),
    category: Category,
    impact: Impact,
    urgency: Urgency,
    version: z.number().int(),
  }),
})

const modelErrors = {
  NO_MODEL: { status: 409, message: 'No language model is set up.' },
  MODEL_OFF: { status: 409, message: 'This company wants nothing of it shown to a language model.' },
  BUDGET_SPENT: { status: 409, message: 'Today’s budget for the language model is spent. It is new at midnight UTC.' },
  MODEL_FAILED: { status: 503, message: 'The language model gave no usable answer. Try again in a moment.' },
}
const wrongText = { UNPROCESSABLE: { status: 422, message: 'This prompt cannot be used as it is.' } }
const moved = {
  CONFLICT: {
    status: 409,
    message: 'Somebody else made another version live meanwhile.',
    data: z.object({ current: Prompt.optional() }).optional(),
  },
}
const decided = { DECIDED: { status: 409, message: 'Somebody has decided about this suggestion already.' } }
const changedTicket = {
  CONFLICT: {
    status: 409,
    message: 'Somebody else changed this ticket meanwhile.',
    data: z.object({ current: Ticket.optional() }).optional(),
  },
  TICKET_CLOSED: { status: 409, message: 'This ticket is closed. Reopen it to go on.' },
  TICKET_MERGED: {
    status: 409,
    message: 'This ticket is part of another one now.',
    data: z.object({ into: Id }).optional(),
  },
}
/** Which text: one that is being written, or a version. */
const which = { body: Body.optional(), number: Number_.optional() }
/** On what: something it was used on, or values by the names of the variables. */
const onWhat = {
  inputId: Id.optional(),
  values: z.record(z.string().max(100), z.string().max(20_000, 'At most 20,000 characters.').nullable()).optional(),
}

export const prompts = {
  list: op('GET', '/prompts', {
    roles: staff,
    tag: 'prompts',
    summary: 'Prompts with the version that is live and what it did in the last 30 days; the model and its budget',
  }).output(z.object({ items: z.array(PromptRow), status: ModelStatus })),
  get: op('GET', '/prompts/{key}', {
    roles: staff,
    tag: 'prompts',
    summary: 'One prompt with its variables, versions and figures',
  })
    .input(z.object({ key: Key }))
    .output(Prompt),
  promptVersion: op('GET', '/prompts/{key}/versions/{number}', {
    roles: staff,
    tag: 'prompts',
    summary: 'The text of one version; 0 is the one that the product comes with',
  })
    .input(z.object({ key: Key, number: Number_ }))
    .output(PromptVersion),
  check: op('POST', '/prompts/{key}/check', {
    roles: staff,
    tag: 'prompts',
    summary: 'What is wrong with a text, and how it reads with made-up values; changes nothing',
  })
    .input(z.object({ key: Key, body: z.string().max(BODY_MAX) }))
    .output(z.object({ problem: z.string().nullable(), reads: z.string().nullable() })),
  draft: op('POST', '/prompts/{key}/versions', {
    roles: staff,
    tag: 'prompts',
    status: 201,
    creates: true,
    summary: 'Write a new version; it is not used until an administrator makes it live, and never changes',
  })
    .errors(wrongText)
    .input(z.object({ key: Key, body: Body, note: Line(500, 'Say in a line what is different.'), basedOn: Number_ }))
    .output(PromptVersion),
  makeLive: op('POST', '/prompts/{key}/live', {
    roles: admin,
    tag: 'prompts',
    summary: 'Use a version from now on, or an earlier one again',
  })
    .errors({ ...moved, ...wrongText })
    .input(
      z.object({
        key: Key,
        number: Number_,
        reason: Line(REASON_MAX, 'Say why.'),
        version: z.coerce.number().int(),
      }),
    )
    .output(Prompt),
  moves: op('GET', '/prompts/{key}/moves', {
    roles: staff,
    tag: 'prompts',
    summary: 'Which version was made live by whom, when and why; newest first',
  })
    .input(z.object({ key: Key, ...page }))
    .output(pageOf(PointerMove)),
  inputs: op('GET', '/prompts/{key}/inputs', {
    roles: staff,
    tag: 'prompts',
    summary: 'What a prompt was used on lately, secrets taken out; newest first',
  })
    .input(z.object({ key: Key, ...page }))
    .output(pageOf(PastInput)),
  test: op('POST', '/prompts/{key}/test', {
    roles: staff,
    tag: 'prompts',
    summary: 'Ask the model with a text or a version, on a past input or on values; changes nothing',
  })
    .errors({ ...modelErrors, ...wrongText })
    .input(z.object({ key: Key, ...which, ...onWhat }))
    .output(TestRun),
  replay: op('POST', '/prompts/{key}/replay', {
    roles: staff,
    tag: 'prompts',
    summary: 'Ask the model about one past input twice: with a text or version, and with the one that is live',
  })
    .errors({ ...modelErrors, ...wrongText })
    .input(z.object({ key: Key, ...which, inputId: Id }))
    .output(z.object({ live: TestRun, other: TestRun })),

  modelChoice: op('GET', '/companies/{id}/model', {
    roles: everyone,
    tag: 'prompts',
    summary: 'Whether a language model may see anything of a company',
  })
    .input(z.object({ id: Id }))
    .output(
      z.object({
        allowed: z.boolean(),
        /** Whether a model is set up at all. */
        model: z.boolean(),
        can: z.object({ change: z.boolean() }),
      }),
    ),
  setModelChoice: op('PUT', '/companies/{id}/model', {
    roles: ['owner', 'admin'],
    tag: 'prompts',
    summary: 'Let a language model see what is in a company’s tickets, or nothing of it',
  })
    .input(z.object({ id: Id, allowed: z.boolean('Say yes or no.') }))
    .output(z.object({ allowed: z.boolean() })),

  suggestions: op('GET', '/suggestions', {
    roles: staff,
    tag: 'prompts',
    summary: 'Triage suggestions that nobody has decided about, of open tickets; newest first',
  })
    .input(z.object(page))
    .output(pageOf(OpenSuggestion)),
  ofTicket: op('GET', '/tickets/{id}/suggestions', {
    roles: staff,
    tag: 'prompts',
    summary: 'What a model proposed for a ticket, and what it may be asked',
  })
    .input(z.object({ id: Id }))
    .output(
      z.object({
        /** The newest of each kind that is open. */
        items: z.array(Suggestion),
        /** Empty: no model, or the company wants none. */
        can: z.array(PromptKey),
        /** Why it may not be asked, in words. */
        why: z.string().nullable(),
      }),
    ),
  triage: op('POST', '/tickets/{id}/triage', {
    roles: staff,
    tag: 'prompts',
    summary: 'Have category, impact and urgency of a ticket suggested',
  })
    .errors(modelErrors)
    .input(z.object({ id: Id }))
    .output(Suggestion),
  summarize: op('POST', '/tickets/{id}/summary', {
    roles: staff,
    tag: 'prompts',
    summary: 'Have a long conversation summed up, for staff',
  })
    .errors({ ...modelErrors, TOO_SHORT: { status: 409, message: 'There is not enough to sum up yet.' } })
    .input(z.object({ id: Id }))
    .output(Suggestion),
  draftReply: op('POST', '/tickets/{id}/reply-draft', {
    roles: staff,
    tag: 'prompts',
    summary: 'Have a reply drafted: the whole text again and again as it grows (server-sent events)',
  })
    .errors({ ...modelErrors, TICKET_CLOSED: changedTicket.TICKET_CLOSED })
    .input(
      z.object({
        id: Id,
        /** What the reply shall say. */
        wish: z.string().trim().max(1_000, 'At most 1,000 characters.').optional(),
      }),
    )
    .output(
      eventIterator(
        z.object({
          text: z.string(),
          /** With the last one. */
          suggestionId: Id.optional(),
          /** The answer ended early: why, in words. */
          problem: z.string().optional(),
        }),
      ),
    ),
  decide: op('POST', '/suggestions/{id}/decision', {
    roles: staff,
    tag: 'prompts',
    summary: 'Take a suggestion, as it is or changed, or refuse it; triage that is taken edits the ticket',
  })
    .errors({ ...decided, ...changedTicket })
    .input(
      z.object({
        id: Id,
        decision: z.enum(['accept', 'reject'], 'Take it or refuse it.'),
        /** Of the ticket that is on the screen; for triage that is taken. */
        version: z.coerce.number().int().optional(),
        /** What is taken instead of what was suggested. */
        category: Category.optional(),
        impact: Impact.optional(),
        urgency: Urgency.optional(),
      }),
    )
    .output(Suggestion),
}
