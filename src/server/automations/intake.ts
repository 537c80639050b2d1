// Questions that are asked after a purchase, and what is a good answer to each. Pure.
import { z } from 'zod'
import type { IntakeField } from '../../contract/marketplace.ts'
import { secretIn } from './secret-words.ts'

export type Field = z.infer<typeof IntakeField>
type Problems = Record<string, string[]>

const LINE_MAX = 200
const TEXT_MAX = 5_000
const NUMBER_MAX = 1_000_000_000_000
const SECRET =
  'This looks like a password, key or token. Never send us one: say where it is kept instead. We connect the tools together in a call.'

const text = (max: number, words: string) =>
  z
    .string(words)
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`)
    .refine((v) => v.isWellFormed() && !v.includes('\0'), 'This has characters that cannot be kept.')
    .transform((v) => v.trim())

/** What an answer of each kind has to be. */
function answerTo(field: Field): z.ZodType {
  const options = field.options ?? []
  switch (field.type) {
    case 'text':
      return text(LINE_MAX, 'Write a few words.').refine((v) => !/[\r\n]/.test(v), 'One line only.')
    case 'long_text':
      return text(TEXT_MAX, 'Write a few words.')
    case 'number':
      return z
        .number('Write a number.')
        .min(-NUMBER_MAX, 'This number is too small.')
        .max(NUMBER_MAX, 'This number is too large.')
    case 'choice':
      return z.string('Choose one.').refine((v) => v === '' || options.includes(v), 'Choose one of the options.')
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
      return text(255, 'Write an email address.').refine(
        (v) => v === '' || z.email().safeParse(v).success,
        'This is not an email address. It looks like name@company.com.',
      )
    case 'url':
      return text(2_000, 'Write an address.').refine(
        (v) => v === '' || isWeb(v),
        'This is not an address on the web. It begins with https://.',
      )
    case 'date':
      return z
        .string('Choose a day.')
        .refine((v) => v === '' || z.iso.date().safeParse(v).success, 'Choose a day, as YYYY-MM-DD.')
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

/**
 * Answers as they are kept, or what is wrong with them by `answers.<name>`. What is not asked is refused; what looks like a
 * secret is too. Finished: what is required has to be there.
 */
export function checkAnswers(
  fields: readonly Field[],
  given: Record<string, unknown>,
  finished: boolean,
): { answers: Record<string, unknown>; problems?: undefined } | { answers?: undefined; problems: Problems } {
  const problems: Problems = {}
  const answers: Record<string, unknown> = {}
  const asked = new Set(fields.map((f) => f.name))
  for (const name of Object.keys(given))
    if (!asked.has(name)) problems[`answers.${name}`] = ['This is not asked. Load the page again.']
  for (const field of fields) {
    const at = `answers.${field.name}`
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined
    if (isEmpty(value)) {
      if (finished && field.required) problems[at] = ['Answer this to go on.']
      continue
    }
    const read = answerTo(field).safeParse(value)
    if (!read.success) {
      problems[at] = [read.error.issues[0]?.message ?? 'This cannot be read.']
      continue
    }
    if (typeof read.data === 'string' && secretIn(read.data)) {
      problems[at] = [SECRET]
      continue
    }
    if (isEmpty(read.data)) {
      if (finished && field.required) problems[at] = ['Answer this to go on.']
      continue
    }
    answers[field.name] = read.data
  }
  return Object.keys(problems).length > 0 ? { problems } : { answers }
}

/** An answer in words. */
export function answerText(field: Field, value: unknown): string {
  if (isEmpty(value)) return 'No answer'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.join(', ')
  return field.type === 'number' ? Number(value).toLocaleString('en-US') : String(value)
}

/** Characters that questions and answers take in a ticket: well below what it holds. */
const TICKET_MAX = 40_000
const CUT = '> … (cut: the whole answer is on the page of the automation)'

/** A text as a quotation of at most so many characters. */
function quoted(text: string, most: number): string {
  const all = text
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`)
    .join('\n')
  return all.length <= most ? all : `${all.slice(0, Math.max(0, most - CUT.length - 1)).toWellFormed()}\n${CUT}`
}

/**
 * Questions with their answers as Markdown; an answer stands as a quotation, whatever is written in it. What is too long for a
 * ticket is cut.
 */
export function answersText(fields: readonly Field[], answers: Record<string, unknown>): string {
  const write = (most: number) =>
    fields.map((f) => `**${f.label}**\n\n${quoted(answerText(f, answers[f.name]), most)}`).join('\n\n')
  const all = write(Number.POSITIVE_INFINITY)
  if (all.length <= TICKET_MAX) return all
  const labels = fields.reduce((sum, f) => sum + f.label.length + 8, 0)
  return write(Math.floor((TICKET_MAX - labels) / fields.length))
}
