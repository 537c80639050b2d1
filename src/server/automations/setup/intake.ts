// Intake questions and the validation of their answers. Pure.
import { z } from 'zod'
import type { IntakeField } from '../../../contract/marketplace.ts'
import { secretIn } from '../recommendations/secret-words.ts'

export type Field = z.infer<typeof IntakeField>
type Problems = Record<string, string[]>

const LINE_MAX = 200
const TEXT_MAX = 5_000
const NUMBER_MAX = 1_000_000_000_000
const SECRET =
  'This looks like a password, key or token. Never send us one. Tell us where it is stored instead. We connect your tools with you on a call.'

const text = (max: number, words: string) =>
  z
    .string(words)
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`)
    .refine(
      (v) => v.isWellFormed() && !v.includes('\0'),
      'Remove the characters that can’t be saved, such as control characters.',
    )
    .transform((v) => v.trim())

/** Returns the schema of an answer to a question. */
function answerTo(field: Field): z.ZodType {
  const options = field.options ?? []
  switch (field.type) {
    case 'text':
      return text(LINE_MAX, 'Enter some text.').refine((v) => !/[\r\n]/.test(v), 'Use a single line.')
    case 'long_text':
      return text(TEXT_MAX, 'Enter some text.')
    case 'number':
      return z
        .number('Enter a number.')
        .min(-NUMBER_MAX, 'Enter a larger number.')
        .max(NUMBER_MAX, 'Enter a smaller number.')
    case 'choice':
      return z.string('Choose an option.').refine((v) => v === '' || options.includes(v), 'Choose one of the options.')
    case 'choices':
      return z
        .array(
          z.string('Choose from the options.').refine((v) => options.includes(v), 'Choose from the options.'),
          'Choose from the options.',
        )
        .max(options.length, 'Choose each option once.')
        .refine((v) => new Set(v).size === v.length, 'Choose each option once.')
    case 'yes_no':
      return z.boolean('Choose yes or no.')
    case 'email':
      return text(255, 'Enter an email address.').refine(
        (v) => v === '' || z.email().safeParse(v).success,
        'Enter an email address, such as name@company.com.',
      )
    case 'url':
      return text(2_000, 'Enter a web address.').refine(
        (v) => v === '' || isWeb(v),
        'Enter a web address that starts with https://.',
      )
    case 'date':
      return z
        .string('Choose a date.')
        .refine((v) => v === '' || z.iso.date().safeParse(v).success, 'Enter a date as YYYY-MM-DD.')
  }
}

function isWeb(v: string): boolean {
  try {
    return /^https?:$/.test(new URL(v).protocol) && /^https?:\/\/[^\s/]+\.[^\s/]+/i.test(v)
  } catch {
    return false
  }
}

const isEmpty = (v: unknown) => v === undefined || v === null || v === '' || (Array.isArray(v) && v.length === 0)

/** Unknown questions that are named in an error. A request could have many more. */
const UNKNOWN_MAX = 20

/**
 * Returns the answers to store, or the problems by `answers.<name>`. Rejects answers to unknown questions and texts
 * that look like a secret. With `finished`, all required answers must be given.
 */
export function checkAnswers(
  fields: readonly Field[],
  given: Record<string, unknown>,
  finished: boolean,
): { answers: Record<string, unknown>; problems?: undefined } | { answers?: undefined; problems: Problems } {
  const problems: Problems = {}
  const answers: Record<string, unknown> = {}
  const questionNames = new Set(fields.map((f) => f.name))
  const unknown = Object.keys(given).filter((name) => !questionNames.has(name))
  for (const name of unknown.slice(0, UNKNOWN_MAX))
    problems[`answers.${name}`] = ['This question no longer exists. Reload the page.']
  for (const field of fields) {
    const at = `answers.${field.name}`
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined
    if (isEmpty(value)) {
      if (finished && field.required) problems[at] = ['Answer this question to continue.']
      continue
    }
    const read = answerTo(field).safeParse(value)
    if (!read.success) {
      problems[at] = [read.error.issues[0]?.message ?? 'Check this answer.']
      continue
    }
    if (typeof read.data === 'string' && secretIn(read.data)) {
      problems[at] = [SECRET]
      continue
    }
    if (isEmpty(read.data)) {
      if (finished && field.required) problems[at] = ['Answer this question to continue.']
      continue
    }
    answers[field.name] = read.data
  }
  return Object.keys(problems).length > 0 ? { problems } : { answers }
}

/** Formats an answer as text. */
export function formatIntakeAnswer(field: Field, value: unknown): string {
  if (isEmpty(value)) return 'No answer'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.join(', ')
  return field.type === 'number' ? Number(value).toLocaleString('en-US') : String(value)
}

/** Maximum length of questions and answers in a ticket, in characters: well below the limit of a description. */
const TICKET_MAX = 40_000
const CUT = '> … (truncated; the full answer is on the automation’s page)'

/** Returns a text as a Markdown quotation of at most `most` characters. */
function quoted(text: string, most: number): string {
  const all = text
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`)
    .join('\n')
  return all.length <= most ? all : `${all.slice(0, Math.max(0, most - CUT.length - 1)).toWellFormed()}\n${CUT}`
}

/**
 * Formats questions and answers as Markdown. Each answer is a quotation, no matter what it contains. Answers that are
 * too long for a ticket are cut.
 */
export function answersText(fields: readonly Field[], answers: Record<string, unknown>): string {
  const write = (most: number) =>
    fields.map((f) => `**${f.label}**\n\n${quoted(formatIntakeAnswer(f, answers[f.name]), most)}`).join('\n\n')
  const all = write(Number.POSITIVE_INFINITY)
  if (all.length <= TICKET_MAX) return all
  const labels = fields.reduce((sum, f) => sum + f.label.length + 8, 0)
  return write(Math.floor((TICKET_MAX - labels) / fields.length))
}
