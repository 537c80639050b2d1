import type { Automation } from '../model.ts'

type Question = Automation['intake'][number]
/** Returns whether an answer is empty. */
export const isUnanswered = (v: unknown): boolean =>
  v === undefined || v === null || v === '' || (Array.isArray(v) && v.length === 0)

/** Returns an answer as text. */
export function answerText(question: Question, value: unknown): string {
  if (isUnanswered(value)) return 'No answer'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.join(', ')
  return question.type === 'number' ? Number(value).toLocaleString('en-US') : String(value)
}
