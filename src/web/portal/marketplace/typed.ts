// Lines and questions as the form holds them, with a stable key for reordering.
import type { Question } from './model.ts'

/** A line of a list. */
export type Line = { key: string; text: string }
/** A question. A new one has no name yet. */
export type TypedQuestion = {
  key: string
  name: string | undefined
  label: string
  type: Question['type']
  help: string
  required: boolean
  options: Line[]
}

let made = 0
/** Returns a unique key for a line or question. */
const createRowKey = (): string => `line-${++made}`
/** Converts a text to a line of the form. */
export const toLineRow = (text = ''): Line => ({ key: createRowKey(), text })
/** Converts a question to its form value. */
export const toQuestionRow = (q: Partial<Question> = {}): TypedQuestion => ({
  key: createRowKey(),
  name: q.name,
  label: q.label ?? '',
  type: q.type ?? 'text',
  help: q.help ?? '',
  required: q.required ?? true,
  options: (q.options ?? []).map((option) => toLineRow(option)),
})

/** Returns the texts of lines. */
export const textsOf = (lines: readonly Line[]): string[] => lines.map((line) => line.text)
const chooses = (type: Question['type']) => type === 'choice' || type === 'choices'
/** Converts a question to API input. */
export const toQuestionInput = (q: TypedQuestion) => ({
  ...(q.name ? { name: q.name } : {}),
  label: q.label,
  type: q.type,
  required: q.required,
  ...(q.help.trim() ? { help: q.help } : {}),
  ...(chooses(q.type) ? { options: textsOf(q.options) } : {}),
})
